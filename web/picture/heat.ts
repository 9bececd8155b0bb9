/** How weights become colour in the Matrix: from 0 to 1, from 0 to the strongest there is, or by powers of ten. */
export const heatScales = ['fixed', 'strongest', 'log'] as const
export type HeatScale = (typeof heatScales)[number]

/** The powers of ten that a logarithmic scale spans: a weight of 0.001 and less is bare. */
export const kDecades = 3

/**
 * Opacity of a weight in every heat map of the page: the same for every head unless the reader chooses otherwise, and
 * weak weights stay in sight. In a long text nearly all weights are weak: a logarithmic scale tells them apart.
 */
export function inkOf(weight: number, log = false) {
  const ink = log ? 1 + Math.log10(Math.max(weight, Number.MIN_VALUE)) / kDecades : weight
  return Math.max(0, Math.min(1, ink)) ** (log ? 1 : 0.75)
}

export type Rgb = [number, number, number]

/** Reads a colour of shell/theme.css, as the theme has it now. */
export function cssColour(name: string): Rgb {
  const hex = getComputedStyle(document.documentElement).getPropertyValue(name).trim()
  return [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)) as Rgb
}

export const cssRgb = ([r, g, b]: Rgb, alpha = 1) => `rgb(${r} ${g} ${b} / ${alpha})`

/** What is seen where a colour lies over another. */
export const blend = (over: Rgb, under: Rgb, alpha: number) =>
  over.map((c, i) => c * alpha + (under[i] ?? 0) * (1 - alpha)) as Rgb

/** Of two text colours the one that stands out more (WCAG contrast). */
export function readable(on: Rgb, a: Rgb, b: Rgb): Rgb {
  return contrast(a, on) >= contrast(b, on) ? a : b
}

function contrast(a: Rgb, b: Rgb) {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

function luminance(colour: Rgb) {
  const [r, g, b] = colour.map((c) => (c <= 10 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4)) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The rows and columns of a matrix that are shown. */
export interface Cells {
  rows: readonly number[]
  columns: readonly number[]
}

/** The strongest weight of the chosen rows in the columns that are not grey; 1 where there is none above 0. */
export function strongestInk(
  weights: Float32Array,
  width: number,
  { rows, columns }: Cells,
  grey: readonly boolean[]
): number {
  let most = 0
  for (const q of rows) for (const k of columns) if (!grey[k]) most = Math.max(most, weights[q * width + k] ?? 0)
  return most || 1
}

/**
 * Pixels of the chosen rows and columns of a matrix `width` columns wide, one a cell; grey columns take the second colour. A weight of
 * `full` has full colour.
 */
export function heatPixels(
  weights: Float32Array,
  width: number,
  { rows, columns }: Cells,
  grey: readonly boolean[],
  ink: Rgb,
  sink: Rgb,
  full = 1,
  log = false
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(rows.length * columns.length * 4)
  let at = 0
  for (const q of rows) {
    for (const k of columns) {
      const [r, g, b] = grey[k] ? sink : ink
      pixels[at] = r
      pixels[at + 1] = g
      pixels[at + 2] = b
      pixels[at + 3] = Math.round(255 * inkOf((weights[q * width + k] ?? 0) / full, log))
      at += 4
    }
  }
  return pixels
}
