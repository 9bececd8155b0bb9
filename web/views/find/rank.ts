import type { HeadRef, Unit } from '../../reading/types'
import type { RankOrder } from './choices'

/** One head's weight from a chosen word to another, in one sentence or in two. */
export interface RankedHead extends HeadRef {
  first: number
  /** Null where there is no second sentence, or the words are not in it. */
  second: number | null
  /** second - first: above 0 the link is stronger in the second sentence; 0 without a second. */
  change: number
}

/** Every head's weight for one pair of words, most telling first; equal heads keep the model's order. */
export function rankHeads(
  layers: number,
  heads: number,
  order: RankOrder,
  first: (head: HeadRef) => number,
  second: ((head: HeadRef) => number) | null
): RankedHead[] {
  const all: RankedHead[] = []
  for (let layer = 0; layer < layers; layer++) {
    for (let head = 0; head < heads; head++) {
      const [a, b] = [first({ layer, head }), second?.({ layer, head }) ?? null]
      all.push({ layer, head, first: a, second: b, change: b === null ? 0 : b - a })
    }
  }
  const value = (row: RankedHead) =>
    order === 'change' && second ? Math.abs(row.change) : order === 'second' ? (row.second ?? row.first) : row.first
  return all.sort((a, b) => value(b) - value(a))
}

/**
 * The weight between two words straight from the weights between tokens (T*T): summed over the key's tokens, the mean
 * over the query's, as mergeWeights does for all words at once.
 */
export function pairWeight(attention: Float32Array, tokens: number, query: Unit, key: Unit): number {
  let sum = 0
  for (const q of query.tokens) for (const k of key.tokens) sum += attention[q * tokens + k] ?? 0
  return sum / query.tokens.length
}
