// The reference's numbers, read with a safetensors reader of the tests' own.
import { readFile } from 'node:fs/promises'

const root = new URL('../../golden/minilm/', import.meta.url)

/** Every case of cases.json, or those that `keep` chooses. */
export async function goldenCases(keep = () => true) {
  const { cases } = JSON.parse(await readFile(new URL('cases.json', root), 'utf8'))
  return cases.filter(keep)
}

/** The tensors of a golden file: name -> { shape, data: Float32Array }. */
export async function goldenTensors(path) {
  const file = await readFile(new URL(path, root))
  const start = 8 + Number(file.readBigUInt64LE(0))
  const { __metadata__, ...entries } = JSON.parse(file.subarray(8, start).toString('utf8'))
  return Object.fromEntries(
    Object.entries(entries).map(
      ([
        name,
        {
          dtype,
          shape,
          data_offsets: [from, to]
        }
      ]) => {
        if (dtype !== 'F32') return [name, { shape, data: null }]
        return [name, { shape, data: new Float32Array(new Uint8Array(file.subarray(start + from, start + to)).buffer) }]
      }
    )
  )
}

/** The text of a case, as the package takes it. */
export function inputOf({ text, text_pair: pair }) {
  return pair === null ? text : [text, pair]
}

/** Part `i` of a tensor whose first dimensions are `dimensions` in all. */
export function part({ data }, i, dimensions) {
  const size = data.length / dimensions
  return data.subarray(i * size, (i + 1) * size)
}

/** The largest absolute difference; NaN anywhere gives NaN. */
export function largestDifference(actual, expected) {
  if (actual.length !== expected.length) return Number.NaN
  let largest = 0
  for (let i = 0; i < actual.length; i++) {
    const difference = Math.abs(actual[i] - expected[i])
    if (!(difference <= largest)) largest = difference
  }
  return largest
}
