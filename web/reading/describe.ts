import type { HeadKind, Unit } from './types'
import { isSelf, type Weights, weightAt } from './weights'

/** Where one head's attention goes in one sentence, as shares 0..1 averaged over the rows of words. */
export interface HeadProfile {
  special: number
  previous: number
  next: number
  self: number
  other: number
}

export function profileOf(weights: Weights): HeadProfile | null {
  const rows = weights.queries.flatMap((unit, i) => (unit.special ? [] : [i]))
  if (rows.length === 0) return null
  const self = isSelf(weights)
  const sum: HeadProfile = { special: 0, previous: 0, next: 0, self: 0, other: 0 }
  for (const q of rows)
    for (const [k, unit] of weights.keys.entries())
      sum[placeOf(unit, self ? k - q : null)] += weightAt(weights, q, k) / rows.length
  return sum
}

/** `distance` is null between words of two texts, where none is before or after another. */
function placeOf(unit: Unit, distance: number | null): keyof HeadProfile {
  if (unit.special) return 'special'
  if (distance === 0) return 'self'
  if (distance === -1) return 'previous'
  return distance === 1 ? 'next' : 'other'
}

/** The plain word for what is left after [CLS] and [SEP]. The thresholds are a reading aid, not a finding. */
export function kindOf(profile: HeadProfile): HeadKind {
  const words = profile.previous + profile.next + profile.self + profile.other
  const most = (['previous', 'next', 'self'] as const).find((place) => profile[place] >= words * 0.5)
  if (most) return most
  return profile.other >= words * 0.5 ? 'far' : 'near'
}

/** The strongest link between two different words, or null where there is none. */
export function sharpestLink(weights: Weights) {
  const { queries, keys } = weights
  const self = isSelf(weights)
  let best: { query: number; key: number; weight: number } | null = null
  for (let query = 0; query < queries.length; query++) {
    if (queries[query]?.special) continue
    for (let key = 0; key < keys.length; key++) {
      if ((self && key === query) || keys[key]?.special) continue
      const weight = weightAt(weights, query, key)
      if (weight > (best?.weight ?? 0)) best = { query, key, weight }
    }
  }
  return best
}
