import { everyHeadCode } from '../../shared/code'
import type { ViewParts } from '../../shared/view'
import type { FindChoices } from './choices'
import FindView from './find-view.svelte'
import { pairTable } from './tables'
import { type Words, words } from './words'

export const parts: ViewParts<FindChoices, Words> = {
  View: FindView,
  words,
  tables: (shown) => [pairTable(shown)],
  code: everyHeadCode
}
