// Rows of coloured cells: how many side by side, which one is under the pointer or the next by key, and what colour.

import { at, type Numbers } from '../../model/math'
import { writePower } from '../../picture/power'
import { colourRamp } from '../../picture/scale'

/** Narrower than this a cell cannot be pointed at; wider than that it is only empty colour. */
const kNarrowest = 6.5
const kWidest = 24

export interface Grid {
  columns: number
  rows: number
  /** Size of a cell in CSS pixels. */
  width: number
  height: number
}

/** Breaks a vector into rows of equal length, as few as fit: 384 numbers are 4 rows of 96 or, on a phone, 8 of 48. */
export function wrapCells(count: number, room: number): Grid {
  const most = Math.max(1, Math.floor(room / kNarrowest))
  let rows = Math.ceil(count / most)
  while (count % rows && rows < count && rows < 4 * Math.ceil(count / most)) rows++
  if (count % rows) rows = Math.ceil(count / most)
  const columns = Math.ceil(count / rows)
  const width = Math.min(kWidest, room / columns)
  return { columns, rows, width, height: rows > 1 ? Math.max(6, Math.min(12, width)) : 18 }
}

/** A matrix keeps its rows; its cells share the room. */
export function matrixCells(rows: number, columns: number, room: number, height: number): Grid {
  return { columns, rows, width: Math.min(kWidest, room / columns), height }
}

/** The cell at a place inside the grid, or -1. */
export function cellAt(grid: Grid, count: number, x: number, y: number): number {
  const column = Math.floor(x / grid.width)
  const row = Math.floor(y / grid.height)
  const index = row * grid.columns + column
  return column >= 0 && column < grid.columns && row >= 0 && row < grid.rows && index < count ? index : -1
}

/** Where a key leads from a cell; null for a key that leads nowhere. */
export function cellByKey(grid: Grid, count: number, index: number, key: string): number | null {
  const start = index - (index % grid.columns)
  const moves: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - grid.columns,
    ArrowDown: index + grid.columns,
    Home: start,
    End: start + grid.columns - 1
  }
  const next = moves[key]
  if (next === undefined) return null
  return key === 'Home' || key === 'End' ? Math.min(next, count - 1) : next >= 0 && next < count ? next : index
}

const limits = new WeakMap<object, Map<string, number>>()

/** What counts as full colour: the largest size; in a long row all but the hundredth part that stand out. */
export function colourLimit(values: Numbers): number {
  if (!ArrayBuffer.isView(values)) return sizeLimit(values)
  // Kept by where the numbers are: those of the model are asked for again with every word.
  const known = limits.get(values.buffer) ?? new Map<string, number>()
  limits.set(values.buffer, known)
  const place = `${values.byteOffset} ${values.length}`
  const limit = known.get(place) ?? sizeLimit(values)
  known.set(place, limit)
  return limit
}

function sizeLimit(values: Numbers): number {
  const sizes = Float64Array.from({ length: values.length }, (_, i) => Math.abs(at(values, i))).sort()
  const top = values.length > 100 ? Math.floor((values.length - 1) * 0.99) : values.length - 1
  return (sizes[top] as number) || 1
}

export type Theme = 'light' | 'dark'

// Brown below zero, teal above: told apart with any colour vision, and by lightness from zero in both themes.
const ramps: Record<Theme, readonly string[]> = {
  light: ['#6f3205', '#b45309', '#e9b27a', '#f1ede4', '#8ccfc4', '#0f8478', '#07443e'],
  dark: ['#ffd9a0', '#e8993f', '#7c4a14', '#23252b', '#14625a', '#3cc4b0', '#c2fff4']
}

/** Colour of a number between -limit and limit; beyond, the colour stays that of the limit. */
export function colourScale(limit: number, theme: Theme): (value: number) => string {
  const stops = [-1, -0.6, -0.25, 0, 0.25, 0.6, 1].map((stop) => stop * limit)
  return colourRamp(stops, ramps[theme])
}

const kShades = 255

function shadesOf(theme: Theme): Uint8ClampedArray {
  const colour = colourScale(1, theme)
  const parts = Array.from({ length: kShades }, (_, i) =>
    (colour((2 * i) / (kShades - 1) - 1).match(/\d+/g) ?? []).slice(0, 3).map(Number)
  )
  return Uint8ClampedArray.from(parts.flat())
}
const shades: Partial<Record<Theme, Uint8ClampedArray>> = {}

/** Pixels of a grid, one a cell, opaque. */
export function cellPixels(values: Numbers, limit: number, theme: Theme, size: number): Uint8ClampedArray<ArrayBuffer> {
  shades[theme] ??= shadesOf(theme)
  const table = shades[theme]
  const pixels = new Uint8ClampedArray(size * 4)
  for (let i = 0; i < values.length; i++) {
    const part = Math.max(-1, Math.min(1, at(values, i) / limit))
    const shade = 3 * Math.round(((part + 1) / 2) * (kShades - 1))
    pixels[i * 4] = at(table, shade)
    pixels[i * 4 + 1] = at(table, shade + 1)
    pixels[i * 4 + 2] = at(table, shade + 2)
    pixels[i * 4 + 3] = 255
  }
  return pixels
}

/** A number as the page writes it: four decimals, a true minus sign; very small ones with their power of ten. */
export function writeNumber(value: number, decimals = 4): string {
  if (value !== 0 && Math.abs(value) < 0.5 * 10 ** -decimals) {
    const [digits = '', power = ''] = value.toExponential(1).split('e')
    return `${digits.replace('-', '\u2212')}·${writePower(Number(power))}`
  }
  return value.toFixed(decimals).replace('-', '\u2212')
}
