import { readBytes } from './places.mjs'

/**
 * The same model in ONNX Runtime Web, fed with ready-made token ids and left with the last hidden state:
 * tokenizing and pooling are left out, in its favour.
 * @param {string} address of the library's module @param {string} onnx the model's file
 */
export async function loadOnnxRuntimeWeb(address, onnx, threads) {
  const ort = await import(address)
  ort.env.wasm.numThreads = threads
  ort.env.logLevel = 'error'
  const session = await ort.InferenceSession.create(await readBytes(onnx), {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all'
  })
  return {
    version: ort.env.versions.web,
    /**
     * One forward pass over texts padded to the longest, made ready.
     * @param {ArrayLike<number>[]} texts token ids
     * @returns {() => Promise<Float32Array>} runs it; gives the last hidden state
     */
    prepare(texts) {
      const length = Math.max(...texts.map((ids) => ids.length))
      const tensor = (at) =>
        new ort.Tensor(
          'int64',
          BigInt64Array.from({ length: texts.length * length }, (_, i) =>
            BigInt(at(texts[Math.floor(i / length)], i % length))
          ),
          [texts.length, length]
        )
      const all = {
        input_ids: tensor((ids, t) => ids[t] ?? 0),
        attention_mask: tensor((ids, t) => (t < ids.length ? 1 : 0)),
        token_type_ids: tensor(() => 0)
      }
      const feeds = Object.fromEntries(session.inputNames.map((name) => [name, all[name]]))
      const output = session.outputNames.find((name) => name === 'output_0' || name === 'last_hidden_state')
      return async () => (await session.run(feeds, [output]))[output].data
    },
    release: () => session.release()
  }
}
