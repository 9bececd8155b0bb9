import type { AlignedRow } from '../../reading/align'
import type { Spot, Unit } from '../../reading/types'
import { type Weights, weightAt } from '../../reading/weights'
import { type Link, makeLink } from '../../shared/stage/links'
import type { CompareMode } from './choices'

/** What one link weighs in each of two sentences; null where a sentence has no such words. */
export interface TwoWeights {
  first: number | null
  second: number | null
}

/** Two sentences' weights over aligned rows, row = query. */
export interface Aligned {
  rows: readonly AlignedRow[]
  at(query: number, key: number): TwoWeights
}

/** Lays one head's weights of two sentences over their common rows. No weight is rescaled. */
export function alignWeights(rows: readonly AlignedRow[], first: Weights, second: Weights): Aligned {
  const pick = (weights: Weights, query: number | null, key: number | null) =>
    query === null || key === null ? null : weightAt(weights, query, key)
  return {
    rows,
    at(query, key) {
      const [q, k] = [rows[query], rows[key]]
      return {
        first: pick(first, q?.first ?? null, k?.first ?? null),
        second: pick(second, q?.second ?? null, k?.second ?? null)
      }
    }
  }
}

/** Second minus first: above 0 the link is stronger in the second sentence. Null where one of them lacks the words. */
export const difference = ({ first, second }: TwoWeights) => (first === null || second === null ? null : second - first)

/** Below this a difference is a hair that nobody could see. */
const kLeast = 0.005

/**
 * The links to draw. Slot 0 is the first sentence, slot 1 the second; in the mode "difference" a link's weight is the
 * size of the difference and its slot the sentence in which it is stronger.
 */
export function compareLinks(
  aligned: Aligned,
  mode: CompareMode,
  spots: readonly Spot[],
  shown: (row: number) => boolean
): Link[] {
  const n = aligned.rows.length
  const found = new Map<string, Link>()
  const add = (slot: number, query: number, key: number, weight: number | null) => {
    if (weight === null || weight < kLeast) return
    const link = makeLink(slot, query, key, weight)
    found.set(link.id, link)
  }
  const visit = (query: number, key: number) => {
    if (!shown(query) || !shown(key)) return
    const pair = aligned.at(query, key)
    if (mode === 'difference') {
      const change = difference(pair)
      if (change !== null) add(change > 0 ? 1 : 0, query, key, Math.abs(change))
      return
    }
    if (mode !== 'second') add(0, query, key, pair.first)
    if (mode !== 'first') add(1, query, key, pair.second)
  }
  for (const { side, index } of spots)
    for (let other = 0; other < n; other++) side === 'query' ? visit(index, other) : visit(other, index)
  return [...found.values()]
}

/** The links between words that change most between the sentences, the greatest change first. */
export function greatestChanges(aligned: Aligned, units: readonly Unit[], count: number) {
  const n = units.length
  const all: { query: number; key: number; pair: TwoWeights; change: number }[] = []
  for (let query = 0; query < n; query++) {
    if (units[query]?.special) continue
    for (let key = 0; key < n; key++) {
      if (units[key]?.special) continue
      const pair = aligned.at(query, key)
      const change = difference(pair)
      if (change !== null && Math.abs(change) >= kLeast) all.push({ query, key, pair, change })
    }
  }
  return all.sort((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, count)
}
