import { carryIndex } from './carry'
import type { HeadRef, Unit } from './types'

/** One head's weight from a chosen word to another, in one sentence or in two. */
export interface RankedHead extends HeadRef {
  first: number
  /** Null where there is no second sentence, or the words are not in it. */
  second: number | null
  /** first - second; 0 without a second. */
  change: number
}

export type RankOrder = 'change' | 'first' | 'second'

/** Every head's weight for one pair of words, most telling first; equal heads keep the model's order. */
export function rankHeads(
  layers: number,
  heads: number,
  order: RankOrder,
  first: (head: HeadRef) => number,
  second: ((head: HeadRef) => number) | null
): RankedHead[] {
  const all: RankedHead[] = []
  for (let layer = 0; layer < layers; layer++) {
    for (let head = 0; head < heads; head++) {
      const [a, b] = [first({ layer, head }), second?.({ layer, head }) ?? null]
      all.push({ layer, head, first: a, second: b, change: b === null ? 0 : a - b })
    }
  }
  const value = (row: RankedHead) =>
    order === 'change' && second ? Math.abs(row.change) : order === 'second' ? (row.second ?? row.first) : row.first
  return all.sort((a, b) => value(b) - value(a))
}

/**
 * The same word in another sentence: by its place where only a part of the text differs, so that "tired" answers to
 * "wide", else by its letters, the n-th "saw" to the n-th "saw". Null where the other sentence has no such word.
 */
export function counterpart(from: readonly Unit[], to: readonly Unit[], index: number): number | null {
  const unit = from[index]
  if (!unit) return null
  const label = (one: Unit) => one.label.toLowerCase()
  const [before, after] = [from.map(label), to.map(label)]
  const carried = carryIndex(before, after, index)
  if (carried !== null && to[carried]?.special === unit.special) return carried
  const nth = before.slice(0, index).filter((one) => one === before[index]).length
  const same = after.flatMap((one, i) => (one === before[index] && to[i]?.special === unit.special ? [i] : []))
  return same[nth] ?? same.at(-1) ?? null
}
