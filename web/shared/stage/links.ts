import type { Spot, Unit } from '../../reading/types'
import { weightAt } from '../../reading/weights'

/** One curve. `slot` is the place of its head among the heads drawn together. */
export interface Link {
  id: string
  slot: number
  query: number
  key: number
  weight: number
}

export interface LinkSet {
  links: Link[]
  /** All links there are, n*n. */
  total: number
  /** Share of all attention that the links carry, 0..1. */
  share: number
}

/** More curves than this are neither readable nor smooth; the page says when it stops. */
export const kLinkCap = 2000

export function makeLink(slot: number, query: number, key: number, weight: number): Link {
  return { id: `${slot}:${query}:${key}`, slot, query, key, weight }
}

/** Which links of a pair are drawn, by the sentences they go from and to. */
export type PairFilter = 'all' | 'aa' | 'ab' | 'ba' | 'bb'

/** Which links may be drawn at all: all but those that a filter leaves out. */
export type Allowed = (query: Unit, key: Unit) => boolean

/** The links of a pair that go from and to the sentences that a filter names, hidden special tokens left out. */
export function allowedLinks(pair: PairFilter, hideSpecial: boolean): Allowed {
  const [from, to] = pair === 'all' ? [null, null] : [pair[0] === 'a' ? 0 : 1, pair[1] === 'a' ? 0 : 1]
  return (query, key) =>
    (from === null || query.segment === from) &&
    (to === null || key.segment === to) &&
    !(hideSpecial && (query.special || key.special))
}

/**
 * Per query the strongest links until `mass` of what it gives is drawn (exBERT's threshold).
 * Links that are not allowed are left out of the count, but no weight is ever rescaled.
 */
export function linksByMass(
  weights: Float32Array,
  units: readonly Unit[],
  mass: number,
  hidden: boolean | Allowed,
  slot = 0
): LinkSet {
  const n = units.length
  const allowed = typeof hidden === 'boolean' ? allowedLinks('all', hidden) : hidden
  const links: Link[] = []
  const row = new Float32Array(n)
  let carried = 0
  let all = 0
  for (const [query, from] of units.entries()) {
    const keys: number[] = []
    for (const [key, to] of units.entries()) {
      const weight = Math.abs(weightAt(weights, n, query, key))
      all += weight
      if (!allowed(from, to)) continue
      row[keys.length] = weight
      keys.push(key)
    }
    // Sorted as plain numbers first, which is fast, to find the weight at which the goal is reached.
    const sorted = row.slice(0, keys.length).sort()
    const goal = mass * sorted.reduce((sum, weight) => sum + weight, 0)
    let sum = 0
    let least = sorted.length
    while (least > 0 && sum < goal - 1e-6 && (sorted[least - 1] as number) > 0) sum += sorted[--least] as number
    const threshold = sorted[least] ?? Number.POSITIVE_INFINITY
    const chosen: Link[] = []
    for (const [i, key] of keys.entries())
      if ((row[i] as number) >= threshold) chosen.push(signedLink(slot, query, key, weightAt(weights, n, query, key)))
    chosen.sort((a, b) => b.weight - a.weight)
    for (const link of chosen.slice(0, sorted.length - least)) links.push(link)
    carried += sum
  }
  return { links, total: n * n, share: all > 0 ? carried / all : 0 }
}

/** Of a difference: what is negative belongs to the other head, which is the next slot. */
function signedLink(slot: number, query: number, key: number, weight: number) {
  return weight < 0 ? makeLink(slot + 1, query, key, -weight) : makeLink(slot, query, key, weight)
}

/** What one head gives more than another, link by link. */
export function subtractWeights(first: Float32Array, second: Float32Array): Float32Array {
  return first.map((weight, i) => weight - (second[i] ?? 0))
}

/** The strongest `cap` links, in reading order. */
export function capLinks(links: readonly Link[], cap = kLinkCap): Link[] {
  if (links.length <= cap) return [...links]
  return [...links]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, cap)
    .sort((a, b) => a.query - b.query || a.key - b.key)
}

/** Every link of the chosen places: a query's whole row, a key's whole column. */
export function linksOfSpots(
  weights: Float32Array,
  units: readonly Unit[],
  spots: readonly Spot[],
  hidden: boolean | Allowed,
  slot = 0
): Link[] {
  const n = units.length
  const allowed = typeof hidden === 'boolean' ? allowedLinks('all', hidden) : hidden
  const found = new Map<string, Link>()
  for (const spot of spots) {
    if (spot.index >= n) continue
    for (let i = 0; i < n; i++) {
      const [query, key] = spot.side === 'query' ? [spot.index, i] : [i, spot.index]
      const [from, to] = [units[query], units[key]]
      if (!from || !to || !allowed(from, to)) continue
      const link = signedLink(slot, query, key, weightAt(weights, n, query, key))
      if (link.weight >= 0.0005) found.set(link.id, link)
    }
  }
  return [...found.values()]
}

/**
 * What every word gets from the places in focus (or gives to them) under each matrix, added up; of several heads the
 * one that counts most. Only the places on the side of the last one count: a sum over both would mean nothing.
 */
export function seenFrom(matrices: readonly Float32Array[], n: number, spots: readonly Spot[]) {
  const side = spots.at(-1)?.side ?? 'query'
  const from = spots.filter((spot) => spot.side === side && spot.index < n)
  if (from.length === 0) return Array.from({ length: n }, () => ({ weight: 0, slot: 0 }))
  return Array.from({ length: n }, (_, i) => {
    let best = { weight: 0, slot: 0 }
    for (const [slot, w] of matrices.entries()) {
      let sum = 0
      for (const { index } of from) sum += side === 'query' ? weightAt(w, n, index, i) : weightAt(w, n, i, index)
      if (Math.abs(sum) > Math.abs(best.weight)) best = { weight: sum, slot: sum < 0 ? slot + 1 : slot }
    }
    return best
  })
}

/** Between two pictures: links keep their identity, newcomers grow from nothing, leavers shrink to it. */
export function blendLinks(from: readonly Link[], to: readonly Link[], t: number): Link[] {
  if (t >= 1) return [...to]
  const before = new Map(from.map((link) => [link.id, link]))
  const blended = to.map((link) => {
    const old = before.get(link.id)
    before.delete(link.id)
    return { ...link, weight: mix(old?.weight ?? 0, link.weight, t) }
  })
  for (const link of before.values()) blended.push({ ...link, weight: mix(link.weight, 0, t) })
  return blended
}

const mix = (a: number, b: number, t: number) => a + (b - a) * t
