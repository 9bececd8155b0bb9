import { alignUnits } from '../../reading/align'
import type { Reading } from '../../reading/reading'
import { labelOf, type Shown } from '../../shared/shown'
import type { Cell, Table } from '../../shared/table'
import { alignWeights, difference } from './compare'
import { cosinePerLayer, placePairs } from './cosine'

/** The links of one head in both sentences, and how alike the vectors of two words are after each layer. */
export async function compareTables(shown: Shown): Promise<Table[]> {
  return [...(shown.second ? [compareTable(shown, shown.second)] : []), ...(await cosineTable(shown))]
}

function compareTable({ reading, heads }: Shown, second: Reading): Table {
  const head = heads[0] ?? { layer: 0, head: 0 }
  const rows = alignUnits(reading.units, second.units)
  const aligned = alignWeights(rows, reading.weights(head), second.weights(head))
  const names = rows.map((row) => [
    row.first === null ? null : labelOf(reading.units, row.first),
    row.second === null ? null : labelOf(second.units, row.second)
  ])
  return {
    name: 'comparison',
    columns: ['layer', 'head', 'first query', 'second query', 'first key', 'second key', 'first', 'second', 'change'],
    rows: rows.flatMap((_, query) =>
      rows.map((_, key): Cell[] => {
        const pair = aligned.at(query, key)
        return [
          head.layer,
          head.head,
          ...(names[query] ?? []),
          ...(names[key] ?? []),
          pair.first,
          pair.second,
          difference(pair)
        ]
      })
    )
  }
}

async function cosineTable({ reading, second, pins, width }: Shown): Promise<Table[]> {
  const wanted = pins.findLast((pin) => pin.index < reading.units.length)?.index ?? null
  const rows = second ? alignUnits(reading.units, second.units) : []
  const pairs = placePairs(reading.units, second?.units ?? [], rows, wanted)
  if (pairs.length === 0) return []
  const hidden = await Promise.all([reading, ...(second ? [second] : [])].map((one) => one.detail.hidden()))
  const readings = [reading, second]
  return [
    {
      name: 'cosines',
      columns: [
        'first word',
        'first sentence',
        'first place',
        'second word',
        'second sentence',
        'second place',
        ...(hidden[0] ?? []).map((_, i) => (i ? `after layer ${i - 1}` : 'embedding'))
      ],
      rows: pairs.flatMap(({ a, b }) => {
        const [one, two] = [readings[a.sentence]?.units[a.index], readings[b.sentence]?.units[b.index]]
        const [first, other] = [hidden[a.sentence], hidden[b.sentence]]
        if (!one || !two || !first || !other) return []
        const values = cosinePerLayer(
          { hidden: first, tokens: one.tokens },
          { hidden: other, tokens: two.tokens },
          width
        )
        return [[one.label, a.sentence + 1, a.index, two.label, b.sentence + 1, b.index, ...values]]
      })
    }
  ]
}
