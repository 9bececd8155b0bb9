import { defineView } from '../../shared/view'
import { fields } from './choices'

export const compare = defineView({
  id: 'compare',
  name: { en: 'Compare', zh: '对比' },
  fields,
  load: () => import('./parts').then(({ parts }) => parts),
  controls: ['sinks', 'units'],
  second: true
})
