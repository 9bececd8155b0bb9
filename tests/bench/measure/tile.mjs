import { readBytes } from './places.mjs'

/**
 * The engine's own micro-kernel run from the first-level cache, in this very process: how fast a matrix product could
 * be if memory and edges cost nothing. @param {string} place of the binary that tile.cpp becomes
 * @returns {Promise<() => number>} measures it: GFLOP/s on one thread, the best of many
 */
export async function loadTile(place) {
  const { instance } = await WebAssembly.instantiate(await readBytes(place))
  const { run } = instance.exports
  // The engine compiles a hot function anew; that shall be over before the clock runs.
  for (const end = performance.now() + 150; performance.now() < end; ) run(20)
  return (seconds = 0.15) => {
    let best = 0
    for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
      const start = performance.now()
      const operations = run(1000)
      best = Math.max(best, operations / (performance.now() - start) / 1e6)
    }
    return best
  }
}
