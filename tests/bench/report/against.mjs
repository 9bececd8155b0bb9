import { percent, table, times } from './table.mjs'

const bits = (difference) => {
  if (difference === undefined) return ''
  return difference === 0 ? 'equal' : difference.toExponential(1)
}

const megabytes = (bytes) => (bytes ? bytes.map((count) => (count / 1e6).toFixed(1)).join(' / ') : '')

/** The table of two builds; a ratio above 1 says that this build is the faster one. @param {{ rows: object[] }} run */
export function againstTable({ rows }) {
  const lines = rows.flatMap(({ variant, what, ours, theirs, ratio, least, difference, bytes }, i) => [
    ...(i && rows[i - 1].variant !== variant ? [null] : []),
    [
      rows[i - 1]?.variant === variant ? '' : variant,
      what,
      ours.median.toFixed(2),
      theirs.median.toFixed(2),
      String(ours.rounds),
      times(ratio, 3),
      times(least, 3),
      bits(difference),
      megabytes(bytes)
    ]
  ])
  const heads = [
    'engine',
    'what',
    'this ms',
    'other ms',
    'pairs',
    'ratio',
    'of least',
    'numbers',
    'memory MB, this / other'
  ]
  const worst = rows.reduce((low, row) => (row.ratio < low.ratio ? row : low))
  return `${table(heads, lines)}\n\nLeast ratio: ${times(worst.ratio, 3)} (${worst.variant}, ${worst.what}): this build takes ${percent(1 / worst.ratio - 1, 1)} more time there.`
}
