import { alignUnits } from '../../reading/align'
import type { Spot } from '../../reading/types'
import { weightAt } from '../../reading/weights'
import { everyHead, labelOf, type Shown } from '../../shared/shown'
import type { Cell, Table } from '../../shared/table'

/** The two words of "Find the head": the last query and the last key that are pinned. */
export function pairTable({ reading, second, pins }: Shown): Table {
  const last = (side: Spot['side']) =>
    pins.findLast((pin) => pin.side === side && pin.index < reading.units.length)?.index
  const [query, key] = [last('query'), last('key')]
  const columns = ['layer', 'head', 'query word', 'key word', 'weight', 'weight in second sentence', 'change']
  if (query === undefined || key === undefined) return { name: 'heads for a pair of words', columns, rows: [] }
  const [from, to] = [labelOf(reading.units, query), labelOf(reading.units, key)]
  const rows = second ? alignUnits(reading.units, second.units) : []
  const inSecond = (index: number) => rows.find((row) => row.first === index)?.second ?? null
  const [otherQuery, otherKey] = [inSecond(query), inSecond(key)]
  return {
    name: 'heads for a pair of words',
    columns,
    rows: everyHead(reading).map((head): Cell[] => {
      const weight = weightAt(reading.weights(head), query, key)
      const other =
        second && otherQuery !== null && otherKey !== null ? weightAt(second.weights(head), otherQuery, otherKey) : null
      return [head.layer, head.head, from, to, weight, other, other === null ? null : other - weight]
    })
  }
}
