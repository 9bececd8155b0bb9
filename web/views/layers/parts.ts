import type { ViewParts } from '../../shared/view'
import type { LayersChoices } from './choices'
import { code } from './code'
import LayersView from './layers-view.svelte'
import { layerTable } from './tables'
import { words } from './words'

export const parts: ViewParts<LayersChoices, (typeof words)['en']> = {
  View: LayersView,
  words,
  tables: (shown) => [layerTable(shown)],
  code
}
