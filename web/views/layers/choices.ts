import { type Fields, field, oneOf } from '../../state/fields'

/** What is shown of a layer: the mean of its heads, the greatest weight of any head, or the rollout up to it. */
export const aggregates = ['mean', 'max', 'rollout'] as const
export type Aggregate = (typeof aggregates)[number]

/** What the reader chooses in Across layers alone. */
export interface LayersChoices {
  aggregate: Aggregate
}

export const fields: Fields<LayersChoices> = { aggregate: field<Aggregate>('across', 'mean', oneOf(aggregates)) }
