import type { Chain } from '../../model/chain'
import { type Numbers, rowOf } from '../../model/math'
import type { StepId, Vector } from '../../model/operations'

/** Every row of numbers, and every matrix, that the page draws. Capitals are the whole sentence's or the model's. */
export type StripId =
  | Vector
  | 'WQ'
  | 'WK'
  | 'WV'
  | 'q'
  | 'K'
  | 'V'
  | 'scores'
  | 'scaled'
  | 'weights'
  | 'z'
  | 'Q'
  | 'S'
  | 'C'
  | 'A'
  | 'Z'

export interface Strip {
  id: StripId
  values: Numbers
  rows: number
  columns: number
}

/** What the engine calls the matrices of a head. */
const wholes = {
  Q: 'q',
  K: 'k',
  V: 'v',
  S: 'scores',
  C: 'scaled',
  A: 'weights',
  Z: 'context'
} as const

/** The numbers of a strip; null for what this layer does not have. */
export function stripOf(chain: Chain, id: StripId): Strip | null {
  const { shape, token, run, parameters, values } = chain
  const { step } = run
  const { tokens, headWidth, width } = shape
  const vector = (numbers: Numbers | undefined): Strip | null =>
    numbers ? { id, values: numbers, rows: 1, columns: numbers.length } : null
  const matrix = (values: Numbers, columns: number): Strip => ({ id, values, rows: values.length / columns, columns })
  const ownRows = (weight: Numbers) => matrix(rowOf(weight, shape.head, headWidth * width), width)
  switch (id) {
    case 'WQ':
      return ownRows(parameters.query.weight)
    case 'WK':
      return ownRows(parameters.key.weight)
    case 'WV':
      return ownRows(parameters.value.weight)
    case 'q':
      return vector(rowOf(step.q, token, headWidth))
    case 'scores':
      return vector(rowOf(step.scores, token, tokens))
    case 'scaled':
      return vector(rowOf(step.scaled, token, tokens))
    case 'weights':
      return vector(rowOf(step.weights, token, tokens))
    case 'z':
      return vector(rowOf(step.context, token, headWidth))
    case 'Q':
    case 'K':
    case 'V':
    case 'Z':
      return matrix(step[wholes[id]], headWidth)
    case 'S':
    case 'C':
    case 'A':
      return matrix(step[wholes[id]], tokens)
    default:
      return vector(values[id])
  }
}

/** Where a cell is asked about first: the step that makes its strip. */
export const stepOfStrip: Record<StripId, StepId> = {
  word: 'embed',
  position: 'embed',
  type: 'embed',
  sum: 'embed',
  n: 'embed',
  x: 'embed',
  WQ: 'query',
  q: 'query',
  Q: 'query',
  WK: 'key',
  K: 'key',
  WV: 'value',
  V: 'value',
  scores: 'scores',
  S: 'scores',
  scaled: 'scale',
  C: 'scale',
  weights: 'softmax',
  A: 'softmax',
  z: 'mix',
  Z: 'mix',
  heads: 'concat',
  o: 'output',
  r: 'residual',
  h: 'residual',
  u: 'forward',
  g: 'forward',
  f: 'forward',
  s: 'result',
  y: 'result'
}
