import { type EndFinder, quoteAwareEnds } from './csv.js'

/** The bytes of one record without its line end; null when there were more than are kept. */
export interface RawRecord {
  readonly bytes: Uint8Array | null
  /** The line that it starts on, from 1. */
  readonly line: number
}

const newline = 10
const carriageReturn = 13

/** Each line end ends a record. */
export function lineEnds(): EndFinder {
  return { lines: 1, find: (chunk, from) => chunk.indexOf(newline, from) }
}

/** Line ends within quotes belong to a field. */
export const csvEnds: (delimiter: string) => EndFinder = quoteAwareEnds

/** Cuts a stream of chunks into records, and never holds more than `most` bytes of one. */
export class Splitter {
  readonly #ends: EndFinder
  readonly #most: number
  #pieces: Uint8Array[] = []
  #held = 0
  #tooLong = false
  #line = 1

  constructor(ends: EndFinder, most: number) {
    this.#ends = ends
    this.#most = most
  }

  /** The records that end in this chunk. */
  *push(chunk: Uint8Array): Generator<RawRecord> {
    let from = 0
    while (from < chunk.length) {
      const end = this.#ends.find(chunk, from)
      this.#hold(chunk.subarray(from, end < 0 ? chunk.length : end))
      if (end < 0) return
      yield this.#take()
      from = end + 1
    }
  }

  /** What came after the last line end, if anything did. */
  *end(): Generator<RawRecord> {
    if (this.#held > 0 || this.#tooLong) yield this.#take()
  }

  #hold(piece: Uint8Array): void {
    this.#held += piece.length
    if (this.#held > this.#most) {
      this.#tooLong = true
      this.#pieces = []
    } else if (piece.length > 0) this.#pieces.push(piece)
  }

  #take(): RawRecord {
    const joined = this.#pieces.length === 1 ? (this.#pieces[0] as Uint8Array) : Buffer.concat(this.#pieces)
    const bytes = joined.at(-1) === carriageReturn ? joined.subarray(0, -1) : joined
    const record = { bytes: this.#tooLong ? null : bytes, line: this.#line }
    this.#line += this.#ends.lines
    this.#pieces = []
    this.#held = 0
    this.#tooLong = false
    return record
  }
}
