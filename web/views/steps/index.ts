import { defineView } from '../../shared/view'
import { fields } from './choices'

export const steps = defineView({
  id: 'steps',
  name: { en: 'Steps', zh: '分步计算' },
  fields,
  load: () => import('./parts').then(({ parts }) => parts),
  controls: ['units'],
  saysPieces: true
})
