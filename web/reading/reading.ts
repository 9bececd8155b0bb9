import type { Detail } from './detail'
import type { HeadRef, Token, Trace, Unit } from './types'
import { groupPieces, groupWords } from './units'
import { mergeWeights, type Weights } from './weights'

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

/**
 * What every view reads: one computed sentence (or pair), its words, and the weights between them, head by head. The
 * words that look are `units`, the rows; those looked at are `keys`, the columns: the same list in self-attention.
 */
export interface Reading {
  /** The sentence; of a pair the first one. */
  text: string
  /** The sentence alone, or both of a pair. */
  texts: readonly string[]
  tokens: readonly Token[]
  /** Words or pieces, as the reader chose. */
  units: readonly Unit[]
  keyTokens: readonly Token[]
  keys: readonly Unit[]
  /** Weights over tokens. */
  trace: Trace
  /** [units, keys], every row sums to 1. Asked for once, then remembered. */
  weights(head: HeadRef): Weights
  /** What only some views need. */
  detail: Detail
}

/** `looksAt` is the run whose words are looked at, where these are not the run's own. */
export function readRun(run: Computed, pieces: boolean, looksAt = run): Reading {
  const group = ({ tokens, read }: Computed) => (pieces ? groupPieces(tokens, read) : groupWords(tokens, read))
  const units = group(run)
  const keys = looksAt === run ? units : group(looksAt)
  const [queryGroup, keyGroup] = [
    { tokens: run.tokens.length, units },
    { tokens: looksAt.tokens.length, units: keys }
  ]
  const merged = new Map<string, Weights>()
  return {
    text: run.texts[0] ?? '',
    texts: run.texts,
    tokens: run.tokens,
    units,
    keyTokens: looksAt.tokens,
    keys,
    trace: run.trace,
    detail: run.detail,
    weights(head) {
      const id = `${head.layer}.${head.head}`
      let weights = merged.get(id)
      if (!weights) {
        weights = mergeWeights(run.trace.attention(head.layer, head.head), queryGroup, keyGroup)
        merged.set(id, weights)
      }
      return weights
    }
  }
}
