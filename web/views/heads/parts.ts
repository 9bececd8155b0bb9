import { everyHeadCode } from '../../shared/code'
import type { ViewParts } from '../../shared/view'
import type { HeadsChoices } from './choices'
import HeadsView from './heads-view.svelte'
import { headTable } from './tables'
import { type Words, words } from './words'

export const parts: ViewParts<HeadsChoices, Words> = {
  View: HeadsView,
  words,
  tables: (shown) => [headTable(shown)],
  code: everyHeadCode
}
