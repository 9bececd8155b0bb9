import type { Token } from 'attnscope'
import {
  add,
  affine,
  at,
  dot,
  keptShare,
  type Linear,
  layerNorm,
  type Norm,
  type Numbers,
  rowOf,
  softmax
} from './math'
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

/** One head over the whole sentence. */
export interface HeadNumbers {
  /** [T, d] */
  Q: Float64Array
  K: Float64Array
  V: Float64Array
  /** Q K^T, [T, T] */
  S: Float64Array
  /** S / sqrt(d), [T, T] */
  C: Float64Array
  /** softmax of every row of C, [T, T] */
  A: Float64Array
  /** A V, [T, d] */
  Z: Float64Array
}

/** x: [T, D], what goes into the layer. */
export function headNumbers(x: Numbers, parameters: LayerParameters, shape: Shape): HeadNumbers {
  const { tokens, width, headWidth, head } = shape
  const project = (linear: Linear) => {
    const result = new Float64Array(tokens * headWidth)
    for (let t = 0; t < tokens; t++)
      result.set(affine(rowOf(x, t, width), linear, head * headWidth, (head + 1) * headWidth), t * headWidth)
    return result
  }
  const [Q, K, V] = [project(parameters.query), project(parameters.key), project(parameters.value)]
  const S = new Float64Array(tokens * tokens)
  const A = new Float64Array(tokens * tokens)
  const Z = new Float64Array(tokens * headWidth)
  const root = Math.sqrt(headWidth)
  for (let t = 0; t < tokens; t++) {
    const q = rowOf(Q, t, headWidth)
    for (let j = 0; j < tokens; j++) S[t * tokens + j] = dot(q, rowOf(K, j, headWidth))
  }
  const C = S.map((score) => score / root)
  for (let t = 0; t < tokens; t++) {
    const weights = softmax(rowOf(C, t, tokens))
    A.set(weights, t * tokens)
    Z.set(mix(weights, V, headWidth), t * headWidth)
  }
  return { Q, K, V, S, C, A, Z }
}

/** Sum of the rows of a matrix, each times its weight. */
function mix(weights: Numbers, rows: Numbers, width: number): Float64Array {
  const sum = new Float64Array(width)
  for (let j = 0; j < weights.length; j++)
    for (let c = 0; c < width; c++) sum[c] = (sum[c] as number) + at(weights, j) * at(rows, j * width + c)
  return sum
}

/**
 * z of every head for one token, side by side: [D]. Instead of a key and a value for every token and head, the query is
 * carried back through W_K once, and the mixed x through W_V once: the same sums in another order.
 */
export function allContexts(x: Numbers, token: number, parameters: LayerParameters, shape: Shape): Float64Array {
  const { tokens, width, headWidth, heads } = shape
  const result = new Float64Array(heads * headWidth)
  for (let head = 0; head < heads; head++) {
    const [from, to] = [head * headWidth, (head + 1) * headWidth]
    const q = affine(rowOf(x, token, width), parameters.query, from, to)
    const back = mix(q, rowOf(parameters.key.weight, head, headWidth * width), width)
    const offset = dot(q, rowOf(parameters.key.bias, head, headWidth))
    const scaled = Float64Array.from(
      { length: tokens },
      (_, j) => (dot(rowOf(x, j, width), back) + offset) / Math.sqrt(headWidth)
    )
    result.set(affine(mix(softmax(scaled), x, width), parameters.value, from, to), from)
  }
  return result
}

export interface ChainInput {
  shape: Shape
  operations: readonly Operation[]
  tokens: readonly Token[]
  token: number
  parameters: LayerParameters
  /** Only in the first layer. */
  embeddings: Embeddings | null
  /** [T, D], of all tokens */
  X: Numbers
  head: HeadNumbers
}

/** Everything from one token's x to its output of the layer. */
export interface Chain extends ChainInput {
  /** What the operations made; x is the engine's where the layer before made it. */
  values: Readonly<Partial<Record<Vector, Numbers>>>
}

/** Follows one token through the layer. */
export function chainOf(input: ChainInput): Chain {
  const { shape, operations, parameters, embeddings, X, token, head } = input
  const { width, headWidth, epsilon } = shape
  const heads = allContexts(X, token, parameters, shape)
  heads.set(rowOf(head.Z, token, headWidth) as Float64Array, shape.head * headWidth)
  const values: Partial<Record<Vector, Numbers>> = { heads }
  if (!embeddings) values.x = rowOf(X, token, width)
  const get = (vector: Vector) => values[vector] ?? []
  for (const operation of operations) {
    if (operation.kind === 'row') values[operation.makes] = embeddings?.rows[operation.makes]?.values
    else if (operation.kind === 'add') values[operation.makes] = add(...operation.of.map(get))
    else if (operation.kind === 'norm')
      values[operation.makes] = layerNorm(get(operation.of), normOf(input, operation.norm), epsilon)
    else if (operation.kind === 'linear')
      values[operation.makes] = affine(get(operation.of), linearOf(input, operation.linear))
    else if (operation.kind === 'activation') {
      const share = keptShare[operation.activation]
      values[operation.makes] = Float64Array.from(get(operation.of), (x) => x * share(x))
    }
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
