import type { Unit } from './types'

/**
 * Where a place goes when the text is edited: units of the unchanged start keep their index, those of
 * the unchanged end keep their distance from the end, and a unit in the changed part keeps its place
 * when the part still has as many units; otherwise the place is gone (null).
 */
export function carryIndex(before: readonly string[], after: readonly string[], index: number): number | null {
  if (index < 0 || index >= before.length) return null
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head++
  let tail = 0
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  if (index < head) return index
  if (index >= before.length - tail) return index + after.length - before.length
  return before.length === after.length ? index : null
}

/** The unit at the same place of the same text after it was grouped anew (words or pieces). */
export function carryByOffset(before: readonly Unit[], after: readonly Unit[], index: number): number | null {
  const unit = before[index]
  if (!unit) return null
  const same = (other: Unit) => other.special === unit.special && other.segment === unit.segment
  const found = unit.special
    ? after.findIndex((other) => same(other) && other.label === unit.label)
    : after.findIndex((other) => same(other) && other.start <= unit.start && unit.start < other.end)
  return found < 0 ? null : found
}
