// What is seen of a part of the page, as a scene: every box, line, word and canvas in it, with computed fonts and
// colours. One way for all views, whether they draw with HTML, SVG or canvas.

import { svgMarks } from './capture-svg'
import { textMarks } from './capture-text'
import { readColour } from './colour'
import { boxOf, type Frame } from './frame'
import { type Box, boxPath, type Mark, overlap, type Scene } from './scene'
import { unroll } from './unroll'

const kMargin = 20

/** The picture of an element as it is seen now, with what scrolls laid out in full. */
export function capture(root: HTMLElement, title: string, description: string): Scene {
  const restore = unroll(root)
  const bounds = root.getBoundingClientRect()
  const frame: Frame = { dx: kMargin - bounds.left, dy: kMargin - bounds.top, marks: [], right: 0, bottom: 0 }
  visit(root, frame, null, 1)
  restore()
  const paper = readColour(getComputedStyle(document.documentElement).backgroundColor) ?? '#ffffff'
  return {
    width: Math.ceil(Math.max(bounds.width + kMargin, frame.right) + kMargin),
    height: Math.ceil(frame.bottom + kMargin),
    background: paper,
    title,
    description,
    marks: frame.marks
  }
}

function visit(element: Element, frame: Frame, clip: Box | null, opacity: number) {
  const count = frame.marks.length
  walk(element, frame, clip, opacity)
  if (frame.marks.length === count || (element.firstElementChild && !(element instanceof SVGSVGElement))) return
  const box = boxOf(element.getBoundingClientRect(), frame)
  const seen = overlap(clip, box)
  if (!seen) return
  frame.right = Math.max(frame.right, seen.x + seen.width)
  frame.bottom = Math.max(frame.bottom, seen.y + seen.height)
}

function walk(element: Element, frame: Frame, clip: Box | null, opacity: number) {
  // What the page keeps out of a picture of itself: controls, and what is not part of the view.
  if (element.hasAttribute('data-no-export') || (element instanceof HTMLDetailsElement && !element.open)) return
  const style = getComputedStyle(element)
  if (style.display === 'none' || style.clipPath !== 'none' || Number(style.opacity) === 0) return
  const seen = opacity * Number(style.opacity)
  if (element instanceof SVGSVGElement) {
    svgMarks(element, frame, clip, seen)
    return
  }
  const box = boxOf(element.getBoundingClientRect(), frame)
  const shown = style.visibility !== 'hidden' && style.display !== 'contents'
  if (shown) frame.marks.push(...boxMarks(style, box, clip, seen))
  if (element instanceof MathMLElement) frame.marks.push(...formulaMarks(element, style, frame, clip, seen))
  if (element instanceof HTMLCanvasElement) {
    if (shown && element.width && element.height && box.width && box.height)
      frame.marks.push({
        kind: 'image',
        ...box,
        href: element.toDataURL(),
        source: element,
        crisp: style.imageRendering === 'pixelated',
        clip,
        opacity: seen
      })
    return
  }
  if (element instanceof HTMLSelectElement) {
    const chosen = element.selectedOptions[0]?.textContent?.trim() ?? ''
    frame.marks.push(...textMarks.ofField(chosen, style, box, clip, seen))
    return
  }
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return
  const hides = style.overflowX !== 'visible' || style.overflowY !== 'visible'
  const inside = hides ? overlap(clip, box) : clip
  if (hides && !inside) return
  for (const child of element.childNodes) {
    if (child instanceof Text) {
      if (shown) frame.marks.push(...textMarks.ofNode(child, style, frame, inside, seen))
    } else if (child instanceof Element) visit(child, frame, inside, seen)
  }
}

const sides = ['Top', 'Right', 'Bottom', 'Left'] as const

/** Background, border and ring of a box. */
function boxMarks(style: CSSStyleDeclaration, box: Box, clip: Box | null, opacity: number): Mark[] {
  const marks: Mark[] = []
  if (box.width <= 0 || box.height <= 0) return marks
  const radius = Number.parseFloat(style.borderTopLeftRadius) || 0
  const shape = (path: string, rest: { fill?: string; stroke?: { colour: string; width: number; dash?: number[] } }) =>
    marks.push({
      kind: 'shape',
      path,
      matrix: null,
      fill: rest.fill ?? null,
      stroke: rest.stroke ?? null,
      clip,
      opacity
    })
  const inset = (by: number): Box => ({
    x: box.x + by,
    y: box.y + by,
    width: box.width - 2 * by,
    height: box.height - 2 * by
  })

  const fill = readColour(style.backgroundColor)
  if (fill) shape(boxPath(box, radius), { fill })

  const borders = sides.map((side) => ({
    width: style[`border${side}Style`] === 'none' ? 0 : Number.parseFloat(style[`border${side}Width`]) || 0,
    colour: readColour(style[`border${side}Color`]),
    dashed: /dashed|dotted/.test(style[`border${side}Style`])
  }))
  const [top, right, bottom, left] = borders
  if (top && right && bottom && left) {
    const alike = borders.every((one) => one.width === top.width && one.colour === top.colour)
    if (alike && top.width > 0 && top.colour)
      shape(boxPath(inset(top.width / 2), Math.max(0, radius - top.width / 2)), {
        stroke: { colour: top.colour, width: top.width }
      })
    else if (!alike) {
      const { x, y, width, height } = box
      const lines: [typeof top, string][] = [
        [top, `M${x} ${y + top.width / 2}h${width}`],
        [right, `M${x + width - right.width / 2} ${y}v${height}`],
        [bottom, `M${x} ${y + height - bottom.width / 2}h${width}`],
        [left, `M${x + left.width / 2} ${y}v${height}`]
      ]
      for (const [border, path] of lines)
        if (border.width > 0 && border.colour)
          shape(path, {
            stroke: {
              colour: border.colour,
              width: border.width,
              ...(border.dashed ? { dash: [border.width * 2, border.width * 2] } : {})
            }
          })
    }
  }
  // A shadow without blur is a ring: the page marks what is chosen with one.
  for (const [, colour, x, y, blur, spread, inner] of style.boxShadow.matchAll(
    /((?:rgba?|color)\([^)]*\)) (-?[\d.]+)px (-?[\d.]+)px ([\d.]+)px (-?[\d.]+)px( inset)?/g
  )) {
    const [ring, width] = [readColour(colour ?? ''), Number(spread)]
    if (!ring || Number(blur) !== 0) continue
    if (width > 0)
      shape(boxPath(inset(inner ? width / 2 : -width / 2), Math.max(0, radius + (inner ? -width / 2 : width / 2))), {
        stroke: { colour: ring, width }
      })
    else if (inner && Number(y) < 0)
      shape(boxPath({ x: box.x, y: box.y + box.height + Number(y), width: box.width, height: -Number(y) }), {
        fill: ring
      })
    else if (inner && Number(x) > 0)
      shape(boxPath({ x: box.x, y: box.y, width: Number(x), height: box.height }), { fill: ring })
  }
  return marks
}

/** The bar of a fraction and the sign of a root, which a browser draws without any element of their own. */
function formulaMarks(
  element: MathMLElement,
  style: CSSStyleDeclaration,
  frame: Frame,
  clip: Box | null,
  opacity: number
): Mark[] {
  const [first, second] = [...element.children].map((child) => boxOf(child.getBoundingClientRect(), frame))
  const colour = readColour(style.color)
  const box = boxOf(element.getBoundingClientRect(), frame)
  const right = box.x + box.width
  const line = (path: string): Mark[] =>
    colour
      ? [
          {
            kind: 'shape',
            path,
            matrix: null,
            fill: null,
            stroke: { colour, width: 1.1, join: 'round' },
            clip,
            opacity
          }
        ]
      : []
  if (element.localName === 'mfrac' && first && second)
    return line(`M${box.x + 1} ${(first.y + first.height + second.y) / 2}H${right - 1}`)
  if (element.localName === 'msqrt' && first) {
    const bottom = box.y + box.height
    return line(
      `M${box.x + 1} ${bottom - box.height * 0.4}L${box.x + 3} ${bottom - box.height * 0.45}L${(box.x + first.x) / 2 + 1} ${bottom - 1}L${first.x - 1} ${box.y + 1}H${right}`
    )
  }
  return []
}
