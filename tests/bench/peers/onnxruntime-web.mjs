import { readFile } from 'node:fs/promises'

/**
 * The same model in ONNX Runtime Web, fed with ready-made token ids: what it
 * would spend on tokenizing is left out, in its favour.
 * @param {string} onnxFile @param {number} threads
 */
export async function loadOnnxRuntimeWeb(onnxFile, threads) {
  const ort = await import('onnxruntime-web')
  ort.env.wasm.numThreads = threads
  ort.env.logLevel = 'error'
  const session = await ort.InferenceSession.create(new Uint8Array(await readFile(onnxFile)), {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all'
  })
  const tensor = (values) => new ort.Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length])
  return {
    version: ort.env.versions.web,
    /** One forward pass; gives the last hidden state. @param {ArrayLike<number>} ids */
    prepare(ids) {
      const all = {
        input_ids: tensor(Array.from(ids)),
        attention_mask: tensor(Array.from(ids, () => 1)),
        token_type_ids: tensor(Array.from(ids, () => 0))
      }
      const feeds = Object.fromEntries(session.inputNames.map((name) => [name, all[name]]))
      return async () => {
        const results = await session.run(feeds)
        return results[session.outputNames[0]].data
      }
    },
    release: () => session.release()
  }
}
