import { measureHead, measures } from '../../reading/measures'
import { everyHead, type Shown } from '../../shared/shown'
import type { Cell, Table } from '../../shared/table'

/** What is measured of every head. */
export function headTable({ reading }: Shown): Table {
  const rows = everyHead(reading).map((head): Cell[] => {
    const found = measureHead(reading.weights(head))
    return [head.layer, head.head, ...measures.map((measure) => found?.[measure] ?? null)]
  })
  return { name: 'heads', columns: ['layer', 'head', ...measures], rows }
}
