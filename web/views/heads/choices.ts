import { type Measure, measures } from '../../reading/measures'
import { type Fields, field, oneOf, range } from '../../state/fields'

/** As the model has the heads, or by what is measured. */
export const orders = ['layer', 'low', 'high'] as const
export type HeadOrder = (typeof orders)[number]

/** What the reader chooses in All heads alone. */
export interface HeadsChoices {
  measure: Measure
  headOrder: HeadOrder
  /** The part of the measure's axis that is kept, 0..1. */
  headRange: readonly [from: number, to: number]
}

export const fields: Fields<HeadsChoices> = {
  measure: field<Measure>('measure', 'distance', oneOf(measures)),
  headOrder: field<HeadOrder>('order', 'layer', oneOf(orders)),
  headRange: field<readonly [number, number]>('range', [0, 1], range, true)
}
