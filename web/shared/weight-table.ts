import { weightAt } from '../reading/weights'
import type { Shown } from './shown'
import type { Cell, Table } from './table'

/** Every weight of the chosen heads, a line each. */
export function weightTable({ reading, heads }: Shown): Table {
  const rows: Cell[][] = []
  for (const head of heads) {
    const weights = reading.weights(head)
    for (const [query, from] of weights.queries.entries())
      for (const [key, to] of weights.keys.entries())
        rows.push([head.layer, head.head, query, from.label, key, to.label, weightAt(weights, query, key)])
  }
  return { name: 'weights', columns: ['layer', 'head', 'query', 'query word', 'key', 'key word', 'weight'], rows }
}
