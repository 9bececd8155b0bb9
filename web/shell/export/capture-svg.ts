import { fontOf } from './capture-text'
import { readColour } from './colour'
import { boxOf, type Frame } from './frame'
import { type Box, boxPath, type Matrix, overlap, type Stroke } from './scene'

const unseen = new Set(['defs', 'title', 'desc', 'clipPath', 'mask', 'symbol', 'style', 'metadata', 'marker'])

/** The marks of an inline SVG, moved to where they are seen. */
export function svgMarks(svg: SVGSVGElement, frame: Frame, clip: Box | null, opacity: number) {
  const box = boxOf(svg.getBoundingClientRect(), frame)
  const hides = getComputedStyle(svg).overflow !== 'visible'
  const inside = hides ? overlap(clip, box) : clip
  if (hides && !inside) return
  for (const child of svg.children) visit(child, frame, inside, opacity)
}

function visit(element: Element, frame: Frame, clip: Box | null, opacity: number) {
  if (!(element instanceof SVGGraphicsElement) || unseen.has(element.tagName)) return
  const style = getComputedStyle(element)
  if (style.display === 'none' || style.visibility === 'hidden') return
  const seen = opacity * Number(style.opacity)
  if (seen === 0) return
  if (element instanceof SVGTextElement) return textMark(element, frame, clip, seen)
  const path = pathOf(element)
  if (path) {
    const stroke = strokeOf(style)
    const fill =
      element instanceof SVGLineElement || style.fill === 'none' ? null : faded(style.fill, style.fillOpacity)
    if (stroke || fill)
      frame.marks.push({ kind: 'shape', path, matrix: matrixOf(element, frame), fill, stroke, clip, opacity: seen })
    return
  }
  for (const child of element.children) visit(child, frame, clip, seen)
}

function matrixOf(element: SVGGraphicsElement, { dx, dy }: Frame): Matrix {
  const m = element.getScreenCTM() ?? new DOMMatrix()
  return [m.a, m.b, m.c, m.d, m.e + dx, m.f + dy]
}

/** A paint with its own opacity in it. */
function faded(paint: string, opacity: string): string | null {
  const colour = readColour(paint)
  if (!colour) return null
  const alpha = (colour.length > 7 ? Number.parseInt(colour.slice(7), 16) / 255 : 1) * Number(opacity)
  if (alpha <= 0) return null
  return `${colour.slice(0, 7)}${
    alpha < 1
      ? Math.round(alpha * 255)
          .toString(16)
          .padStart(2, '0')
      : ''
  }`
}

function strokeOf(style: CSSStyleDeclaration): Stroke | null {
  const colour = style.stroke === 'none' ? null : faded(style.stroke, style.strokeOpacity)
  const width = Number.parseFloat(style.strokeWidth)
  if (!colour || !(width > 0)) return null
  const dash = style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(/[\s,]+/).map(Number.parseFloat)
  return {
    colour,
    width,
    ...(dash.length && dash.every(Number.isFinite) ? { dash } : {}),
    cap: style.strokeLinecap as 'butt' | 'round' | 'square',
    join: style.strokeLinejoin as 'miter' | 'round' | 'bevel'
  }
}

/** The outline of a shape as path data; null for a group. */
function pathOf(element: SVGGraphicsElement): string | null {
  const number = (name: string) => Number.parseFloat(element.getAttribute(name) ?? '0') || 0
  switch (element.tagName) {
    case 'path':
      return element.getAttribute('d')
    case 'line':
      return `M${number('x1')} ${number('y1')}L${number('x2')} ${number('y2')}`
    case 'rect': {
      const { width, height } = element.getBBox()
      return boxPath({ x: number('x'), y: number('y'), width, height }, number('rx'))
    }
    case 'circle':
    case 'ellipse': {
      const [rx, ry] = element.tagName === 'circle' ? [number('r'), number('r')] : [number('rx'), number('ry')]
      const [cx, cy] = [number('cx'), number('cy')]
      return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`
    }
    case 'polyline':
    case 'polygon':
      return `M${element.getAttribute('points') ?? ''}${element.tagName === 'polygon' ? 'z' : ''}`
    default:
      return null
  }
}

function textMark(element: SVGTextElement, frame: Frame, clip: Box | null, opacity: number) {
  const style = getComputedStyle(element)
  const fill = faded(style.fill, style.fillOpacity)
  const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim()
  if (!fill || !text || element.getNumberOfChars() === 0) return
  const width = element.getComputedTextLength()
  const start = element.getStartPositionOfChar(0)
  const [a, b, c, d, e, f] = matrixOf(element, frame)
  const scale = Math.hypot(a, b)
  const font = fontOf(style)
  const rtl = style.direction === 'rtl'
  // Where the first letter stands is the left end only of text that is read from the left.
  const anchored = style.textAnchor === 'end' ? -width : style.textAnchor === 'middle' ? -width / 2 : 0
  const x = (element.x.baseVal.numberOfItems ? element.x.baseVal.getItem(0).value : start.x - anchored) + anchored
  frame.marks.push({
    kind: 'text',
    text,
    x: a * x + c * start.y + e,
    y: b * x + d * start.y + f,
    width: width * scale,
    rtl,
    fill,
    font: { ...font, size: font.size * scale },
    turn: (Math.atan2(b, a) * 180) / Math.PI,
    clip,
    opacity
  })
}
