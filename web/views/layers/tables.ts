import { weightAt } from '../../reading/weights'
import { labelOf, type Shown, upTo } from '../../shared/shown'
import type { Cell, Table } from '../../shared/table'
import { aggregates } from './choices'
import { layerRows } from './layers'

/** What one word gives to each word in every layer: the aggregates, and each head. */
export function layerTable({ reading, pins }: Shown): Table {
  const { units, trace } = reading
  const columns = [
    'layer',
    'query word',
    'key',
    'key word',
    ...aggregates,
    ...upTo(trace.heads).map((head) => `head ${head}`)
  ]
  const query = pins.findLast((pin) => pin.index < units.length)?.index
  if (query === undefined) return { name: 'layers', columns, rows: [] }
  const found = aggregates.map((aggregate) => layerRows(trace, units, query, aggregate, reading.weights))
  const rows = upTo(trace.layers).flatMap((layer) =>
    units.map((unit, key): Cell[] => [
      layer,
      labelOf(units, query),
      key,
      unit.label,
      ...found.map((one) => one[layer]?.[key] ?? null),
      ...upTo(trace.heads).map((head) => weightAt(reading.weights({ layer, head }), query, key))
    ])
  )
  return { name: 'layers', columns, rows }
}
