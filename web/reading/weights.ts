import type { Unit } from './types'

/**
 * Weights between units from weights between tokens: summed over a unit's key tokens, averaged over
 * its query tokens, so that every row still sums to 1. (T*T) -> (n*n), row = query.
 */
export function mergeWeights(weights: Float32Array, tokens: number, units: readonly Unit[]): Float32Array {
  const n = units.length
  if (n === tokens) return weights
  const merged = new Float32Array(n * n)
  const column = new Uint16Array(tokens)
  for (const [u, unit] of units.entries()) for (const t of unit.tokens) column[t] = u
  // Every head of a text passes through here at every keystroke: plain loops over plain numbers.
  const row = new Float64Array(n)
  for (let u = 0; u < n; u++) {
    const queries = (units[u] as Unit).tokens
    row.fill(0)
    for (const query of queries) {
      const start = query * tokens
      for (let key = 0; key < tokens; key++) {
        const to = column[key] as number
        row[to] = (row[to] as number) + (weights[start + key] as number)
      }
    }
    for (let to = 0; to < n; to++) merged[u * n + to] = (row[to] as number) / queries.length
  }
  return merged
}

/** The weight from a query to a key; 0 outside the matrix. */
export function weightAt(weights: Float32Array, n: number, query: number, key: number): number {
  return query < n && key < n ? (weights[query * n + key] ?? 0) : 0
}

/** Mean share that words give to special tokens. Rows of special tokens are not counted, as in every other measure. */
export function specialShare(weights: Float32Array, units: readonly Unit[]): number {
  const shares = units.flatMap((unit, q) => (unit.special ? [] : [rowSpecialShare(weights, units, q)]))
  return shares.length ? shares.reduce((sum, share) => sum + share, 0) / shares.length : 0
}

/** Share of one row's attention that goes to special tokens. */
export function rowSpecialShare(weights: Float32Array, units: readonly Unit[], query: number): number {
  let sum = 0
  for (const [key, unit] of units.entries()) if (unit.special) sum += weightAt(weights, units.length, query, key)
  return sum
}

export interface Ranked {
  index: number
  weight: number
}

/** The strongest partners of a query (its keys) or of a key (its queries), strongest first. */
export function strongest(
  weights: Float32Array,
  n: number,
  side: 'query' | 'key',
  index: number,
  count: number
): Ranked[] {
  const all: Ranked[] = []
  for (let i = 0; i < n; i++) {
    all.push({ index: i, weight: side === 'query' ? weightAt(weights, n, index, i) : weightAt(weights, n, i, index) })
  }
  return all.sort((a, b) => b.weight - a.weight).slice(0, count)
}
