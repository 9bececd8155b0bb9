/** The middle value; the mean of the two middle ones for an even count. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** What is kept of a list of milliseconds. */
export function summary(times) {
  return { minimum: Math.min(...times), median: median(times), rounds: times.length }
}

/**
 * Times the candidates in turn, round by round, so that a drifting clock or a
 * busy neighbour meets all of them alike.
 * @param {Record<string, () => unknown>} candidates name to one (async) run;
 *   a run may give its own milliseconds, else the clock around it counts
 * @param {{ seconds: number, minRounds?: number }} budget
 * @returns {Promise<Record<string, number[]>>} milliseconds of every round
 */
export async function timeInTurn(candidates, { seconds, minRounds = 7 }) {
  const entries = Object.entries(candidates)
  const times = Object.fromEntries(entries.map(([name]) => [name, []]))
  for (const [, run] of entries) for (let i = 0; i < 3; i++) await run()
  const end = performance.now() + seconds * 1000
  for (let round = 0; round < minRounds || performance.now() < end; round++) {
    for (const [name, run] of entries) {
      const start = performance.now()
      const own = await run()
      times[name].push(typeof own === 'number' ? own : performance.now() - start)
    }
  }
  return times
}

/** Median over rounds of peer time / our time: above 1 means ours is faster. */
export function pairedRatio(ours, peer) {
  return median(ours.map((time, i) => peer[i] / time))
}

/** Both must compute the same thing, or a comparison is worth nothing. @throws Error */
export function largestDifference(a, b, limit = 1e-3) {
  if (a.length !== b.length) throw new Error(`results differ in size: ${a.length} and ${b.length}`)
  let largest = 0
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]))
  if (!(largest <= limit)) throw new Error(`results differ by ${largest}: not the same model`)
  return largest
}
