import { inkOf, type Rgb } from '../picture/heat'
import type { Unit } from '../reading/types'
import type { Weights } from '../reading/weights'

/** How many pixels a stamp has: one a weight, or as many as fit. */
export interface StampSize {
  rows: number
  columns: number
}

export const stampSize = ({ queries, keys }: Pick<Weights, 'queries' | 'keys'>, pixels: number): StampSize => ({
  rows: Math.min(queries.length, pixels),
  columns: Math.min(keys.length, pixels)
})

/**
 * A head's matrix at the size of a stamp: [queries, keys] -> [rows, columns]. Where several weights share a pixel the
 * strongest is kept, so that a thin diagonal does not fade away in a long text.
 */
export function poolWeights({ values, queries, keys }: Weights, { rows, columns }: StampSize): Float32Array {
  const [height, width] = [queries.length, keys.length]
  if (height <= rows && width <= columns) return values
  const pooled = new Float32Array(rows * columns)
  for (let q = 0; q < height; q++) {
    const row = Math.floor((q * rows) / height) * columns
    for (let k = 0; k < width; k++) {
      const at = row + Math.floor((k * columns) / width)
      const w = values[q * width + k] as number
      if (w > (pooled[at] as number)) pooled[at] = w
    }
  }
  return pooled
}

/**
 * Pixels of a stamp. Opacity as in every heat map of the page, the same for every head. Special keys are grey.
 */
export function stampPixels(
  weights: Float32Array,
  { rows, columns }: StampSize,
  greyColumn: readonly boolean[],
  ink: Rgb,
  grey: Rgb,
  log = false
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(rows * columns * 4)
  for (let i = 0; i < rows * columns; i++) {
    const [r, g, b] = greyColumn[i % columns] ? grey : ink
    pixels.set([r, g, b, Math.round(255 * inkOf(weights[i] ?? 0, log))], i * 4)
  }
  return pixels
}

/** Which columns of a stamp belong to special tokens; a shared pixel is grey only if all of it is. */
export function greyColumns(keys: readonly Unit[], { columns }: StampSize): boolean[] {
  const grey = new Array<boolean>(columns).fill(true)
  for (const [k, unit] of keys.entries()) if (!unit.special) grey[Math.floor((k * columns) / keys.length)] = false
  return grey
}
