import { defineView } from '../../shared/view'

export const matrix = defineView({
  id: 'matrix',
  name: { en: 'Matrix', zh: '矩阵' },
  fields: {},
  load: () => import('./parts').then(({ parts }) => parts),
  controls: ['sinks', 'units']
})
