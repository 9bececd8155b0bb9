import { isSelf, type Weights, weightAt } from '../../reading/weights'

export interface ContrastRow {
  key: number
  first: number
  second: number
}

/** For one query in two sentences of the same shape: the words whose links are strongest in either. */
export function contrastRows(first: Weights, second: Weights, query: number, count: number): ContrastRow[] {
  const self = isSelf(first)
  return first.keys
    .flatMap((unit, key) =>
      unit.special || (self && key === query)
        ? []
        : [{ key, first: weightAt(first, query, key), second: weightAt(second, query, key) }]
    )
    .sort((a, b) => Math.max(b.first, b.second) - Math.max(a.first, a.second))
    .slice(0, count)
}
