// The arithmetic of an encoder layer, in double precision and in plain loops, for the cells that are worked out by hand.

import type { Activation } from './facts'

export type Numbers = ArrayLike<number>

/** y = x W^T + b, with the weight as the model keeps it: one row per number of y. */
export interface Linear {
  /** [out, in] */
  weight: Numbers
  /** [out] */
  bias: Numbers
}

export interface Norm {
  /** [D] */
  gain: Numbers
  /** [D] */
  bias: Numbers
}

export const at = (values: Numbers, index: number) => values[index] as number

/** Row `row` of a matrix of `width` columns, without a copy of typed arrays. */
export function rowOf(values: Numbers, row: number, width: number): Numbers {
  if (values instanceof Float32Array || values instanceof Float64Array)
    return values.subarray(row * width, (row + 1) * width)
  return Array.prototype.slice.call(values, row * width, (row + 1) * width)
}

/** Mean and variance as layer norm takes them: over the numbers of one vector, the variance without Bessel's correction. */
export function moments(x: Numbers): { mean: number; variance: number } {
  let sum = 0
  for (let i = 0; i < x.length; i++) sum += at(x, i)
  const mean = sum / x.length
  let squares = 0
  for (let i = 0; i < x.length; i++) squares += (at(x, i) - mean) ** 2
  return { mean, variance: squares / x.length }
}

/** e^x of each, over their sum. The largest is taken off first: it cancels, and nothing overflows. */
export function softmax(x: Numbers): Float64Array {
  let largest = Number.NEGATIVE_INFINITY
  for (let i = 0; i < x.length; i++) largest = Math.max(largest, at(x, i))
  const powers = Float64Array.from({ length: x.length }, (_, i) => Math.exp(at(x, i) - largest))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}

/** The error function, by its series of positive terms: exact to the last digits of a double. */
export function erf(x: number): number {
  const size = Math.abs(x)
  if (size > 6) return Math.sign(x)
  let term = size
  let sum = size
  for (let n = 1; term > sum * 1e-17; n++) {
    term *= (2 * size * size) / (2 * n + 1)
    sum += term
  }
  return Math.sign(x) * (2 / Math.sqrt(Math.PI)) * Math.exp(-size * size) * sum
}

/** Share of the normal distribution below x. */
export const normalShare = (x: number) => 0.5 * (1 + erf(x / Math.SQRT2))

/** The logistic function. */
export const sigmoid = (x: number) => 1 / (1 + Math.exp(-x))

/** The share of x that each activation keeps: what it gives is x times this. */
export const keptShare: Record<Activation, (x: number) => number> = {
  gelu: normalShare,
  gelu_new: (x) => 0.5 * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3))),
  quick_gelu: (x) => sigmoid(1.702 * x),
  relu: (x) => (x > 0 ? 1 : 0),
  silu: sigmoid
}
