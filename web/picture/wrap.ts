const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** After these a long word or an address is best broken. */
const joints = /[/?&=._:;,+-]$/u
const kMostLines = 12

/**
 * Breaks a label into lines of at most `room`, whole graphemes each; near the end of a line rather after a joint.
 * A label of more than twelve lines ends in an ellipsis.
 */
export function wrapLabel(label: string, room: number, measure: (text: string) => number): string[] {
  if (measure(label) <= room) return [label]
  const lines: string[] = []
  let line: string[] = []
  let width = 0
  for (const { segment } of graphemes.segment(label)) {
    // Letters are measured one by one, so that a word of any length costs no more than its letters.
    const wide = measure(segment)
    if (line.length > 0 && width + wide > room) {
      if (lines.length === kMostLines - 1) return [...lines, `${line.slice(0, -1).join('')}…`]
      const joint = line.findLastIndex((one) => joints.test(one)) + 1
      const at = joint > line.length / 2 ? joint : line.length
      lines.push(line.slice(0, at).join(''))
      line = line.slice(at)
      width = line.reduce((sum, one) => sum + measure(one), 0)
    }
    line.push(segment)
    width += wide
  }
  return [...lines, line.join('')]
}
