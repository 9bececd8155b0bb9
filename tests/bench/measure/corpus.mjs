import { corpus } from '../corpus.mjs'
import { largestDifference } from '../statistics.mjs'
import { loadVariants } from './engines.mjs'
import { loadOnnxRuntimeWeb } from './onnxruntime-web.mjs'
import { loadTransformers } from './transformers.mjs'

const padded = 32
// Engines take turns after so many sentences, so that a busy spell of the machine meets all of them.
const slice = 128

/**
 * Embeds the same sentences in every engine, one by one and in batches, in turn. Tokenizing is included, except for
 * onnxruntime-web, which has no tokenizer and gets its ids ready-made.
 * @returns {Promise<{ sentences: number, tokens: number, characters: number, engines: object[] }>}
 */
export async function measureCorpus(places, { sentences }) {
  const texts = corpus(sentences)
  const [variant, model] = [...(await loadVariants(places, 1))][0]
  const ort = await loadOnnxRuntimeWeb(places.onnxruntimeWeb, places.onnx.float32, 1)
  const transformers = await loadTransformers(places, 1)
  const ids = []
  for (const text of texts) ids.push((await model.tokenize(text)).map(({ id }) => id))

  const single = (run) => async (from, to) => {
    for (let i = from; i < to; i++) await run(i, i + 1)
  }
  const batched = (run) => async (from, to) => {
    for (let i = from; i < to; i += padded) await run(i, Math.min(i + padded, to))
  }
  const ours = { packed: [], single: [] }
  const theirs = { single: [], padded: [] }
  const onnx = (from, to) => ort.prepare(ids.slice(from, to))()
  const keep = (list) => async (from, to) => void list.push(await transformers.embed(texts.slice(from, to)))
  const engines = [
    entry(variant.name, 'packed', async (from, to) => ours.packed.push(...(await model.embed(texts.slice(from, to))))),
    entry(
      variant.name,
      'single',
      single(async (i) => ours.single.push((await model.encode(texts[i])).embedding))
    ),
    entry(`onnxruntime-web ${ort.version}`, 'single', single(onnx)),
    entry(`onnxruntime-web ${ort.version}`, 'padded', batched(onnx)),
    entry(`transformers.js ${transformers.version}`, 'single', single(keep(theirs.single))),
    entry(`transformers.js ${transformers.version}`, 'padded', batched(keep(theirs.padded)))
  ]
  // Once through beforehand, so that compiling is over; what it gave is forgotten.
  for (const { run } of engines) await run(0, 4)
  for (const list of [...Object.values(ours), ...Object.values(theirs)]) list.length = 0

  for (let from = 0; from < sentences; from += slice) {
    for (const engine of engines) {
      const start = performance.now()
      await engine.run(from, Math.min(from + slice, sentences))
      engine.milliseconds += performance.now() - start
    }
  }
  model.dispose()
  await ort.release()
  await transformers.release()

  const packed = joined(ours.packed)
  const oneByOne = joined(ours.single)
  if (!packed.every((value, i) => Object.is(value, oneByOne[i]))) throw new Error('embed() differs from one by one')
  const differences = Object.values(theirs).map((list) => largestDifference(packed, joined(list), 1e-5))
  return {
    sentences,
    tokens: ids.reduce((sum, { length }) => sum + length, 0),
    longest: Math.max(...ids.map(({ length }) => length)),
    shortest: Math.min(...ids.map(({ length }) => length)),
    difference: Math.max(...differences),
    engines: engines.map(({ name, way, milliseconds }) => ({ name, way, milliseconds }))
  }
}

const entry = (name, way, run) => ({ name, way, run, milliseconds: 0 })

function joined(arrays) {
  const all = new Float32Array(arrays.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const array of arrays) {
    all.set(array, at)
    at += array.length
  }
  return all
}
