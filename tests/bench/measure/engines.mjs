import { loadModel } from 'attnscope'
import { measurePeak } from '../peak.mjs'

/** What is compared: one row a variant, measured against the peer with the same precision. All on one thread. */
export const variants = [
  { name: 'attnscope relaxed', key: 'relaxed', simd: 'relaxed', precision: 'float32', threads: 1 },
  { name: 'attnscope simd128', key: 'simd128', simd: 'simd128', precision: 'float32', threads: 1 },
  { name: 'attnscope int8', key: 'int8', simd: 'relaxed', precision: 'int8', threads: 1 }
]

/**
 * Loads the first `count` variants that run here, best first: Map of variant to model.
 * @param {{ model: string, binaries: object }} places
 */
export async function loadVariants(places, count) {
  const models = new Map()
  for (const variant of variants.filter(({ simd }) => measurePeak(simd, 0) !== null).slice(0, count)) {
    const wasm = { [variant.simd]: places.binaries[variant.simd] }
    const model = await loadModel(places.model, { wasm, precision: variant.precision, maxTokens: 512 })
    if (model.info.simd !== variant.simd) throw new Error(`asked for ${variant.simd}, got ${model.info.simd}`)
    models.set(variant, model)
  }
  return models
}
