import type { Unit } from './types'
import { isSelf, type Weights, weightAt, weightsAmong } from './weights'

/**
 * What tells heads apart in one sentence, after Clark et al. 2019, "What Does BERT Look At?" (entropy, the share of
 * [SEP], the neighbours). All are taken over the rows of words: what [CLS] and [SEP] look at is not counted.
 */
export interface HeadMeasures {
  /** Mean over rows of -sum w log2 w, in bits: 0 = one word has it all, log2 n = every word the same. */
  entropy: number
  /** sum w |q - k| / sum w over word rows and word columns, in words: how far away the words are that are read. */
  distance: number
  /** Mean share of a row that goes to special tokens, 0..1. */
  special: number
  /** Mean share of a row that goes to the word before, 0..1. */
  previous: number
  /** Mean share of a row that goes to the word after, 0..1. */
  next: number
}

export type Measure = keyof HeadMeasures

export const measures: readonly Measure[] = ['distance', 'entropy', 'special', 'previous', 'next']

/** The measures of one head; null where a sentence has no words, and between two texts, where no word is before another. */
export function measureHead(weights: Weights): HeadMeasures | null {
  const { queries, keys } = weights
  const rows = queries.flatMap((unit, i) => (unit.special ? [] : [i]))
  if (rows.length === 0 || !isSelf(weights)) return null
  const sum: HeadMeasures = { entropy: 0, distance: 0, special: 0, previous: 0, next: 0 }
  let toWords = 0
  for (const q of rows) {
    for (const [k, unit] of keys.entries()) {
      const w = weightAt(weights, q, k)
      if (w <= 0) continue
      sum.entropy -= w * Math.log2(w)
      if (unit.special) {
        sum.special += w
        continue
      }
      toWords += w
      sum.distance += w * Math.abs(q - k)
      if (k === q - 1) sum.previous += w
      else if (k === q + 1) sum.next += w
    }
  }
  const each = 1 / rows.length
  return {
    entropy: sum.entropy * each,
    distance: toWords > 0 ? sum.distance / toWords : 0,
    special: sum.special * each,
    previous: sum.previous * each,
    next: sum.next * each
  }
}

/** What a head would measure that gives every word, and [CLS] and [SEP], the same: (n² - 1)/3n words away for n words. */
export function measureAlike(measure: Measure, units: readonly Unit[]): number {
  const n = units.length
  return measureHead(weightsAmong(units, new Float32Array(n * n).fill(1 / n)))?.[measure] ?? 0
}

/** The largest value a measure can take in a sentence of so many units: where its axis ends. */
export function measureEnd(measure: Measure, units: readonly Unit[]): number {
  if (measure === 'entropy') return Math.log2(Math.max(2, units.length))
  if (measure === 'distance') return Math.max(1, units.filter((unit) => !unit.special).length - 1)
  return 1
}

/** The end of an axis that shows all values with little room to spare: at most `end`, on a round number. */
export function axisEnd(values: readonly number[], end: number): number {
  const most = Math.max(0, ...values)
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100].find((one) => most / one <= 10) ?? 100
  return Math.min(end, Math.max(step, Math.ceil(most / step - 1e-9) * step))
}

export interface Dot {
  index: number
  /** 0..1 along the axis. */
  at: number
  /** 0 = on the axis, 1 = on top of another dot, and so on. */
  level: number
}

/** One dot a value; dots that would share a place are stacked. `places` is how many dots fit side by side. */
export function stackDots(values: readonly number[], end: number, places: number): Dot[] {
  const levels = new Map<number, number>()
  return values.map((value, index) => {
    const place = Math.min(places - 1, Math.floor((Math.max(0, value) / end) * places))
    const level = levels.get(place) ?? 0
    levels.set(place, level + 1)
    return { index, at: (place + 0.5) / places, level }
  })
}

/** As many columns as leave a tile its least width, in rows that divide a layer evenly. */
export function tileColumns(width: number, heads: number, least: number, gap: number): number {
  for (let parts = 1; parts < heads; parts++) {
    const columns = Math.ceil(heads / parts)
    if ((width + gap) / columns - gap >= least) return columns
  }
  return 1
}
