import { forwardFlops } from '../flops.mjs'
import { measurePeak } from '../peak.mjs'
import { largestDifference, pairedRatio, summary, timeInTurn } from '../statistics.mjs'
import { textOfTokens } from '../texts.mjs'
import { loadVariants, variants } from './engines.mjs'
import { loadOnnxRuntimeWeb } from './onnxruntime-web.mjs'
import { loadTile } from './tile.mjs'

/**
 * One forward pass of one text, engines in turn. attnscope's time includes tokenizing and copying the result out.
 * @param {{ trace?: boolean, only?: number }} options keep every attention weight besides; how many variants
 * @returns `row(tokens, seconds)` measures one length, `close()` frees everything
 */
export async function openForward(places, { trace = false, only = variants.length } = {}) {
  const models = await loadVariants(places, only)
  const precisions = [...new Set([...models.keys()].map(({ precision }) => precision))]
  const peers = new Map()
  for (const precision of precisions)
    peers.set(precision, await loadOnnxRuntimeWeb(places.onnxruntimeWeb, places.onnx[precision], 1))
  const tiles = {}
  for (const { simd } of models.keys()) if (places.tiles[simd]) tiles[simd] ??= await loadTile(places.tiles[simd])
  const [first] = models.values()
  const { shape } = places

  async function row(tokens, seconds) {
    const text = textOfTokens(tokens)
    const ids = (await first.tokenize(text)).map(({ id }) => id)
    if (ids.length !== tokens) throw new Error(`the text for T = ${tokens} has ${ids.length} tokens`)
    const runs = {}
    for (const [precision, peer] of peers) {
      const run = peer.prepare([ids])
      runs[peerKey(precision)] = async () => void (await run())
    }
    const truth = await peers.get('float32').prepare([ids])()
    const differences = {}
    for (const [{ key, precision }, model] of models) {
      const encoded = await model.encode(text, { trace: { hidden: [shape.layers] } })
      differences[key] = largestDifference(encoded.hidden(shape.layers), truth, differenceLimits[precision])
      runs[key] = async () => void (await model.encode(text))
      if (trace) runs[`${key}+attention`] = async () => void (await model.encode(text, { trace: { attention: true } }))
    }
    // Before and after: a busy spell seldom lasts through both.
    const before = measureLimits(tiles)
    const times = await timeInTurn(runs, { seconds })
    const { peaks, tile } = highest(before, measureLimits(tiles))
    const gflops = (milliseconds) => forwardFlops(tokens, shape) / Math.min(...milliseconds) / 1e6
    const ours = [...models.keys()].map(({ key, name, simd, threads, precision }) => ({
      ...{ key, name, simd, threads, precision, ...summary(times[key]) },
      ratio: pairedRatio(times[key], times[peerKey(precision)]),
      gflops: gflops(times[key]),
      difference: differences[key],
      ...(trace && { attention: pairedRatio(times[key], times[`${key}+attention`]) - 1 })
    }))
    const simd = peaks.relaxed ? 'relaxed' : 'simd128'
    const theirs = [...peers].map(([precision, { version }]) => ({
      ...{ key: peerKey(precision), peer: true, name: `onnxruntime-web ${version} ${precision}` },
      ...{ simd, threads: 1, precision, ...summary(times[peerKey(precision)]) },
      gflops: gflops(times[peerKey(precision)])
    }))
    return { tokens, peaks, tile, engines: [...ours, ...theirs] }
  }

  return {
    row,
    ours: [...models.keys()][0].name,
    async close() {
      for (const model of models.values()) model.dispose()
      for (const peer of peers.values()) await peer.release()
    }
  }
}

const peerKey = (precision) => `peer ${precision}`

// Of the last hidden state, to onnxruntime-web's float32: the same model, or not.
const differenceLimits = { float32: 1e-3, int8: 0.1 }

/** GFLOP/s that nothing can beat: of the registers alone, and of the engine's own kernel from cache. */
function measureLimits(tiles) {
  return {
    peaks: { relaxed: measurePeak('relaxed'), simd128: measurePeak('simd128') },
    tile: Object.fromEntries(Object.entries(tiles).map(([simd, measure]) => [simd, measure()]))
  }
}

function highest(a, b) {
  const higher = (x, y) => Object.fromEntries(Object.keys(x).map((key) => [key, x[key] && Math.max(x[key], y[key])]))
  return { peaks: higher(a.peaks, b.peaks), tile: higher(a.tile, b.tile) }
}
