import type { HeadRef, Trace, Unit } from '../draw/types'
import { mergeWeights } from '../draw/weights'
import { groupPieces, groupWords } from '../draw/words'
import type { Run } from './session.svelte'

/** What every view reads: the units of one sentence and the weights between them, head by head. */
export interface Reading {
  units: Unit[]
  trace: Trace
  /** (n*n) over units: row = query, every row sums to 1. Asked for once, then remembered. */
  weights(head: HeadRef): Float32Array
}

export function readRun(run: Run, pieces: boolean): Reading {
  const units = pieces ? groupPieces(run.tokens, [run.text]) : groupWords(run.tokens, [run.text])
  const merged = new Map<string, Float32Array>()
  return {
    units,
    trace: run.trace,
    weights(head) {
      const id = `${head.layer}.${head.head}`
      let weights = merged.get(id)
      if (!weights) {
        weights = mergeWeights(run.trace.attention(head.layer, head.head), run.tokens.length, units)
        merged.set(id, weights)
      }
      return weights
    }
  }
}
