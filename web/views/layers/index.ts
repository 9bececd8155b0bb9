import { defineView } from '../../shared/view'
import { fields } from './choices'

export const layers = defineView({
  id: 'layers',
  name: { en: 'Across layers', zh: '跨层' },
  fields,
  load: () => import('./parts').then(({ parts }) => parts),
  controls: ['sinks', 'units'],
  wide: true
})
