import type { Chain } from '../../model/chain'
import { type Numbers, softmax } from '../../model/math'
import { type StripId, stripOf } from './strips'

/** A map has one row of cells for every word; a value has a number, with a bar where it says much. */
export type Column =
  | { kind: 'map'; strip: 'K' | 'V'; what: string }
  | { kind: 'value'; strip: ValueStrip; letter: string; what: string }
  | { kind: 'power'; what: string }
  /** What the weights would be without the division by √d: beside the model's own numbers, not one of them. */
  | { kind: 'unscaled'; what: string }

/** The strips that have one number for every word. */
export const valueStrips = ['scores', 'scaled', 'weights'] as const satisfies readonly StripId[]
export type ValueStrip = (typeof valueStrips)[number]

/** From 0 to 1, and never below it. */
export const isWeight = (column: Column) =>
  column.kind === 'unscaled' || (column.kind === 'value' && column.strip === 'weights')

/** The numbers of a column; a power and what is unscaled are worked out here, from the engine's own. */
export function valuesOf(chain: Chain, column: Column): Numbers {
  const values = (id: StripId) => stripOf(chain, id)?.values ?? []
  if (column.kind === 'unscaled') return softmax(values('scores'))
  return column.kind === 'power' ? Array.from(values('scaled'), Math.exp) : values(column.strip)
}
