import type { AlignedRow } from '../../reading/align'
import { isFunctionWord } from '../../reading/function-words'
import type { Unit } from '../../reading/types'

/** Cosine of the angle between two vectors; 0 where one of them is nothing but zeros. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, aa, bb] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] as number, b[i] ?? 0]
    dot += x * y
    aa += x * x
    bb += y * y
  }
  return aa > 0 && bb > 0 ? dot / Math.sqrt(aa * bb) : 0
}

/** The vector of a word: the mean of its tokens' rows. (T*D) -> (D) */
export function wordVector(hidden: Float32Array, width: number, tokens: readonly number[]): Float64Array {
  const mean = new Float64Array(width)
  for (const t of tokens)
    for (let i = 0; i < width; i++) mean[i] = (mean[i] as number) + (hidden[t * width + i] as number) / tokens.length
  return mean
}

/** A word in one of the two sentences. */
export interface Place {
  sentence: 0 | 1
  index: number
}

export interface PlacePair {
  id: string
  a: Place
  b: Place
  /** The same word; false where the sentences have different words at the same place. */
  same: boolean
}

/** Cosine between two words' vectors after each layer; entry 0 is the embedding, entry n layer n. */
export function cosinePerLayer(
  a: { hidden: readonly Float32Array[]; tokens: readonly number[] },
  b: { hidden: readonly Float32Array[]; tokens: readonly number[] },
  width: number
): number[] {
  return a.hidden.map((state, i) => {
    const other = b.hidden[i]
    return other ? cosine(wordVector(state, width, a.tokens), wordVector(other, width, b.tokens)) : 0
  })
}

/** More choices than this are a list that nobody reads. */
const kMostPairs = 24

/**
 * The pairs of vectors worth comparing: a word that occurs twice in the first sentence, then the same word in both
 * sentences, then the words that stand in the same place. Those of the wanted word come first; of the others, words
 * that mean something before those that every sentence has.
 */
export function placePairs(
  first: readonly Unit[],
  second: readonly Unit[],
  rows: readonly AlignedRow[],
  wanted: number | null
): PlacePair[] {
  const pairs: PlacePair[] = []
  const add = (a: Place, b: Place, same: boolean) =>
    pairs.push({ id: `${a.sentence}.${a.index}-${b.sentence}.${b.index}`, a, b, same })
  const before = new Map<string, number>()
  for (const [index, unit] of first.entries()) {
    if (unit.special || !/[\p{L}\p{N}]/u.test(unit.label)) continue
    const name = unit.label.toLowerCase()
    const earlier = before.get(name)
    if (earlier !== undefined) add({ sentence: 0, index: earlier }, { sentence: 0, index }, true)
    before.set(name, index)
  }
  for (const row of rows) {
    if (row.first === null || row.second === null || first[row.first]?.special || second[row.second]?.special) continue
    add({ sentence: 0, index: row.first }, { sentence: 1, index: row.second }, row.same)
  }
  const rank = ({ a, b, same }: PlacePair) => {
    const hit = wanted !== null && (a.index === wanted || (b.sentence === 0 && b.index === wanted))
    const little = same && isFunctionWord(first[a.index]?.label ?? '')
    return (hit ? 0 : 8) + (little ? 4 : 0) + (b.sentence === 0 ? 0 : same ? 2 : 1)
  }
  return pairs.sort((x, y) => rank(x) - rank(y)).slice(0, kMostPairs)
}
