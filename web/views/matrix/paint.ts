import { blend, cssRgb, type Rgb, readable } from '../../picture/heat'
import { type MatrixFrame, type Size, seenSpan } from './matrix'

/** Cells from here on have a gap between them, and from here on their number. */
const kGapFrom = 12
export const kNumberFrom = 34

interface Heat {
  made: OffscreenCanvas
  /** One pixel a cell, as in the canvas. */
  pixels: Uint8ClampedArray
}

/** Draws the part of the matrix that is seen. Labels are not drawn here: they are text. */
export function paintMatrix(
  canvas: HTMLCanvasElement,
  frame: MatrixFrame,
  { rows, columns }: Size,
  scroll: readonly [x: number, y: number],
  heat: Heat | null,
  colours: { ink: Rgb; card: Rgb; accent: Rgb; paper: Rgb },
  weight: (row: number, column: number) => number
) {
  const scale = Math.min(3, devicePixelRatio || 1)
  canvas.width = Math.round(frame.width * scale)
  canvas.height = Math.round(frame.height * scale)
  const context = canvas.getContext('2d')
  if (!context || rows === 0 || columns === 0) return
  context.scale(scale, scale)
  const { left, top, cell } = frame
  const right = Math.min(frame.width - frame.right, left + frame.across - scroll[0])
  const bottom = Math.min(frame.height, top + frame.down - scroll[1])
  context.save()
  context.beginPath()
  context.rect(left, top, right - left, bottom - top)
  context.clip()
  // The ground of every cell, so that a zero is seen to be there.
  const gap = cell >= kGapFrom ? 1 : 0
  const ground = cssRgb(colours.accent, 0.05)
  if (!gap) {
    context.fillStyle = ground
    context.fillRect(left, top, right - left, bottom - top)
    context.imageSmoothingEnabled = false
    if (heat) context.drawImage(heat.made, left - scroll[0], top - scroll[1], frame.across, frame.down)
    context.restore()
    return
  }
  const [fromRow, toRow] = seenSpan(scroll[1], bottom - top, cell, rows)
  const [fromColumn, toColumn] = seenSpan(scroll[0], right - left, cell, columns)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.font = `${Math.min(frame.fontSize, cell * 0.3)}px ${getComputedStyle(canvas).fontFamily}`
  for (let row = fromRow; row < toRow; row++) {
    for (let column = fromColumn; column < toColumn; column++) {
      const x = left + column * cell - scroll[0]
      const y = top + row * cell - scroll[1]
      context.fillStyle = ground
      context.fillRect(x, y, cell - gap, cell - gap)
      if (!heat) continue
      const w = weight(row, column)
      const p = (row * columns + column) * 4
      const colour = [...heat.pixels.subarray(p, p + 3)] as Rgb
      const ink = (heat.pixels[p + 3] ?? 0) / 255
      context.fillStyle = cssRgb(colour, ink)
      context.fillRect(x, y, cell - gap, cell - gap)
      if (cell < kNumberFrom || w < 0.005) continue
      context.fillStyle = cssRgb(readable(blend(colour, colours.paper, ink), colours.ink, colours.card))
      context.fillText(w.toFixed(2), x + (cell - gap) / 2, y + (cell - gap) / 2 + 0.5)
    }
  }
  context.restore()
}
