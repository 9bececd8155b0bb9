import { linear } from '../../picture/scale'

export interface ChartPoint {
  x: number
  y: number
  labelY: number
  value: number
}

/** Places of a small line chart: one point a layer, the axis from 0 (or the least value, where it is less) to 1. */
export function cosineChart(values: readonly number[], room: number) {
  const [width, height, left, top, bottom] = [Math.max(220, room), 208, 34, 26, 44]
  const right = width - 20
  const low = Math.min(0, Math.floor(Math.min(...values) * 4) / 4)
  const y = linear([low, 1], [height - bottom, top])
  const x = linear([0, Math.max(1, values.length - 1)], [left + 18, right - 6])
  const points = values.map((value, layer): ChartPoint => {
    const at = y(value)
    // A number must not sit on the line: above, but below where the line comes down to a valley.
    const valley =
      value < (values[layer - 1] ?? value) && value <= (values[layer + 1] ?? value) && at < height - bottom - 24
    return { x: x(layer), y: at, labelY: valley ? at + 20 : at - 10, value }
  })
  const ticks = (low < 0 ? [low, 0, 0.5, 1] : [0, 0.5, 1]).map((value) => ({ value, y: y(value) }))
  const path = points.map((point, i) => `${i ? 'L' : 'M'}${point.x} ${point.y}`).join('')
  return { width, height, left, right, points, ticks, path }
}
