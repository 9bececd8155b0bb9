// From samples of memory to a judgement: does it grow with the number of calls?

/** Bytes that a figure grows by from call to call: the line of least squares through its samples. */
export function slope(samples, figure) {
  const mean = (of) => samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const calls = mean((sample) => sample.calls)
  const bytes = mean((sample) => sample[figure])
  const spread = mean((sample) => (sample.calls - calls) ** 2)
  return mean((sample) => (sample.calls - calls) * (sample[figure] - bytes)) / spread
}

/** One line a figure: how it grows, what is allowed, and whether it keeps to that. */
export function judge(samples, limits) {
  return Object.entries(limits).map(([figure, limit]) => {
    const grows = slope(samples, figure)
    return { figure, grows, limit, flat: grows <= limit }
  })
}

/** The judgement in words. */
export const verdict = ({ figure, grows, limit, flat }) =>
  `${flat ? 'flat' : 'GROWS'}  ${figure}: ${grows.toFixed(1)} bytes a call, at most ${limit}`
