import type { Unit } from './types'

/**
 * How much every word that looks (a query, a row) gives to every word looked at (a key, a column); every row sums to 1.
 * Where words look at one another, as in self-attention, both are the same list.
 */
export interface Weights {
  queries: readonly Unit[]
  keys: readonly Unit[]
  /** [queries, keys], row-major. */
  values: Float32Array
}

/** Weights between words that look at one another. */
export const weightsAmong = (units: readonly Unit[], values: Float32Array): Weights => ({
  queries: units,
  keys: units,
  values
})

/** Whether rows and columns are the same words, so that a word has a place before, after and at itself. */
export const isSelf = ({ queries, keys }: Pick<Weights, 'queries' | 'keys'>) => queries === keys

/** So many tokens, and the units that they make. */
export interface Grouped {
  tokens: number
  units: readonly Unit[]
}

/**
 * Weights between units from weights between tokens: summed over a unit's key tokens, averaged over its query tokens, so
 * that every row still sums to 1. [query tokens, key tokens] -> [queries, keys]
 */
export function mergeWeights(values: Float32Array, queries: Grouped, keys: Grouped): Weights {
  const [rows, columns] = [queries.units.length, keys.units.length]
  const merge = (merged: Float32Array): Weights => ({ queries: queries.units, keys: keys.units, values: merged })
  if (rows === queries.tokens && columns === keys.tokens) return merge(values)
  const merged = new Float32Array(rows * columns)
  const column = new Uint16Array(keys.tokens)
  for (const [u, unit] of keys.units.entries()) for (const t of unit.tokens) column[t] = u
  // Every head of a text passes through here at every keystroke: plain loops over plain numbers.
  const row = new Float64Array(columns)
  for (let u = 0; u < rows; u++) {
    const own = (queries.units[u] as Unit).tokens
    row.fill(0)
    for (const query of own) {
      const start = query * keys.tokens
      for (let key = 0; key < keys.tokens; key++) {
        const to = column[key] as number
        row[to] = (row[to] as number) + (values[start + key] as number)
      }
    }
    for (let to = 0; to < columns; to++) merged[u * columns + to] = (row[to] as number) / own.length
  }
  return merge(merged)
}

/** The weight from a query to a key; 0 outside the matrix. */
export function weightAt({ values, queries, keys }: Weights, query: number, key: number): number {
  return query < queries.length && key < keys.length ? (values[query * keys.length + key] ?? 0) : 0
}

/** What one query gives to every key. */
export const rowOf = ({ values, keys }: Weights, query: number) =>
  values.subarray(query * keys.length, (query + 1) * keys.length)

/** Mean share that words give to special tokens. Rows of special tokens are not counted, as in every other measure. */
export function specialShare(weights: Weights): number {
  const shares = weights.queries.flatMap((unit, q) => (unit.special ? [] : [rowSpecialShare(weights, q)]))
  return shares.length ? shares.reduce((sum, share) => sum + share, 0) / shares.length : 0
}

/** Share of one row's attention that goes to special tokens. */
export function rowSpecialShare(weights: Weights, query: number): number {
  let sum = 0
  for (const [key, unit] of weights.keys.entries()) if (unit.special) sum += weightAt(weights, query, key)
  return sum
}

export interface Ranked {
  index: number
  weight: number
}

/** The strongest partners of a query (its keys) or of a key (its queries), strongest first. */
export function strongest(weights: Weights, side: 'query' | 'key', index: number, count: number): Ranked[] {
  const others = side === 'query' ? weights.keys : weights.queries
  return others
    .map((_, i) => ({ index: i, weight: side === 'query' ? weightAt(weights, index, i) : weightAt(weights, i, index) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, count)
}
