import type { ViewParts } from '../../shared/view'
import type { CompareChoices } from './choices'
import { code } from './code'
import CompareView from './compare-view.svelte'
import { compareTables } from './tables'
import { type Words, words } from './words'

export const parts: ViewParts<CompareChoices, Words> = {
  View: CompareView,
  words,
  tables: compareTables,
  code
}
