// The numbers under each view, as tables: whole, not rounded, and for the sentence, heads and words that are chosen.

import { alignUnits } from '../../reading/align'
import { measureHead, measures } from '../../reading/measures'
import type { Reading } from '../../reading/reading'
import type { HeadRef, Spot, Unit } from '../../reading/types'
import { weightAt } from '../../reading/weights'
import type { Cell, Table } from '../../shared/csv'
import { alignWeights, difference } from '../../views/compare/compare'
import { cosinePerLayer, placePairs } from '../../views/compare/cosine'
import { aggregates, layerRows } from '../../views/layers/layers'

/** What is on the screen when the numbers are asked for. */
export interface Shown {
  view: string
  reading: Reading
  second: Reading | null
  heads: readonly HeadRef[]
  pins: readonly Spot[]
  /** D */
  width: number
}

/** The tables of a view; the first one is what a CSV file holds. */
export async function tablesOf(shown: Shown): Promise<Table[]> {
  const { view, reading, second } = shown
  if (view === 'heads') return [headTable(reading)]
  if (view === 'find') return [pairTable(shown)]
  if (view === 'layers') return [layerTable(shown)]
  if (view === 'steps') return stepTables(shown)
  if (view === 'compare') return [...(second ? [compareTable(shown, second)] : []), ...(await cosineTable(shown))]
  return [weightTable(shown)]
}

const label = (units: readonly Unit[], index: number) => units[index]?.label ?? ''

/** Every weight of the chosen heads, a line each. */
function weightTable({ reading, heads }: Shown): Table {
  const { units } = reading
  const rows: Cell[][] = []
  for (const head of heads) {
    const weights = reading.weights(head)
    for (const [query, from] of units.entries())
      for (const [key, to] of units.entries())
        rows.push([
          head.layer,
          head.head,
          query,
          from.label,
          key,
          to.label,
          weightAt(weights, units.length, query, key)
        ])
  }
  return { name: 'weights', columns: ['layer', 'head', 'query', 'query word', 'key', 'key word', 'weight'], rows }
}

const everyHead = ({ trace }: Reading): HeadRef[] =>
  Array.from({ length: trace.layers * trace.heads }, (_, i) => ({
    layer: Math.floor(i / trace.heads),
    head: i % trace.heads
  }))

function headTable(reading: Reading): Table {
  const rows = everyHead(reading).map((head): Cell[] => {
    const found = measureHead(reading.weights(head), reading.units)
    return [head.layer, head.head, ...measures.map((measure) => found?.[measure] ?? null)]
  })
  return { name: 'heads', columns: ['layer', 'head', ...measures], rows }
}

/** The two words of "Find the head": the last query and the last key that are pinned. */
function pairTable({ reading, second, pins }: Shown): Table {
  const last = (side: Spot['side']) =>
    pins.findLast((pin) => pin.side === side && pin.index < reading.units.length)?.index
  const [query, key] = [last('query'), last('key')]
  const columns = ['layer', 'head', 'query word', 'key word', 'weight', 'weight in second sentence', 'change']
  if (query === undefined || key === undefined) return { name: 'heads for a pair of words', columns, rows: [] }
  const [from, to] = [label(reading.units, query), label(reading.units, key)]
  const rows = second ? alignUnits(reading.units, second.units) : []
  const inSecond = (index: number) => rows.find((row) => row.first === index)?.second ?? null
  const [otherQuery, otherKey] = [inSecond(query), inSecond(key)]
  return {
    name: 'heads for a pair of words',
    columns,
    rows: everyHead(reading).map((head): Cell[] => {
      const weight = weightAt(reading.weights(head), reading.units.length, query, key)
      const other =
        second && otherQuery !== null && otherKey !== null
          ? weightAt(second.weights(head), second.units.length, otherQuery, otherKey)
          : null
      return [head.layer, head.head, from, to, weight, other, other === null ? null : other - weight]
    })
  }
}

function layerTable({ reading, pins }: Shown): Table {
  const { units, trace } = reading
  const columns = [
    'layer',
    'query word',
    'key',
    'key word',
    ...aggregates,
    ...range(trace.heads).map((head) => `head ${head}`)
  ]
  const query = pins.findLast((pin) => pin.index < units.length)?.index
  if (query === undefined) return { name: 'layers', columns, rows: [] }
  const found = aggregates.map((aggregate) => layerRows(trace, units, query, aggregate, reading.weights))
  const rows = range(trace.layers).flatMap((layer) =>
    units.map((unit, key): Cell[] => [
      layer,
      label(units, query),
      key,
      unit.label,
      ...found.map((one) => one[layer]?.[key] ?? null),
      ...range(trace.heads).map((head) => weightAt(reading.weights({ layer, head }), units.length, query, key))
    ])
  )
  return { name: 'layers', columns, rows }
}

function compareTable({ reading, heads }: Shown, second: Reading): Table {
  const head = heads[0] ?? { layer: 0, head: 0 }
  const rows = alignUnits(reading.units, second.units)
  const aligned = alignWeights(
    rows,
    { weights: reading.weights(head), n: reading.units.length },
    { weights: second.weights(head), n: second.units.length }
  )
  const names = rows.map((row) => [
    row.first === null ? null : label(reading.units, row.first),
    row.second === null ? null : label(second.units, row.second)
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

/** One head and one query token: its row of scores, scaled scores and weights; then q, k, v and context of every token. */
async function stepTables({ reading, heads, pins }: Shown): Promise<Table[]> {
  const head = heads[0] ?? { layer: 0, head: 0 }
  const step = (await reading.detail.steps(head.layer))[head.head]
  if (!step) return []
  const { tokens, units } = reading
  const unit = units[pins.findLast((pin) => pin.side === 'query' && pin.index < units.length)?.index ?? -1]
  const query = unit?.tokens[0] ?? 0
  const t = tokens.length
  const d = step.q.length / t
  const where = [head.layer, head.head]
  return [
    {
      name: 'one query',
      columns: ['layer', 'head', 'query', 'query token', 'key', 'key token', 'score', 'scaled', 'weight'],
      rows: tokens.map((token, key): Cell[] => {
        const at = query * t + key
        return [
          ...where,
          query,
          tokens[query]?.text ?? '',
          key,
          token.text,
          step.scores[at] ?? null,
          step.scaled[at] ?? null,
          step.weights[at] ?? null
        ]
      })
    },
    ...(['q', 'k', 'v', 'context'] as const).map(
      (name): Table => ({
        name,
        columns: ['layer', 'head', 'place', 'token', ...range(d).map(String)],
        rows: tokens.map((token, place): Cell[] => [
          ...where,
          place,
          token.text,
          ...step[name].subarray(place * d, place * d + d)
        ])
      })
    )
  ]
}

const range = (count: number) => Array.from({ length: count }, (_, i) => i)

/** The tables as JSON: an object a line of a table, under the table's name, with what they belong to. */
export function toJson(about: Record<string, unknown>, tables: readonly Table[]): string {
  const named = tables.map((table) => [
    table.name,
    table.rows.map((row) => Object.fromEntries(table.columns.map((column, i) => [column, row[i] ?? null])))
  ])
  return `${JSON.stringify({ ...about, ...Object.fromEntries(named) }, null, 1)}\n`
}
