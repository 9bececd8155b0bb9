import type { Token } from 'attnscope'
import { add, affine, at, dot, gelu, type Linear, layerNorm, type Norm, type Numbers, rowOf, softmax } from './math'

/** What of the model one layer uses. */
export interface LayerParameters {
  query: Linear
  key: Linear
  value: Linear
  output: Linear
  attentionNorm: Norm
  inner: Linear
  outer: Linear
  outputNorm: Norm
}

/** What goes into one token before the first layer: one row of each table. */
export interface Embeddings {
  word: Numbers
  position: Numbers
  /** Which row of its table `type` is. */
  typeId: number
  type: Numbers
  norm: Norm
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

/** Everything from one token's x to its output of the layer. Vectors of D numbers, where nothing else is said. */
export interface Chain {
  shape: Shape
  tokens: readonly Token[]
  token: number
  parameters: LayerParameters
  /** Only in the first layer. */
  embeddings: Embeddings | null
  /** word + position + type; null past the first layer. */
  sum: Float64Array | null
  /** [T, D], of all tokens */
  X: Numbers
  head: HeadNumbers
  /** This token's: in the first layer as calculated here from the tables, else the engine's. */
  x: Numbers
  /** z of all heads, side by side */
  heads: Float64Array
  /** heads W_O + b */
  o: Float64Array
  /** x + o */
  r: Float64Array
  /** LayerNorm(r) */
  h: Float64Array
  /** h W_1 + b_1, [F] */
  u: Float64Array
  /** GELU(u), [F] */
  g: Float64Array
  /** g W_2 + b_2 */
  f: Float64Array
  /** h + f */
  s: Float64Array
  /** LayerNorm(s): the output of the layer */
  y: Float64Array
}

export interface ChainInput {
  shape: Shape
  tokens: readonly Token[]
  token: number
  parameters: LayerParameters
  embeddings: Embeddings | null
  X: Numbers
  head: HeadNumbers
}

/** Follows one token through the layer. */
export function chainOf(input: ChainInput): Chain {
  const { shape, parameters, embeddings, X, token, head } = input
  const { width, headWidth, epsilon } = shape
  const sum = embeddings ? add(embeddings.word, embeddings.position, embeddings.type) : null
  const x = embeddings && sum ? layerNorm(sum, embeddings.norm, epsilon) : rowOf(X, token, width)
  const heads = allContexts(X, token, parameters, shape)
  heads.set(rowOf(head.Z, token, headWidth) as Float64Array, shape.head * headWidth)
  const o = affine(heads, parameters.output)
  const r = add(x, o)
  const h = layerNorm(r, parameters.attentionNorm, epsilon)
  const u = affine(h, parameters.inner)
  const g = u.map(gelu)
  const f = affine(g, parameters.outer)
  const s = add(h, f)
  const y = layerNorm(s, parameters.outputNorm, epsilon)
  return { ...input, sum, x, heads, o, r, h, u, g, f, s, y }
}
