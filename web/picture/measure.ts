// Text is measured with the page's own font; the same label is never measured twice at one size.

let context: CanvasRenderingContext2D | null | undefined
const known = new Map<string, number>()

/** Width of a label in CSS pixels; a pinned word is bold where there is room. */
export function measureLabel(label: string, fontSize: number, bold = false): number {
  const id = `${bold ? 'b' : ''}${fontSize} ${label}`
  const before = known.get(id)
  if (before !== undefined) return before
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return label.length * fontSize * 0.6
  const family = getComputedStyle(document.documentElement).getPropertyValue('--sans') || 'sans-serif'
  context.font = `${bold ? 600 : 400} ${fontSize}px ${family}`
  if (known.size > 20000) known.clear()
  const width = context.measureText(label).width
  known.set(id, width)
  return width
}
