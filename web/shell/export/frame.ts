import type { Box, Mark } from './scene'

/** Where marks go: they are shifted so that the root's corner is at the margin. */
export interface Frame {
  dx: number
  dy: number
  marks: Mark[]
  /** How far to the right, and how far down, something is drawn. */
  right: number
  bottom: number
}

export const boxOf = (rect: DOMRect, { dx, dy }: Frame): Box => ({
  x: rect.left + dx,
  y: rect.top + dy,
  width: rect.width,
  height: rect.height
})
