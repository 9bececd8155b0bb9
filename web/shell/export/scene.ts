// A picture as a list of marks with every font and colour resolved: what an export is made of. No document, no styles.

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Stroke {
  colour: string
  width: number
  dash?: readonly number[]
  cap?: 'butt' | 'round' | 'square'
  join?: 'miter' | 'round' | 'bevel'
}

/** a b c d e f, as SVG and canvas write a matrix. */
export type Matrix = readonly [number, number, number, number, number, number]

interface Common {
  /** 0..1 */
  opacity: number
  /** Nothing outside is seen. */
  clip: Box | null
}

export interface ShapeMark extends Common {
  kind: 'shape'
  /** Path data. */
  path: string
  matrix: Matrix | null
  fill: string | null
  stroke: Stroke | null
}

export interface TextMark extends Common {
  kind: 'text'
  text: string
  /** The left end of the baseline; the right end where the text is read from the right. */
  x: number
  y: number
  /** As wide as it was on the page, so that another font does not move it into its neighbour; 0 where that is not known. */
  width: number
  rtl: boolean
  fill: string
  font: { family: string; size: number; weight: string; style: string; spacing: number; tabular: boolean }
  /** Degrees around (x, y). */
  turn: number
}

export interface ImageMark extends Common, Box {
  kind: 'image'
  /** A data: address of a PNG. */
  href: string
  /** The same as something that a canvas can draw. */
  source: CanvasImageSource | null
  /** Enlarged pixels keep their edges. */
  crisp: boolean
}

export type Mark = ShapeMark | TextMark | ImageMark

export interface Scene {
  width: number
  height: number
  background: string
  title: string
  description: string
  marks: readonly Mark[]
}

/** A rectangle with round corners as path data. */
export function boxPath({ x, y, width, height }: Box, radius = 0): string {
  const r = Math.max(0, Math.min(radius, width / 2, height / 2))
  const n = (value: number) => round(value)
  if (r === 0) return `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}z`
  const arc = (dx: number, dy: number) => `a${n(r)} ${n(r)} 0 0 1 ${n(dx)} ${n(dy)}`
  return `M${n(x + r)} ${n(y)}h${n(width - 2 * r)}${arc(r, r)}v${n(height - 2 * r)}${arc(-r, r)}h${n(2 * r - width)}${arc(-r, -r)}v${n(2 * r - height)}${arc(r, -r)}z`
}

/** The part two boxes share; null where there is none. */
export function overlap(a: Box | null, b: Box): Box | null {
  if (!a) return b
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  const width = Math.min(a.x + a.width, b.x + b.width) - x
  const height = Math.min(a.y + a.height, b.y + b.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

export const round = (value: number) => Math.round(value * 100) / 100
