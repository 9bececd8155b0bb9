import type { Detail } from './detail'
import type { HeadRef, Token, Trace, Unit } from './types'
import { groupPieces, groupWords } from './units'
import { mergeWeights } from './weights'

/** What a run of the model gave for one sentence, or pair of sentences. */
export interface Computed {
  /** As they were asked for. */
  texts: readonly string[]
  /** What the model was given of them: of a long text the beginning, which is more than it can read. */
  read: readonly string[]
  tokens: readonly Token[]
  trace: Trace
  detail: Detail
}

/** What every view reads: one computed sentence (or pair), its units, and the weights between them, head by head. */
export interface Reading {
  /** The sentence; of a pair the first one. */
  text: string
  /** The sentence alone, or both of a pair. */
  texts: readonly string[]
  tokens: readonly Token[]
  /** Words or pieces, as the reader chose. */
  units: Unit[]
  /** Weights over tokens. */
  trace: Trace
  /** (n*n) over units: row = query, every row sums to 1. Asked for once, then remembered. */
  weights(head: HeadRef): Float32Array
  /** What only some views need. */
  detail: Detail
}

export function readRun(run: Computed, pieces: boolean): Reading {
  const units = pieces ? groupPieces(run.tokens, run.read) : groupWords(run.tokens, run.read)
  const merged = new Map<string, Float32Array>()
  return {
    text: run.texts[0] ?? '',
    texts: run.texts,
    tokens: run.tokens,
    units,
    trace: run.trace,
    detail: run.detail,
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
