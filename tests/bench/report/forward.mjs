import { driftRemark } from '../machine.mjs'
import { attentionTarget, forwardTarget, tileTarget } from '../targets.mjs'
import { percent, table, times } from './table.mjs'

/** The table of forward passes. @param {{ rows: object[] }} run */
export function forwardTable({ rows }) {
  const peak = highest(rows, 'peaks')
  const tile = highest(rows, 'tile')
  const traced = rows.some(({ engines }) => engines.some(({ attention }) => attention !== undefined))
  const heads = [
    'T',
    'engine',
    'minimum ms',
    'median ms',
    'ratio',
    'target',
    'GFLOP/s',
    'of peak',
    'of tile',
    'largest difference'
  ]
  if (traced) heads.push('attention kept')
  const lines = rows.flatMap(({ tokens, engines }, i) => [
    ...(i ? [null] : []),
    ...engines.map((engine, j) => {
      const target = forwardTarget(engine, tokens)
      const cells = [
        j ? '' : String(tokens),
        engine.name,
        engine.minimum.toFixed(2),
        engine.median.toFixed(2),
        engine.peer ? '' : times(engine.ratio),
        engine.peer || !target ? '' : `${target.toFixed(2)}x ${engine.ratio >= target ? '✓' : '✗'}`,
        engine.gflops.toFixed(1),
        percent(engine.gflops / peak[engine.simd]),
        // The tile is the float32 kernel's.
        engine.peer || engine.precision !== 'float32' ? '' : tilePart(engine.gflops / tile[engine.simd], tokens),
        engine.difference === undefined ? '' : engine.difference.toExponential(1)
      ]
      if (traced) cells.push(engine.attention === undefined ? '' : attentionCost(engine.attention, tokens))
      return cells
    })
  ])
  const list = (limit) =>
    Object.entries(limit)
      .map(([simd, gflops]) => `${simd} ${gflops.toFixed(1)}`)
      .join(', ')
  const notes = [`Peak measured by a register-resident loop in the same run, GFLOP/s: ${list(peak)}.`]
  if (list(tile)) notes.push(`Tile: our own micro-kernel from cache in the same process, GFLOP/s: ${list(tile)}.`)
  for (const simd of Object.keys(peak)) {
    const drift = driftRemark(rows.map(({ peaks }) => peaks[simd]))
    if (drift) notes.push(`${simd}: ${drift}`)
  }
  return [table(heads, lines), '', ...notes].join('\n')
}

function highest(rows, limit) {
  const names = Object.keys(rows[0][limit]).filter((simd) => rows[0][limit][simd] !== null)
  return Object.fromEntries(names.map((simd) => [simd, Math.max(...rows.map((row) => row[limit][simd]))]))
}

function attentionCost(part, tokens) {
  return `${percent(part, 1)} ${part <= attentionTarget(tokens) ? '✓' : '✗'}`
}

function tilePart(part, tokens) {
  if (Number.isNaN(part)) return ''
  return percent(part) + (tokens >= tileTarget.tokens ? ` ${part >= tileTarget.part ? '✓' : '✗'}` : '')
}

/** Two saved runs side by side: what became of our medians and of the ratios. */
export function compareForward(before, after) {
  const lines = []
  for (const { tokens, engines } of after.rows) {
    const old = before.rows.find((row) => row.tokens === tokens)
    for (const engine of engines) {
      const was = old?.engines.find(({ key }) => key === engine.key)
      if (!was) continue
      const change = engine.median / was.median - 1
      lines.push([
        String(tokens),
        engine.name,
        was.median.toFixed(2),
        engine.median.toFixed(2),
        `${change > 0 ? '+' : ''}${percent(change, 1)}`,
        engine.peer ? '' : times(was.ratio),
        engine.peer ? '' : times(engine.ratio)
      ])
    }
  }
  return table(['T', 'engine', 'median before', 'median after', 'change', 'ratio before', 'ratio after'], lines)
}
