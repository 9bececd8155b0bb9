import { betweenTarget } from '../targets.mjs'
import { percent, table } from './table.mjs'

/** How much more a length between two of the model's usual ones costs than the straight line between those says. */
export function betweenTable({ rows, anchors }) {
  const time = (tokens) => rows.find((row) => row.tokens === tokens).minimum
  const lines = rows
    .filter(({ tokens }) => !anchors.includes(tokens))
    .map(({ tokens, minimum }) => {
      const low = anchors.findLast((anchor) => anchor < tokens)
      const high = anchors.find((anchor) => anchor > tokens)
      const line = time(low) + ((time(high) - time(low)) * (tokens - low)) / (high - low)
      const over = minimum / line - 1
      return [
        String(tokens),
        minimum.toFixed(2),
        `${low} and ${high}`,
        line.toFixed(2),
        percent(over, 1),
        `${percent(betweenTarget)} ${over <= betweenTarget ? '✓' : '✗'}`
      ]
    })
  return table(['T', 'minimum ms', 'line between', 'gives ms', 'over it', 'at most'], lines)
}
