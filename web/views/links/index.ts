import { defineView } from '../../shared/view'
import { fields } from './choices'

export const links = defineView({
  id: 'links',
  name: { en: 'Links', zh: '连线' },
  fields,
  load: () => import('./parts').then(({ parts }) => parts),
  controls: ['sinks', 'units']
})
