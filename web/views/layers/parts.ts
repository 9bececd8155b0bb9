import type { ViewParts } from '../../shared/view'
import type { LayersChoices } from './choices'
import { code } from './code'
import LayersView from './layers-view.svelte'
import { layerTable } from './tables'
import { type Words, words } from './words'

export const parts: ViewParts<LayersChoices, Words> = {
  View: LayersView,
  words,
  tables: (shown) => [layerTable(shown)],
  code
}
