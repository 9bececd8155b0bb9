import type { Spot, Unit } from '../../reading/types'
import { type Weights, weightAt } from '../../reading/weights'

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
  /** All links there are: as many as weights. */
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
export function linksByMass(weights: Weights, mass: number, hidden: boolean | Allowed, slot = 0): LinkSet {
  const { queries, keys } = weights
  const allowed = typeof hidden === 'boolean' ? allowedLinks('all', hidden) : hidden
  const links: Link[] = []
  const row = new Float32Array(keys.length)
  let carried = 0
  let all = 0
  for (const [query, from] of queries.entries()) {
    const places: number[] = []
    for (const [key, to] of keys.entries()) {
      const weight = Math.abs(weightAt(weights, query, key))
      all += weight
      if (!allowed(from, to)) continue
      row[places.length] = weight
      places.push(key)
    }
    // Sorted as plain numbers first, which is fast, to find the weight at which the goal is reached.
    const sorted = row.slice(0, places.length).sort()
    const goal = mass * sorted.reduce((sum, weight) => sum + weight, 0)
    let sum = 0
    let least = sorted.length
    while (least > 0 && sum < goal - 1e-6 && (sorted[least - 1] as number) > 0) sum += sorted[--least] as number
    const threshold = sorted[least] ?? Number.POSITIVE_INFINITY
    const chosen: Link[] = []
    for (const [i, key] of places.entries())
      if ((row[i] as number) >= threshold) chosen.push(signedLink(slot, query, key, weightAt(weights, query, key)))
    chosen.sort((a, b) => b.weight - a.weight)
    for (const link of chosen.slice(0, sorted.length - least)) links.push(link)
    carried += sum
  }
  return { links, total: queries.length * keys.length, share: all > 0 ? carried / all : 0 }
}

/** Of a difference: what is negative belongs to the other head, which is the next slot. */
function signedLink(slot: number, query: number, key: number, weight: number) {
  return weight < 0 ? makeLink(slot + 1, query, key, -weight) : makeLink(slot, query, key, weight)
}

/** What one head gives more than another, link by link. */
export function subtractWeights(first: Weights, second: Weights): Weights {
  return { ...first, values: first.values.map((weight, i) => weight - (second.values[i] ?? 0)) }
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
export function linksOfSpots(weights: Weights, spots: readonly Spot[], hidden: boolean | Allowed, slot = 0): Link[] {
  const { queries, keys } = weights
  const allowed = typeof hidden === 'boolean' ? allowedLinks('all', hidden) : hidden
  const found = new Map<string, Link>()
  for (const { side, index } of spots) {
    const [own, others] = side === 'query' ? [queries, keys] : [keys, queries]
    if (index >= own.length) continue
    for (let i = 0; i < others.length; i++) {
      const [query, key] = side === 'query' ? [index, i] : [i, index]
      const [from, to] = [queries[query], keys[key]]
      if (!from || !to || !allowed(from, to)) continue
      const link = signedLink(slot, query, key, weightAt(weights, query, key))
      if (link.weight >= 0.0005) found.set(link.id, link)
    }
  }
  return [...found.values()]
}

/**
 * What every word of one side gets from the places in focus (or gives to them) under each matrix, added up; of several
 * heads the one that counts most. Only the places on the side of the last one count: a sum over both would mean nothing.
 */
export function seenFrom(matrices: readonly Weights[], spots: readonly Spot[]) {
  const side = spots.at(-1)?.side ?? 'query'
  const [first] = matrices
  const [own, others] = side === 'query' ? [first?.queries, first?.keys] : [first?.keys, first?.queries]
  const from = spots.filter((spot) => spot.side === side && spot.index < (own?.length ?? 0))
  return (others ?? []).map((_, i) => {
    let best = { weight: 0, slot: 0 }
    for (const [slot, w] of matrices.entries()) {
      let sum = 0
      for (const { index } of from) sum += side === 'query' ? weightAt(w, index, i) : weightAt(w, i, index)
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
