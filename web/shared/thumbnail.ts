import { inkOf, type Rgb } from '../picture/heat'
import type { Unit } from '../reading/types'

/**
 * A head's matrix at the size of a stamp: (n*n) -> (side*side). Where several weights share a pixel
 * the strongest is kept, so that a thin diagonal does not fade away in a long text.
 */
export function poolWeights(weights: Float32Array, n: number, side: number): Float32Array {
  if (n <= side) return weights
  const pooled = new Float32Array(side * side)
  for (let q = 0; q < n; q++) {
    const row = Math.floor((q * side) / n) * side
    for (let k = 0; k < n; k++) {
      const at = row + Math.floor((k * side) / n)
      const w = weights[q * n + k] as number
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
  side: number,
  greyColumn: readonly boolean[],
  ink: Rgb,
  grey: Rgb,
  log = false
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(side * side * 4)
  for (let i = 0; i < side * side; i++) {
    const [r, g, b] = greyColumn[i % side] ? grey : ink
    pixels.set([r, g, b, Math.round(255 * inkOf(weights[i] ?? 0, log))], i * 4)
  }
  return pixels
}

/** Which columns of a stamp belong to special tokens; a shared pixel is grey only if all of it is. */
export function greyColumns(units: readonly Unit[], side: number): boolean[] {
  const n = units.length
  const width = Math.min(n, side)
  const grey = new Array<boolean>(width).fill(true)
  for (const [k, unit] of units.entries()) if (!unit.special) grey[Math.floor((k * width) / n)] = false
  return grey
}
