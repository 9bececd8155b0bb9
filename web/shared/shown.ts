import type { Reading } from '../reading/reading'
import type { HeadRef, Spot, Unit } from '../reading/types'

/** What is on the screen when the numbers are asked for. */
export interface Shown {
  reading: Reading
  second: Reading | null
  heads: readonly HeadRef[]
  pins: readonly Spot[]
  /** D */
  width: number
}

export const labelOf = (units: readonly Unit[], index: number) => units[index]?.label ?? ''

export const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)

export const everyHead = ({ trace }: Reading): HeadRef[] =>
  upTo(trace.layers * trace.heads).map((i) => ({ layer: Math.floor(i / trace.heads), head: i % trace.heads }))
