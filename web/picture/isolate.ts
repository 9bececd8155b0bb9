const plain = /^[\x20-\x7e]*$/
const kLongest = 24

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * A label for use inside a sentence: shortened to whole graphemes, and isolated, so that its direction (or a control
 * character in it) cannot turn the words around it.
 */
export function isolate(label: string): string {
  const letters = [...graphemes.segment(label.slice(0, kLongest * 16))].map(({ segment }) => segment)
  const short = letters.length > kLongest ? `${letters.slice(0, kLongest - 1).join('')}…` : label
  return plain.test(short) ? short : `\u2068${short}\u2069`
}
