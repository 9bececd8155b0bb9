import type { LayerParts, Step, Token } from 'attnscope'
import { type Linear, type Norm, type Numbers, rowOf } from './math'
import type { LinearPlace, NormPlace, Operation, Table, Vector } from './operations'

/** What of the model one layer uses. */
export interface LayerParameters {
  query: Linear
  key: Linear
  value: Linear
  linears: Readonly<Record<Exclude<LinearPlace, 'projection'>, Linear>>
  norms: Readonly<Record<Exclude<NormPlace, 'embedding'>, Norm>>
}

/** What goes into one token before the first layer: one row of each table that the model has. */
export interface Embeddings {
  rows: Readonly<Partial<Record<Table, { row: number; values: Numbers }>>>
  norm: Norm
  /** E to D numbers, where the model has such a matrix. */
  projection: Linear | null
}

export interface Shape {
  /** T */
  tokens: number
  /** D */
  width: number
  /** H */
  heads: number
  /** d */
  headWidth: number
  layer: number
  head: number
  epsilon: number
}

/** What the engine computed in one layer, and in one head of it. */
export interface LayerRun {
  /** [T, D], what goes into the layer */
  input: Float32Array
  step: Step
  parts: LayerParts
  /** [T, D], what comes out of it */
  output: Float32Array
}

export interface ChainInput {
  shape: Shape
  operations: readonly Operation[]
  tokens: readonly Token[]
  token: number
  parameters: LayerParameters
  /** Only in the first layer. */
  embeddings: Embeddings | null
  run: LayerRun
}

/** Everything from one token's x to its output of the layer. */
export interface Chain extends ChainInput {
  /** The vectors that the layer's operations make: the engine's own numbers, and rows of the model's tables. */
  values: Readonly<Partial<Record<Vector, Numbers>>>
}

/** Follows one token through the layer. */
export function chainOf(input: ChainInput): Chain {
  const { shape, operations, embeddings, run, token } = input
  const { parts } = run
  const all: Readonly<Partial<Record<Vector, Float32Array>>> = {
    sum: parts.embeddingSum,
    n: parts.embeddingNorm,
    x: run.input,
    heads: parts.contexts,
    o: parts.attentionOut,
    r: parts.attentionSum,
    h: parts.feedForwardIn,
    u: parts.innerIn,
    g: parts.inner,
    f: parts.feedForwardOut,
    s: parts.feedForwardSum,
    y: run.output
  }
  const values: Partial<Record<Vector, Numbers>> = {}
  for (const vector of ['x' as const, ...operations.map(({ makes }) => makes)]) {
    const rows = all[vector]
    values[vector] = rows ? rowOf(rows, token, rows.length / shape.tokens) : embeddings?.rows[vector as Table]?.values
  }
  return { ...input, values }
}

const none = { weight: [], bias: [] }

/** The matrix and bias that an operation multiplies with. */
export const linearOf = ({ parameters, embeddings }: ChainInput, place: LinearPlace): Linear =>
  place === 'projection' ? (embeddings?.projection ?? none) : parameters.linears[place]

/** The gain and bias of a norm. */
export const normOf = ({ parameters, embeddings }: ChainInput, place: NormPlace): Norm =>
  place === 'embedding' ? (embeddings?.norm ?? { gain: [], bias: [] }) : parameters.norms[place]

/** The operation that makes a vector; null for what comes from elsewhere. */
export const makerOf = ({ operations }: Pick<ChainInput, 'operations'>, vector: string) =>
  operations.find(({ makes, kind }) => makes === vector && kind !== 'head') ?? null
