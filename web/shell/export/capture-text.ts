import { readColour } from './colour'
import { boxOf, type Frame } from './frame'
import type { Box, TextMark } from './scene'

let measuring: CanvasRenderingContext2D | null = null

/** How a font's box stands about its baseline. */
function metricsOf(font: TextMark['font']) {
  measuring ??= document.createElement('canvas').getContext('2d')
  if (!measuring) return { ascent: font.size * 0.8, descent: font.size * 0.2 }
  measuring.font = `${font.style} ${font.weight} ${font.size}px ${font.family}`
  const { fontBoundingBoxAscent, fontBoundingBoxDescent } = measuring.measureText('x')
  return { ascent: fontBoundingBoxAscent, descent: fontBoundingBoxDescent }
}

export function fontOf(style: CSSStyleDeclaration): TextMark['font'] {
  return {
    family: style.fontFamily,
    size: Number.parseFloat(style.fontSize),
    weight: style.fontWeight,
    style: style.fontStyle,
    spacing: Number.parseFloat(style.letterSpacing) || 0,
    tabular: style.fontVariantNumeric.includes('tabular-nums')
  }
}

/** The angle at which an element's words stand: turned by a transform of it or around it, or written downwards. */
function turnOf(element: Element | null): number {
  let turn = 0
  for (let at = element; at instanceof HTMLElement; at = at.parentElement) {
    const { transform, writingMode } = getComputedStyle(at)
    if (transform !== 'none') {
      const { a, b } = new DOMMatrix(transform)
      turn += (Math.atan2(b, a) * 180) / Math.PI
    }
    if (at === element && writingMode !== 'horizontal-tb') turn += writingMode.startsWith('sideways-lr') ? -90 : 90
  }
  return Math.abs(turn) < 0.5 ? 0 : turn
}

/** The stretches of a text node that stand on one line each, as [from, to). */
function linesOf(node: Text, range: Range): [number, number][] {
  range.selectNodeContents(node)
  if (range.getClientRects().length <= 1) return [[0, node.length]]
  const lines: [number, number][] = []
  let [start, top] = [0, Number.NaN]
  let at = 0
  for (const letter of node.data) {
    range.setStart(node, at)
    range.setEnd(node, at + letter.length)
    const rect = [...range.getClientRects()].at(-1)
    if (rect?.width) {
      if (Math.abs(rect.top - top) > rect.height / 2) {
        lines.push([start, at])
        start = at
      }
      top = rect.top
    }
    at += letter.length
  }
  lines.push([start, node.length])
  return lines
}

/** The longest start of a text that fits beside an ellipsis. */
function elide(node: Text, range: Range, from: number, to: number, right: number): [number, boolean] {
  let end = to
  range.setStart(node, from)
  range.setEnd(node, end)
  if (range.getBoundingClientRect().right <= right + 1) return [to, false]
  const room = right - 12
  while (end > from + 1) {
    range.setEnd(node, --end)
    if (range.getBoundingClientRect().right <= room) break
  }
  return [end, true]
}

function ofNode(node: Text, style: CSSStyleDeclaration, frame: Frame, clip: Box | null, opacity: number): TextMark[] {
  if (!node.data.trim()) return []
  const fill = readColour(style.color)
  if (!fill) return []
  // Formulas are set in a font that only browsers know by its name, one letter by itself in italics.
  const formula = node.parentElement instanceof MathMLElement
  const italic = formula && node.parentElement?.localName === 'mi' && node.data.trim().length === 1
  const own = fontOf(style)
  const font = formula ? { ...own, family: 'serif', style: italic ? 'italic' : own.style } : own
  const { ascent, descent } = metricsOf(font)
  const range = document.createRange()
  const turn = turnOf(node.parentElement)
  const holder = turn ? null : cuttingBox(node.parentElement)
  const rtl = style.direction === 'rtl'
  const pre = style.whiteSpace.startsWith('pre')
  const marks: TextMark[] = []
  for (const [from, to] of linesOf(node, range)) {
    let end = to
    let shortened = false
    if (holder && !rtl)
      [end, shortened] = elide(
        node,
        range,
        from,
        to,
        holder.getBoundingClientRect().right - (Number.parseFloat(getComputedStyle(holder).paddingRight) || 0)
      )
    // Blanks at either end are left out of the mark and of its width: what follows has a place of its own.
    const line = node.data.slice(from, end)
    const before = pre ? 0 : line.search(/[^ \t\n\r]|$/)
    const inner = pre ? line : line.slice(before).replace(/[ \t\n\r]+$/, '')
    range.setStart(node, from + before)
    range.setEnd(node, from + before + inner.length)
    const rect = range.getBoundingClientRect()
    const text = `${pre ? inner : inner.replace(/[ \t\n\r]+/g, ' ')}${shortened ? '…' : ''}`
    if (!text || rect.width <= 0) continue
    const box = boxOf(rect, frame)
    const width = shortened ? box.width + font.size * 0.8 : box.width
    const mark = { kind: 'text' as const, text, rtl, fill, font, clip, opacity }
    if (turn) {
      // The middle of a turned box is the middle of its words; their own width has to be measured anew.
      const length = measuring?.measureText(text).width ?? Math.max(box.width, box.height)
      const angle = (turn * Math.PI) / 180
      const [along, down] = [-length / 2, (ascent - descent) / 2]
      marks.push({
        ...mark,
        x: box.x + box.width / 2 + along * Math.cos(angle) - down * Math.sin(angle),
        y: box.y + box.height / 2 + along * Math.sin(angle) + down * Math.cos(angle),
        width: length,
        turn
      })
    } else
      marks.push({
        ...mark,
        x: rtl ? box.x + box.width : box.x,
        y: box.y + (box.height * ascent) / (ascent + descent),
        width: formula ? 0 : width,
        turn: 0
      })
  }
  return marks
}

/** The nearest box around a text that shortens it with an ellipsis. */
function cuttingBox(element: Element | null): HTMLElement | null {
  for (let at = element; at instanceof HTMLElement; at = at.parentElement) {
    const { textOverflow, display } = getComputedStyle(at)
    if (textOverflow === 'ellipsis') return at.scrollWidth > at.clientWidth ? at : null
    if (display !== 'inline') return null
  }
  return null
}

/** The words in a closed field, which no range can reach. */
function ofField(text: string, style: CSSStyleDeclaration, box: Box, clip: Box | null, opacity: number): TextMark[] {
  const fill = readColour(style.color)
  if (!fill || !text) return []
  const font = fontOf(style)
  const { ascent, descent } = metricsOf(font)
  const room = box.width - 32
  let shown = text
  const wide = (words: string) => measuring?.measureText(words).width ?? words.length * font.size * 0.6
  while (shown.length > 1 && wide(`${shown}…`) > room && wide(text) > room) shown = [...shown].slice(0, -1).join('')
  if (shown !== text) shown += '…'
  return [
    {
      kind: 'text',
      text: shown,
      x: box.x + 10,
      y: box.y + box.height / 2 + (ascent - descent) / 2,
      width: Math.min(room, wide(shown)),
      rtl: false,
      fill,
      font,
      turn: 0,
      clip,
      opacity
    }
  ]
}

export const textMarks = { ofNode, ofField }
