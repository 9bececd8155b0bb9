import type { HeadKind, Unit } from './types'
import { weightAt } from './weights'

/** Where one head's attention goes in one sentence, as shares 0..1 averaged over the rows of words. */
export interface HeadProfile {
  special: number
  previous: number
  next: number
  self: number
  other: number
  /** How many words a row is spread over: exp(entropy) of its share to words, 1 = one word. */
  spread: number
}


export function profileOf(weights: Float32Array, units: readonly Unit[]): HeadProfile | null {
  const n = units.length
  const rows = units.flatMap((unit, i) => (unit.special ? [] : [i]))
  if (rows.length === 0) return null
  const sum = { special: 0, previous: 0, next: 0, self: 0, other: 0, spread: 0 }
  for (const q of rows) {
    let words = 0
    for (const [k, unit] of units.entries()) {
      const w = weightAt(weights, n, q, k)
      if (unit.special) sum.special += w
      else {
        words += w
        if (k === q) sum.self += w
        else if (k === q - 1) sum.previous += w
        else if (k === q + 1) sum.next += w
        else sum.other += w
      }
    }
    let entropy = 0
    for (const k of rows) {
      const p = words > 0 ? weightAt(weights, n, q, k) / words : 0
      if (p > 0) entropy -= p * Math.log(p)
    }
    sum.spread += Math.exp(entropy)
  }
  for (const key of Object.keys(sum) as (keyof HeadProfile)[]) sum[key] /= rows.length
  return sum
}

/** The plain word for a profile. Thresholds are a reading aid, not a finding. */
export function kindOf(profile: HeadProfile, words: number): HeadKind {
  if (profile.previous >= 0.4) return 'previous'
  if (profile.next >= 0.4) return 'next'
  if (profile.self >= 0.4) return 'self'
  if (profile.special >= 0.7) return 'special'
  return profile.spread <= Math.max(2.5, words * 0.45) ? 'few' : 'many'
}
