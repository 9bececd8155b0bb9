/** Finds where a record ends. Remembers, from chunk to chunk, whether it is within quotes. */
export interface EndFinder {
  /** How many line ends the record found last has, with the one that ends it. */
  readonly lines: number
  /** The place of the line end that ends the record, or -1. */
  find(chunk: Uint8Array, from: number): number
}

const quote = 34
const newline = 10

/** Ends of CSV records. A quote opens a quoted field only where a field begins; elsewhere it is a letter. */
export function quoteAwareEnds(delimiter: string): EndFinder {
  const comma = delimiter.charCodeAt(0)
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  let passed = 0
  const finder = {
    lines: 1,
    find(chunk: Uint8Array, from: number): number {
      for (let i = from; i < chunk.length; i++) {
        const byte = chunk[i]
        if (byte === newline) passed++
        if (state === 'quoted') {
          if (byte === quote) state = 'closed'
        } else if (byte === newline) {
          finder.lines = passed
          passed = 0
          state = 'start'
          return i
        } else if (byte === comma) state = 'start'
        else if (byte === quote) state = state === 'plain' ? 'plain' : 'quoted'
        else state = 'plain'
      }
      return -1
    }
  }
  return finder
}

/**
 * The fields of one record (RFC 4180), or what is wrong with it, and where: it begins on `line`.
 */
export function parseRecord(
  text: string,
  delimiter: string,
  line: number
): readonly string[] | { readonly wrong: string } {
  const fields: string[] = []
  for (let at = 0; ; at++) {
    if (text[at] === '"') {
      let field = ''
      let from = at + 1
      const open = at
      for (;;) {
        const close = text.indexOf('"', from)
        if (close < 0)
          return { wrong: `the quote at ${place(text, open, line)} is not closed${swallowed(text, open, line)}` }
        field += text.slice(from, close)
        at = close + 1
        if (text[at] !== '"') break
        field += '"'
        from = at + 1
      }
      if (at < text.length && text[at] !== delimiter) {
        return { wrong: `text follows the closing quote at ${place(text, at - 1, line)}${swallowed(text, 0, line)}` }
      }
      fields.push(field)
    } else {
      const end = text.indexOf(delimiter, at)
      fields.push(text.slice(at, end < 0 ? text.length : end))
      at = end < 0 ? text.length : end
    }
    if (at >= text.length) return fields
  }
}

const lineEndsIn = (text: string) => text.split('\n').length - 1

function place(text: string, at: number, line: number): string {
  const before = text.slice(0, at)
  return `line ${line + lineEndsIn(before)}, character ${at - before.lastIndexOf('\n')}`
}

/** What is said of a record that is wrong and goes over several lines: a quote may have taken them along by chance. */
export function swallowed(text: string, from: number, line: number): string {
  const first = line + lineEndsIn(text.slice(0, from))
  const last = line + lineEndsIn(text)
  return last > first ? `; lines ${first} to ${last} went into it (--quote none reads quotes as letters)` : ''
}

/** True for a record over several lines each of which could be a record by itself: quotes may stand in it by chance. */
export function looksLikeMany(text: string, delimiter: string, width: number): boolean {
  const lines = text.split('\n')
  return width > 1 && lines.length > 1 && lines.every((line) => line.split(delimiter).length === width)
}
