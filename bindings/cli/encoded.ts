import type { Encoded, ModelInfo } from 'attnscope'
import { float32Array } from './numbers.js'
import type { Tensor } from './safetensors.js'
import { tokensText } from './work.js'

/** What of a run was kept. */
export interface Kept {
  readonly heads: readonly (readonly [layer: number, head: number])[]
  /** The heads are all that there are. */
  readonly isAll: boolean
  readonly hidden: boolean
}

/** A run as JSON, piece by piece: as one string all heads of a long text would be too long for the language. */
export function* encodedJson(encoded: Encoded, { heads, hidden }: Kept, info: ModelInfo): Generator<string> {
  const { tokens, truncated, embedding } = encoded
  yield `{"model":${JSON.stringify(info.name)},"tokens":${tokensText(tokens)},"truncated":${JSON.stringify(truncated)}`
  yield `,"embedding":${float32Array(embedding)}`
  for (const [i, [layer, head]] of heads.entries()) {
    yield `${i === 0 ? ',"attention":[' : ','}{"layer":${layer},"head":${head},"weights":`
    yield* matrix(encoded.attention(layer, head), tokens.length)
    yield i === heads.length - 1 ? '}]' : '}'
  }
  for (let i = 0; hidden && i <= info.layers; i++) {
    yield i === 0 ? ',"hidden":[' : ','
    yield* matrix(encoded.hidden(i), info.width)
    if (i === info.layers) yield ']'
  }
  yield '}\n'
}

function* matrix(values: Float32Array, columns: number): Generator<string> {
  for (let from = 0; from < values.length; from += columns) {
    yield `${from === 0 ? '[' : ','}${float32Array(values.subarray(from, from + columns))}`
  }
  yield ']'
}

/** A run as tensors. */
export function encodedTensors(encoded: Encoded, { heads, isAll, hidden }: Kept, info: ModelInfo): Tensor[] {
  const { tokens, embedding } = encoded
  const count = tokens.length
  const whole = (name: string, shape: readonly number[], values: readonly number[]): Tensor => {
    return { name, shape, dtype: 'I64', parts: [BigInt64Array.from(values, BigInt)] }
  }
  const numbers = (name: string, shape: readonly number[], parts: Iterable<Float32Array>): Tensor => {
    return { name, shape, dtype: 'F32', parts }
  }
  const weights = heads.map(([layer, head]) => encoded.attention(layer, head))
  const attention = isAll
    ? [numbers('attention', [info.layers, info.heads, count, count], weights)]
    : heads.map(([layer, head], i) => {
        return numbers(`attention.${layer}.${head}`, [count, count], [weights[i] as Float32Array])
      })
  const states = Array.from({ length: hidden ? info.layers + 1 : 0 }, (_, i) => encoded.hidden(i))
  return [
    whole(
      'ids',
      [count],
      tokens.map(({ id }) => id)
    ),
    whole(
      'segments',
      [count],
      tokens.map(({ segment }) => segment)
    ),
    whole('type_ids', [count], [...encoded.typeIds]),
    whole(
      'offsets',
      [count, 2],
      tokens.flatMap(({ start, end }) => [start, end])
    ),
    numbers('embedding', [info.width], [embedding]),
    ...attention,
    ...(hidden ? [numbers('hidden', [info.layers + 1, count, info.width], states)] : [])
  ]
}
