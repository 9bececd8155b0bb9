import type { Trace, Unit } from '../../reading/types'
import { rowOf, type Weights } from '../../reading/weights'
import type { Aggregate } from './choices'
import { meanOfHeads, rolloutRows } from './rollout'

/** Where one word looks in one layer: one number a unit. */
export type LayerRow = Float64Array

const meansOf = new WeakMap<Trace, Float32Array[]>()

/** The mean of the heads, layer by layer; calculated once a trace, since the rollout of every word needs all of it. */
function means(trace: Trace): Float32Array[] {
  const known = meansOf.get(trace)
  if (known) return known
  const all = range(trace.layers).map((layer) =>
    meanOfHeads(range(trace.heads).map((head) => trace.attention(layer, head)))
  )
  meansOf.set(trace, all)
  return all
}

/** One word's row in every layer, as the aggregate says; from the weights between tokens. */
export function layerRows(
  trace: Trace,
  units: readonly Unit[],
  query: number,
  aggregate: Aggregate,
  weights: (head: { layer: number; head: number }) => Weights
): LayerRow[] {
  if (aggregate === 'rollout') {
    const tokens = units.reduce((count, unit) => count + unit.tokens.length, 0)
    const start = new Float64Array(tokens)
    const own = units[query]?.tokens ?? []
    for (const t of own) start[t] = 1 / own.length
    return rolloutRows(means(trace), tokens, start).map((row) => sumTokens(row, units))
  }
  return range(trace.layers).map((layer) => {
    const rows = range(trace.heads).map((head) => rowOf(weights({ layer, head }), query))
    return Float64Array.from(units, (_, key) =>
      aggregate === 'max'
        ? Math.max(...rows.map((row) => row[key] as number))
        : rows.reduce((sum, row) => sum + (row[key] as number), 0) / rows.length
    )
  })
}

const sumTokens = (row: Float64Array, units: readonly Unit[]) =>
  Float64Array.from(units, (unit) => unit.tokens.reduce((sum, t) => sum + (row[t] ?? 0), 0))

const range = (count: number) => Array.from({ length: count }, (_, i) => i)

/** The strongest entries of a row: places, the strongest first; special tokens only if asked for. */
export function strongestOf(row: ArrayLike<number>, units: readonly Unit[], count: number, special: boolean): number[] {
  return [...units.keys()]
    .filter((i) => special || !units[i]?.special)
    .sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0))
    .slice(0, count)
}

/** What one head gives most to, from one word. */
export interface HeadTop {
  layer: number
  head: number
  key: number
  weight: number
}

/** Every head's strongest link from one word; a row a layer. */
export function topOfHeads(
  layers: number,
  heads: number,
  units: readonly Unit[],
  query: number,
  weights: (head: { layer: number; head: number }) => Weights,
  special: boolean
): HeadTop[][] {
  return range(layers).map((layer) =>
    range(heads).map((head) => {
      const row = rowOf(weights({ layer, head }), query)
      const key = strongestOf(row, units, 1, special)[0] ?? 0
      return { layer, head, key, weight: row[key] ?? 0 }
    })
  )
}
