import { at, type Numbers, rowOf } from './math'

/** How a sentence's embedding comes from its last rows, each way followed by a division by the length. */
export type Pooling = 'mean' | 'first'

/** Float32 sums of some hundred numbers differ by less. */
const kRounding = 1e-5

/**
 * Which way gives the embedding that the engine gave: the mean of all rows, or the first one. [T, D] and [D]; null where
 * neither does. The page says what the numbers show, so that it is true of any model.
 */
export function poolingOf(rows: Numbers, embedding: Numbers): Pooling | null {
  const width = embedding.length
  const count = rows.length / width
  if (!(count >= 1)) return null
  const mean = Float64Array.from({ length: width }, (_, i) => {
    let sum = 0
    for (let row = 0; row < count; row++) sum += at(rows, row * width + i)
    return sum / count
  })
  if (sameDirection(mean, embedding)) return 'mean'
  return sameDirection(rowOf(rows, 0, width), embedding) ? 'first' : null
}

/** Whether a vector made 1 long is the other one. */
function sameDirection(vector: Numbers, unit: Numbers): boolean {
  const length = Math.sqrt(Array.from(vector).reduce((sum, value) => sum + value * value, 0))
  return Array.from(vector).every((value, i) => Math.abs(value / length - at(unit, i)) < kRounding)
}
