import { scaleLinear } from 'd3-scale'
import { linkHorizontal } from 'd3-shape'

/** Stroke width of a weight: the same absolute scale in every picture, 12 px = 1. */
export const strokeWidth = scaleLinear([0, 1], [0, 12])

export interface Stage {
  width: number
  height: number
  rowHeight: number
  fontSize: number
  /** Left edge and width of the bar that shows a row's share to special tokens; width 0 = no room. */
  barWidth: number
  /** Right edge of the query labels and left edge of the key labels. */
  queryEdge: number
  keyEdge: number
  /** Widest label before it is elided. */
  labelWidth: number
  numberWidth: number
}

/**
 * Column positions from the room there is and the widest label, measured as wide as it gets when it is pinned. Labels never take more
 * than their share, so that the curves keep at least a third of the width.
 */
export function layoutStage(
  width: number,
  rows: number,
  widestLabel: (fontSize: number, bold: boolean) => number
): Stage {
  const narrow = width < 520
  const rowHeight = rows > 40 ? 26 : rows > 20 ? 32 : narrow ? 36 : 40
  const fontSize = rows > 40 ? 14 : rows > 20 || narrow ? 16 : 18
  const barWidth = narrow ? 0 : 34
  const numberWidth = narrow ? 44 : 64
  const padding = narrow ? 16 : 28
  const room = (width - barWidth - numberWidth) * 0.3
  const labelWidth = Math.max(44, Math.min(Math.ceil(widestLabel(fontSize, !narrow)) + padding, room))
  const gap = narrow || !barWidth ? 0 : Math.max(0, Math.min(40, room - labelWidth))
  return {
    width,
    height: rows * rowHeight + 8,
    rowHeight,
    fontSize,
    barWidth,
    queryEdge: barWidth + gap + labelWidth,
    keyEdge: width - numberWidth - gap - labelWidth,
    labelWidth,
    numberWidth
  }
}

export const rowCentre = (stage: Stage, row: number) => stage.rowHeight * (row + 0.5) + 4

const curve = linkHorizontal<{ source: [number, number]; target: [number, number] }, [number, number]>()

/** The curve from a query row to a key row; `shift` sets overlaid heads a little apart. */
export function linkPath(stage: Stage, queryRow: number, keyRow: number, shift = 0): string {
  return (
    curve({
      source: [stage.queryEdge + 10, rowCentre(stage, queryRow) + shift],
      target: [stage.keyEdge - 10, rowCentre(stage, keyRow) + shift]
    }) ?? ''
  )
}

/** Offset of one of several overlaid heads, centred on the row. */
export const slotShift = (slot: number, slots: number) => (slot - (slots - 1) / 2) * 4
