import { type Shown, upTo } from '../../shared/shown'
import type { Cell, Table } from '../../shared/table'

/** One head and one query token: its row of scores, scaled scores and weights; then q, k, v and context of every token. */
export async function stepTables({ reading, heads, pins }: Shown): Promise<Table[]> {
  const head = heads[0] ?? { layer: 0, head: 0 }
  const { step } = await reading.detail.layer(head.layer, head.head)
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
        columns: ['layer', 'head', 'place', 'token', ...upTo(d).map(String)],
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
