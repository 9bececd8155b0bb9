import { defineView } from '../../shared/view'
import { fields } from './choices'

export const heads = defineView({
  id: 'heads',
  name: { en: 'All heads', zh: '所有头' },
  fields,
  load: () => import('./parts').then(({ parts }) => parts),
  controls: ['units'],
  wide: true
})
