import type { Unit } from '../../reading/types'
import { weightAt } from '../../reading/weights'

export interface ContrastRow {
  key: number
  first: number
  second: number
}

/** For one query in two sentences of the same shape: the words whose links are strongest in either. */
export function contrastRows(
  first: Float32Array,
  second: Float32Array,
  units: readonly Unit[],
  query: number,
  count: number
): ContrastRow[] {
  const n = units.length
  return units
    .flatMap((unit, key) =>
      unit.special || key === query
        ? []
        : [{ key, first: weightAt(first, n, query, key), second: weightAt(second, n, query, key) }]
    )
    .sort((a, b) => Math.max(b.first, b.second) - Math.max(a.first, a.second))
    .slice(0, count)
}
