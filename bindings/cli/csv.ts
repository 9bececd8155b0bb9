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

/** The fields of one record (RFC 4180), or what is wrong with it. */
export function parseRecord(text: string, delimiter: string): readonly string[] | { readonly wrong: string } {
  const fields: string[] = []
  for (let at = 0; ; at++) {
    if (text[at] === '"') {
      let field = ''
      let from = at + 1
      for (;;) {
        const close = text.indexOf('"', from)
        if (close < 0) return { wrong: `the quote at character ${at + 1} is not closed` }
        field += text.slice(from, close)
        at = close + 1
        if (text[at] !== '"') break
        field += '"'
        from = at + 1
      }
      if (at < text.length && text[at] !== delimiter) {
        return { wrong: `text follows the closing quote at character ${at}` }
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
