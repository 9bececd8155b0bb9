import { type Fields, field, oneOf } from '../../state/fields'

/** What comes first: the largest change between the sentences, or the largest weight in one of them. */
export const orders = ['change', 'first', 'second'] as const
export type RankOrder = (typeof orders)[number]

/** What the reader chooses in Find the head alone. */
export interface FindChoices {
  findOrder: RankOrder
}

export const fields: Fields<FindChoices> = { findOrder: field<RankOrder>('rank', 'change', oneOf(orders)) }
