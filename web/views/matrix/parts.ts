import { weightsCode } from '../../shared/code'
import type { ViewParts } from '../../shared/view'
import { weightTable } from '../../shared/weight-table'
import MatrixView from './matrix-view.svelte'
import { type Words, words } from './words'

export const parts: ViewParts<object, Words> = {
  View: MatrixView,
  words,
  tables: (shown) => [weightTable(shown)],
  code: weightsCode
}
