import type { Flow } from '../../shared/stage/layout'
import type { PairFilter } from '../../shared/stage/links'
import { type Fields, field, flag, oneOf, share } from '../../state/fields'

export type { Flow, PairFilter }

/** What the reader chooses in Links alone. */
export interface LinksChoices {
  /** Links are drawn per word until this share of its attention. */
  mass: number
  flow: Flow
  /** With two heads chosen: what the first gives more than the second. */
  difference: boolean
  pair: PairFilter
}

export const flows: readonly Flow[] = ['columns', 'rows']
export const pairs: readonly PairFilter[] = ['all', 'aa', 'ab', 'ba', 'bb']

export const fields: Fields<LinksChoices> = {
  mass: field('mass', 0.7, share(0.1), true),
  flow: field<Flow>('flow', 'columns', oneOf(flows)),
  difference: field('minus', false, flag),
  pair: field<PairFilter>('pair', 'all', oneOf(pairs))
}
