import { table, times } from './table.mjs'

/**
 * The table of engines that ran as processes. @param {{ rows: object[] }} run
 * @param {(engine: object, tokens: number) => number | undefined} targetOf the ratio wanted of ours
 */
export function processTable({ rows }, targetOf) {
  const lines = rows.flatMap(({ tokens, engines }, i) => [
    ...(i ? [null] : []),
    ...engines.map((engine, j) => {
      const { name, ours, threads, minimum, median, ratio, gflops } = engine
      const target = ours ? targetOf(engine, tokens) : undefined
      return [
        j ? '' : String(tokens),
        name,
        String(threads),
        minimum.toFixed(2),
        median.toFixed(2),
        gflops.toFixed(1),
        ours ? times(ratio) : '',
        target ? `${times(target)} ${ratio >= target ? '✓' : '✗'}` : ''
      ]
    })
  ])
  return table(['T', 'engine', 'threads', 'minimum ms', 'median ms', 'GFLOP/s', 'ratio', 'target'], lines)
}
