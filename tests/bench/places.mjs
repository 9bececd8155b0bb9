// Where everything to be measured is, for Node. A page gets the same names with addresses.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inRepository } from '../../bindings/toolchain/paths.mjs'
import { installPeers, transformersHome } from './peers/install.mjs'
import { onnxFile, onnxModel } from './peers/onnx-models.mjs'

const ort = 'onnxruntime-web/dist'
const transformers = '@huggingface/transformers'
export const model = inRepository('models', 'all-MiniLM-L6-v2')
export const dist = inRepository('dist')

const presets = { relaxed: 'wasm-relaxed', simd128: 'wasm' }
const tileFile = (simd) => inRepository('build', presets[simd], 'tests', 'bench', 'attnscope_bench_tile.wasm')

/** The micro-kernels' binaries, where they are built: `npm run bench` sees to that. */
const builtTiles = (place) =>
  Object.fromEntries(
    Object.keys(presets)
      .filter((simd) => existsSync(tileFile(simd)))
      .map((simd) => [simd, place(simd)])
  )

/** Fetches what is not there yet. @param {string} [onnx] a folder with the .onnx file */
export async function nodePlaces(onnx) {
  const modules = await installPeers()
  const module = (name) => pathToFileURL(join(modules, name)).href
  const binary = (name) => pathToFileURL(join(dist, 'wasm', name)).href
  return {
    model,
    shape: shapeOf(JSON.parse(readFileSync(join(model, 'config.json'), 'utf8'))),
    binaries: { relaxed: binary('attnscope-relaxed.wasm'), simd128: binary('attnscope-simd128.wasm') },
    tiles: builtTiles(tileFile),
    onnx: { float32: onnxModel('float32', onnx), int8: onnxModel('int8', onnx) },
    onnxruntimeWeb: module(`${ort}/ort.node.min.mjs`),
    transformers: module(`${transformers}/dist/transformers.node.mjs`),
    transformersOrt: module(`${transformers}/node_modules/${ort}/ort.node.min.mjs`),
    transformersHome: `${await transformersHome(model, onnx)}/`,
    modules
  }
}

const shapeOf = (config) => ({
  layers: config.num_hidden_layers,
  width: config.hidden_size,
  feedForward: config.intermediate_size
})

/** The same for a page, as `browser/server.mjs` serves it. */
export const pagePlaces = (shape) => ({
  model: '/model/',
  shape,
  binaries: { relaxed: '/dist/wasm/attnscope-relaxed.wasm', simd128: '/dist/wasm/attnscope-simd128.wasm' },
  tiles: builtTiles((simd) => `/build/${presets[simd]}/tests/bench/attnscope_bench_tile.wasm`),
  onnx: { float32: '/transformers/model/onnx/model.onnx', int8: `/onnx/${onnxFile('int8')}` },
  onnxruntimeWeb: `/modules/${ort}/ort.wasm.bundle.min.mjs`,
  transformers: `/modules/${transformers}/dist/transformers.web.min.js`,
  transformersOrt: `/modules/${transformers}/node_modules/${ort}/ort.webgpu.bundle.min.mjs`,
  transformersHome: '/transformers/'
})
