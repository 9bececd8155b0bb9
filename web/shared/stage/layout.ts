import { wrapLabel } from '../../picture/wrap'
import type { Spot } from '../../reading/types'
import type { Link } from './links'

/** Stroke width of a weight: the same absolute scale in every picture, 12 px = 1. */
export const strokeWidth = (weight: number) => 12 * weight

/** Where one word stands, and its label line by line. */
export interface Place {
  left: number
  top: number
  width: number
  height: number
  lines: readonly string[]
}

/** Where the words stand: in two columns, or in two lines one above the other. */
export type Flow = 'columns' | 'rows'

export interface Stage {
  flow: Flow
  width: number
  height: number
  rowHeight: number
  fontSize: number
  /** Width of the bar that shows a row's share to special tokens; 0 = no room beside the word. */
  barWidth: number
  /** Right edge of the query labels and left edge of the key labels. */
  queryEdge: number
  keyEdge: number
  /** Widest label before it is broken. */
  labelWidth: number
  numberWidth: number
  /** Every word's own place; null where all rows are of one height. */
  places: Record<Spot['side'], readonly Place[]> | null
}

/** A picture has so much room only on a very large screen, where the type of the page is larger too (shell/app.css). */
export const scaleOf = (width: number) => (width > 1000 ? 1.5 : width > 840 ? 1.25 : 1)

/** Width of a label in pixels. */
export type Measure = (label: string, fontSize: number, bold: boolean) => number

const sizes = (width: number, rows: number) => {
  const narrow = width < 520
  const scale = scaleOf(width)
  return {
    narrow,
    rowHeight: scale * (rows > 40 ? 26 : rows > 20 ? 32 : narrow ? 36 : 40),
    fontSize: scale * (rows > 40 ? 14 : rows > 20 || narrow ? 16 : 18),
    /** Beside a label: what it takes up when it is pinned. */
    padding: narrow ? 16 : 28
  }
}

/**
 * Column positions from the room there is and the widest label, measured as wide as it gets when it is pinned. Labels
 * never take more than their share, so that the curves keep at least a third of the width.
 */
export function layoutStage(
  width: number,
  rows: number,
  widestLabel: (fontSize: number, bold: boolean) => number
): Stage {
  const { narrow, rowHeight, fontSize, padding } = sizes(width, rows)
  const barWidth = narrow ? 0 : 34
  const numberWidth = narrow ? 44 : 64
  const room = (width - barWidth - numberWidth) * 0.3
  const labelWidth = Math.max(44, Math.min(Math.ceil(widestLabel(fontSize, !narrow)) + padding, room))
  const gap = narrow || !barWidth ? 0 : Math.max(0, Math.min(40, room - labelWidth))
  return {
    flow: 'columns',
    width,
    height: rows * rowHeight + 8,
    rowHeight,
    fontSize,
    barWidth,
    queryEdge: barWidth + gap + labelWidth,
    keyEdge: width - numberWidth - gap - labelWidth,
    labelWidth,
    numberWidth,
    places: null
  }
}

/** Two columns in which a label too long for its line is broken, and its row is as high as it needs. */
export function layoutColumns(
  width: number,
  query: readonly string[],
  key: readonly string[],
  measure: Measure
): Stage {
  const rows = Math.max(query.length, key.length)
  const widest = (fontSize: number, bold: boolean) =>
    [...query, ...key].reduce((most, label) => Math.max(most, measure(label, fontSize, bold)), 0)
  const stage = layoutStage(width, rows, widest)
  const { narrow, padding } = sizes(width, rows)
  const place = (labels: readonly string[], left: number, wide: number) => {
    let top = 4
    return labels.map((label): Place => {
      const lines = wrapLabel(label, stage.labelWidth - padding, (text) => measure(text, stage.fontSize, !narrow))
      const height = Math.max(stage.rowHeight, lineHeight(stage) * lines.length + 14)
      const at = { left, top, width: wide, height, lines }
      top += height
      return at
    })
  }
  const places = { query: place(query, 0, stage.queryEdge), key: place(key, stage.keyEdge, width - stage.keyEdge) }
  const ends = [places.query.at(-1), places.key.at(-1)].map((last) => (last ? last.top + last.height : 0))
  return { ...stage, height: Math.max(...ends) + 4, places }
}

/** Two lines, queries above keys, as wide as the words; where they are read from the right, they stand so. */
export function layoutLines(
  width: number,
  query: readonly string[],
  key: readonly string[],
  measure: Measure,
  fromRight = false
): Stage {
  const { narrow, rowHeight, fontSize } = sizes(width, Math.max(query.length, key.length))
  const room = Math.min(170, width * 0.42)
  const high = fontSize * 1.2
  const shape = (label: string) => {
    const lines = wrapLabel(label, room, (text) => measure(text, fontSize, true))
    const wide = Math.max(...lines.map((line) => measure(line, fontSize, true)))
    return { lines, width: Math.max(44, Math.ceil(wide) + 26), height: high * lines.length + 14 }
  }
  const shapes = { query: query.map(shape), key: key.map(shape) }
  const length = (all: readonly { width: number }[]) => all.reduce((sum, one) => sum + one.width + kGap, -kGap)
  const whole = Math.max(width, length(shapes.query), length(shapes.key))
  const band = (all: readonly { height: number }[]) => all.reduce((most, one) => Math.max(most, one.height), 0)
  const between = narrow ? 190 : 240
  const queryEdge = kNumberBand + band(shapes.query)
  const keyEdge = queryEdge + between
  const place = (side: Spot['side']) => {
    let at = (whole - length(shapes[side])) / 2
    return shapes[side].map((one): Place => {
      const left = fromRight ? whole - at - one.width : at
      at += one.width + kGap
      return { ...one, left, top: side === 'query' ? queryEdge - one.height : keyEdge }
    })
  }
  return {
    flow: 'rows',
    width: whole,
    height: keyEdge + band(shapes.key) + kNumberBand,
    rowHeight,
    fontSize,
    barWidth: 0,
    queryEdge,
    keyEdge,
    labelWidth: room + 26,
    numberWidth: kNumberBand,
    places: { query: place('query'), key: place('key') }
  }
}

const kGap = 2
/** Above the queries and below the keys: room for a number. */
const kNumberBand = 24

export const lineHeight = (stage: Stage) => stage.fontSize * 1.2

export const rowCentre = (stage: Stage, row: number) => stage.rowHeight * (row + 0.5) + 4

/** Where the word of a row stands. */
export function placeOf(stage: Stage, side: Spot['side'], row: number): Place {
  const top = rowCentre(stage, row) - stage.rowHeight / 2
  const [left, width] = side === 'query' ? [0, stage.queryEdge] : [stage.keyEdge, stage.width - stage.keyEdge]
  return stage.places?.[side][row] ?? { left, top, width, height: stage.rowHeight, lines: [] }
}

/** The curve from a query row to a key row; `shift` sets overlaid heads a little apart. */
export function linkPath(stage: Stage, queryRow: number, keyRow: number, shift = 0): string {
  const [from, to] = [placeOf(stage, 'query', queryRow), placeOf(stage, 'key', keyRow)]
  if (stage.flow === 'rows') {
    const [x0, y0] = [from.left + from.width / 2 + shift, stage.queryEdge + 6]
    const [x1, y1] = [to.left + to.width / 2 + shift, stage.keyEdge - 6]
    const middle = (y0 + y1) / 2
    return `M${x0},${y0}C${x0},${middle},${x1},${middle},${x1},${y1}`
  }
  const [x0, y0] = [stage.queryEdge + 10, from.top + from.height / 2 + shift]
  const [x1, y1] = [stage.keyEdge - 10, to.top + to.height / 2 + shift]
  const middle = (x0 + x1) / 2
  return `M${x0},${y0}C${middle},${y0},${middle},${y1},${x1},${y1}`
}

/** Curves of one kind and one width, drawn as one path: thousands of paths would cost a frame each. */
export interface Bundle {
  id: string
  slot: number
  grey: boolean
  width: number
  d: string
}

/** Bundles links by head, colour and width to a tenth of a pixel. */
export function bundleLinks(
  links: readonly Link[],
  isGrey: (link: Link) => boolean,
  path: (link: Link) => string
): Bundle[] {
  const bundles = new Map<string, { slot: number; grey: boolean; width: number; parts: string[] }>()
  for (const link of links) {
    const grey = isGrey(link)
    const width = Math.max(1, Math.round(strokeWidth(link.weight) * 10))
    const id = `${link.slot}${grey ? 'g' : 'c'}${width}`
    const bundle = bundles.get(id)
    if (bundle) bundle.parts.push(path(link))
    else bundles.set(id, { slot: link.slot, grey, width: width / 10, parts: [path(link)] })
  }
  return [...bundles].map(([id, { slot, grey, width, parts }]) => ({ id, slot, grey, width, d: parts.join('') }))
}

/** Offset of one of several overlaid heads, centred on the row. */
export const slotShift = (slot: number, slots: number) => (slot - (slots - 1) / 2) * 4
