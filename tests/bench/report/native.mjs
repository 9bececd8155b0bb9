import { nativeTarget } from '../targets.mjs'
import { table, times } from './table.mjs'

/** The table of native forward passes. The target holds where the threads are as many. */
export function nativeTable({ rows }) {
  const lines = rows.flatMap(({ tokens, engines }, i) => [
    ...(i ? [null] : []),
    ...engines.map(({ key, name, threads, minimum, median, ratio, gflops }, j) => [
      j ? '' : String(tokens),
      name,
      String(threads),
      minimum.toFixed(2),
      median.toFixed(2),
      gflops.toFixed(1),
      key === 'ours' ? '' : times(ratio),
      key === 'ours' || threads !== engines[0].threads
        ? ''
        : `${times(nativeTarget)} ${ratio >= nativeTarget ? '✓' : '✗'}`
    ])
  ])
  return table(['T', 'engine', 'threads', 'minimum ms', 'median ms', 'GFLOP/s', 'ours is faster by', 'target'], lines)
}
