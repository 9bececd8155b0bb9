/**
 * The fields of a JSON object, each with the text of its value as it stands there: as values, long whole numbers, 1.0 or
 * 1e400 would not come out as they went in. Of two fields with one name the last counts, as with JSON.parse.
 * `text` must be what JSON.parse took for an object.
 */
export function fieldSources(text: string): Map<string, string> {
  const sources = new Map<string, string>()
  let at = text.indexOf('{') + 1
  for (;;) {
    const nameStart = text.indexOf('"', at)
    // After the last field there is nothing but the closing bracket.
    if (nameStart < 0) return sources
    const nameEnd = endOfString(text, nameStart)
    const valueStart = skipBlanks(text, text.indexOf(':', nameEnd) + 1)
    at = endOfValue(text, valueStart)
    sources.set(JSON.parse(text.slice(nameStart, nameEnd)) as string, text.slice(valueStart, at))
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const quote = text.indexOf('"', at)
    let letter = quote
    while (text[letter - 1] === '\\') letter--
    // An even number of backslashes are letters of their own.
    if ((quote - letter) % 2 === 0) return quote + 1
    at = quote
  }
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (' \t\r\n'.includes(text[at] as string)) at++
  return at
}

function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start)
  let depth = 0
  for (let at = start; ; ) {
    const letter = text[at] as string
    if (letter === '"') at = endOfString(text, at)
    else {
      if (depth === 0 && ', \t\r\n}'.includes(letter)) return at
      at++
      if (letter === '[' || letter === '{') depth++
      else if (letter === ']' || letter === '}') {
        depth--
        if (depth === 0) return at
      }
    }
  }
}
