import { isolate } from '../picture/isolate'
import type { Unit } from './types'
import { nameOf } from './units'

/** One row of two aligned sentences: a place in each, or null where a sentence has nothing there. */
export interface AlignedRow {
  first: number | null
  second: number | null
  /** The same word stands in both. */
  same: boolean
}

/** Beyond this many words on each side only the equal start and end are matched: the table would take too long. */
const kLongest = 600

/**
 * Two sentences word by word: the longest common subsequence of their labels, case apart. What differs between two
 * matches stands side by side only where both sides have as many words there; else each word has a row of its own,
 * since nothing says which of them would belong together.
 */
export function alignUnits(first: readonly Unit[], second: readonly Unit[]): AlignedRow[] {
  const rows: AlignedRow[] = []
  let [a, b] = [0, 0]
  for (const [i, j] of [...matches(first.map(matchOf), second.map(matchOf)), [first.length, second.length] as const]) {
    const paired = i - a === j - b
    if (paired) while (a < i) rows.push({ first: a++, second: b++, same: false })
    while (a < i) rows.push({ first: a++, second: null, same: false })
    while (b < j) rows.push({ first: null, second: b++, same: false })
    if (i < first.length && j < second.length) rows.push({ first: i, second: j, same: true })
    ;[a, b] = [i + 1, j + 1]
  }
  return rows
}

const matchOf = (unit: Unit) => `${unit.special ? 's' : 'w'}${unit.segment} ${unit.label.toLowerCase()}`

/** The pairs of places of a longest common subsequence, in order. */
function matches(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const shorter = Math.min(a.length, b.length)
  let head = 0
  while (head < shorter && a[head] === b[head]) head++
  let tail = 0
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  const pairs: (readonly [number, number])[] = []
  for (let i = 0; i < head; i++) pairs.push([i, i])
  pairs.push(...middle(a, b, head, a.length - tail, b.length - tail))
  for (let i = tail; i > 0; i--) pairs.push([a.length - i, b.length - i])
  return pairs
}

function middle(a: readonly string[], b: readonly string[], from: number, aEnd: number, bEnd: number) {
  const [rows, columns] = [aEnd - from, bEnd - from]
  const pairs: (readonly [number, number])[] = []
  if (rows > kLongest || columns > kLongest) return pairs
  // longest[i][j]: of what is left from i and from j on.
  const width = columns + 1
  const longest = new Uint16Array((rows + 1) * width)
  const at = (i: number, j: number) => longest[i * width + j] as number
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      longest[i * width + j] = a[from + i] === b[from + j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  let [i, j] = [0, 0]
  while (i < rows && j < columns) {
    if (a[from + i] === b[from + j]) pairs.push([from + i++, from + j++])
    else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return pairs
}

/** Aligned rows as units of one picture: a word of both once, two different words as "tired / wide". */
export function alignedUnits(rows: readonly AlignedRow[], first: readonly Unit[], second: readonly Unit[]): Unit[] {
  return rows.flatMap((row, index) => {
    const a = row.first === null ? undefined : first[row.first]
    const b = row.second === null ? undefined : second[row.second]
    const unit = a ?? b
    if (!unit) return []
    const both = a && b && !row.same
    return [
      {
        ...unit,
        label: both ? `${isolate(nameOf(a))} / ${isolate(nameOf(b))}` : unit.label,
        ...(both ? { unknown: undefined } : {}),
        seen: both ? `${a.seen} / ${b.seen}` : unit.seen,
        tokens: [index]
      }
    ]
  })
}
