// Geometry of the matrix view: pure numbers in CSS pixels.

import { writePower } from '../../picture/power'
import { scaleOf } from '../../shared/stage/layout'

export interface MatrixFrame {
  /** The window that is seen, labels included. */
  width: number
  height: number
  /** Room for the row labels, the column labels and the row sums. */
  left: number
  top: number
  right: number
  /** Side of a cell; width and height of all cells together. */
  cell: number
  across: number
  down: number
  fontSize: number
  /** True: column labels lean; false: they stand upright, for narrow columns. */
  lean: boolean
}

export const kMaxCell = 46
const kLean = Math.SQRT1_2

/** How many rows and columns there are. */
export interface Size {
  rows: number
  columns: number
}

/** Room and cell size: the whole width of the matrix at zoom 1, never a cell under `least` pixels. */
export function frameMatrix(
  width: number,
  { rows, columns }: Size,
  zoom: number,
  room: number,
  least: number,
  widestLabel: (fontSize: number) => number
): MatrixFrame {
  const narrow = width < 520
  const scale = scaleOf(width)
  const fontSize = narrow ? 12 : 13 * scale
  const widest = Math.ceil(widestLabel(fontSize))
  const left = Math.min(widest, width * (narrow ? 0.22 : 0.2), 150 * scale) + 12
  const right = narrow ? 44 : 52 * scale
  const most = narrow ? 96 : 120 * scale
  const fit = Math.max(least, Math.min(kMaxCell * scale, Math.max(40, width - left - right) / columns))
  const cell = fit * zoom
  const lean = cell >= 22
  const top = Math.min(most, Math.ceil(widest * (lean ? kLean : 1)) + (lean ? 18 : 12))
  const [across, down] = [cell * columns, cell * rows]
  return {
    width,
    height: Math.min(top + down + 6, Math.max(room, top + 160)),
    left,
    top,
    right,
    cell,
    across,
    down,
    fontSize,
    lean
  }
}

/** The largest zoom: cells wide enough for a number each. */
export const mostZoom = (frame: MatrixFrame, zoom: number) => Math.max(1, kMaxCell / (frame.cell / zoom))

/** Every how many rows a label fits. */
export const labelStep = (cell: number, fontSize: number) => Math.max(1, Math.ceil((fontSize * 1.25) / cell))

/** How many pixels a column's label may take, so that nothing of it is outside the frame. */
export function columnLabelRoom(frame: MatrixFrame, x: number): number {
  if (!frame.lean) return frame.top - 12
  return Math.min((frame.top - 10) / kLean - frame.fontSize * 0.4, (frame.width - x - 4) / kLean)
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A label cut to the room there is, between letters, with a mark that says so. */
export function cutLabel(label: string, room: number, measure: (text: string) => number): string {
  if (measure(label) <= room) return label
  const letters = [...graphemes.segment(label.slice(0, 400))].map(({ segment }) => segment)
  let [low, high] = [0, letters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (measure(`${letters.slice(0, middle).join('')}…`) <= room) low = middle
    else high = middle - 1
  }
  return `${letters.slice(0, low).join('')}…`
}

/** The rows (or columns) of which anything is seen, [from, to). */
export function seenSpan(scroll: number, room: number, cell: number, n: number): [from: number, to: number] {
  return [Math.max(0, Math.floor(scroll / cell)), Math.min(n, Math.ceil((scroll + room) / cell))]
}

/** The cell under a point of the frame; null on the labels. */
export function cellAt(
  frame: MatrixFrame,
  { rows, columns }: Size,
  scroll: readonly [x: number, y: number],
  x: number,
  y: number
) {
  if (x < frame.left || y < frame.top || x > frame.width - frame.right) return null
  const column = Math.floor((x - frame.left + scroll[0]) / frame.cell)
  const row = Math.floor((y - frame.top + scroll[1]) / frame.cell)
  return row < rows && column < columns ? { row, column } : null
}

/**
 * The scroll offset that keeps what lies under a point in its place. `anchor` is the point's distance from the edge of
 * the cells, `anchorAfter` the same once the labels have the room they need at the new size.
 */
export function keepAnchor(
  scroll: number,
  anchor: number,
  before: number,
  after: number,
  anchorAfter = anchor
): number {
  return Math.max(0, (scroll + anchor) * (after / before) - anchorAfter)
}

/** The scroll offset that brings a row (or column) into sight, moving no more than needed. */
export function intoSight(scroll: number, room: number, cell: number, index: number): number {
  const [start, end] = [index * cell, (index + 1) * cell]
  if (start < scroll) return start
  return end > scroll + room ? end - room : scroll
}

/** A weight as exact as it is worth saying: four decimals, or its power of ten where these would be zeros. */
export function exactly(weight: number): string {
  if (weight === 0 || weight >= 0.001) return weight.toFixed(4)
  const [digits, power] = weight.toExponential(1).split('e')
  return `${digits}·${writePower(Number(power))}`
}
