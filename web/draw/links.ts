import type { Spot, Unit } from './types'
import { weightAt } from './weights'

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

/**
 * Per query the strongest links until `mass` of what it gives is drawn (exBERT's threshold).
 * Hidden units are left out of the count, but no weight is ever rescaled.
 */
export function linksByMass(
  weights: Float32Array,
  units: readonly Unit[],
  mass: number,
  hideSpecial: boolean,
  slot = 0
): LinkSet {
  const n = units.length
  const visible = units
    .map((unit, i) => ({ unit, i }))
    .filter(({ unit }) => !(hideSpecial && unit.special))
    .map(({ i }) => i)
  const links: Link[] = []
  let carried = 0
  for (const query of visible) {
    const row = visible
      .map((key) => makeLink(slot, query, key, weightAt(weights, n, query, key)))
      .sort((a, b) => b.weight - a.weight)
    const goal = mass * row.reduce((sum, link) => sum + link.weight, 0)
    let sum = 0
    for (const link of row) {
      if (sum >= goal - 1e-6 || link.weight <= 0) break
      sum += link.weight
      links.push(link)
    }
    carried += sum
  }
  return { links, total: n * n, share: n ? carried / n : 0 }
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
  hideSpecial: boolean,
  slot = 0
): Link[] {
  const n = units.length
  const found = new Map<string, Link>()
  for (const spot of spots) {
    if (spot.index >= n) continue
    for (let i = 0; i < n; i++) {
      const [query, key] = spot.side === 'query' ? [spot.index, i] : [i, spot.index]
      if (hideSpecial && (units[query]?.special || units[key]?.special)) continue
      const link = makeLink(slot, query, key, weightAt(weights, n, query, key))
      if (link.weight >= 0.0005) found.set(link.id, link)
    }
  }
  return [...found.values()]
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
