import { defineView } from '../../shared/view'
import { fields } from './choices'

export const find = defineView({
  id: 'find',
  name: { en: 'Find the head', zh: '寻找注意力头' },
  fields,
  load: () => import('./parts').then(({ parts }) => parts),
  controls: ['units'],
  wide: true,
  second: true
})
