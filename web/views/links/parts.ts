import { weightsCode } from '../../shared/code'
import NumberTable from '../../shared/number-table.svelte'
import type { ViewParts } from '../../shared/view'
import { weightTable } from '../../shared/weight-table'
import type { LinksChoices } from './choices'
import LinksControls from './links-controls.svelte'
import LinksHint from './links-hint.svelte'
import LinksView from './links-view.svelte'
import { type Words, words } from './words'

export const parts: ViewParts<LinksChoices, Words> = {
  View: LinksView,
  words,
  tables: (shown) => [weightTable(shown)],
  code: weightsCode,
  Controls: LinksControls,
  Hint: LinksHint,
  Below: NumberTable
}
