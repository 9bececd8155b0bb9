import type { ViewParts } from '../../shared/view'
import type { StepsChoices } from './choices'
import { code } from './code'
import StepsView from './steps-view.svelte'
import { stepTables } from './tables'
import { type Words, words } from './words'

export const parts: ViewParts<StepsChoices, Words> = {
  View: StepsView,
  words,
  tables: stepTables,
  code
}
