// Straight scales: all that the page needs of them.

/** From one range of numbers to another, in proportion; beyond the ends too. */
export function linear(domain: readonly [number, number], range: readonly [number, number]): (value: number) => number {
  const slope = (range[1] - range[0]) / (domain[1] - domain[0] || 1)
  return (value) => range[0] + (value - domain[0]) * slope
}

/** Round numbers from 0 to `end`, about so many steps: steps of 1, 2 or 5 times a power of ten. */
export function roundTicks(end: number, count: number): number[] {
  if (!(end > 0) || !Number.isFinite(end)) return [0]
  const rough = end / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const times = rough / power
  const step = power * (times >= 7.07 ? 10 : times >= 3.16 ? 5 : times >= 1.41 ? 2 : 1)
  const steps = Math.floor(end / step + 1e-9)
  // Through a whole number of steps a unit where the step is small, so that 0.3 is 0.3 and not 0.30000000000000004.
  const inverse = 1 / step
  return Array.from({ length: steps + 1 }, (_, i) => (inverse > 1 ? i / Math.round(inverse) : i * step))
}

/** A colour between those at ascending stops; beyond the ends, the end's. */
export function colourRamp(stops: readonly number[], colours: readonly string[]): (value: number) => string {
  const channels = colours.map((hex) => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)))
  return (value) => {
    const last = stops.length - 1
    const next = stops.findIndex((stop) => stop > value)
    const at = next < 0 ? last : Math.max(1, next)
    const [low, high] = [stops[at - 1] as number, stops[at] as number]
    const share = Math.max(0, Math.min(1, (value - low) / (high - low || 1)))
    const mixed = (channels[at - 1] ?? []).map((from, i) =>
      Math.round(from + ((channels[at]?.[i] ?? from) - from) * share)
    )
    return `rgb(${mixed.join(', ')})`
  }
}
