import { isNode } from './places.mjs'

/**
 * transformers.js with the same weights, from local files only, on its WebAssembly back end: what it takes by
 * itself in a browser. In Node its default is native code, so there it is given ONNX Runtime Web by the hook
 * that it offers.
 * @param {{ transformers: string, transformersHome: string, transformersOrt: string }} places
 */
export async function loadTransformers(places, threads) {
  if (isNode) globalThis[Symbol.for('onnxruntime')] ??= await import(places.transformersOrt)
  const library = await import(places.transformers)
  const { env, AutoModel, AutoTokenizer, mean_pooling } = library
  Object.assign(env, {
    allowLocalModels: true,
    allowRemoteModels: false,
    localModelPath: places.transformersHome,
    useBrowserCache: false,
    useWasmCache: false
  })
  const { wasm } = env.backends.onnx
  wasm.numThreads = threads
  wasm.wasmPaths = new URL('.', new URL(places.transformersOrt, globalThis.location?.href)).href
  const tokenizer = await AutoTokenizer.from_pretrained('model')
  const model = await AutoModel.from_pretrained('model', {
    dtype: 'fp32',
    device: isNode ? 'auto' : 'wasm',
    session_options: { executionProviders: ['wasm'] }
  })
  return {
    version: env.version,
    /** Embeddings of texts in one padded batch, one after another in one array. @param {string[]} texts */
    async embed(texts) {
      const inputs = tokenizer(texts, { padding: true, truncation: true })
      const outputs = await model(inputs)
      const hidden = Object.values(outputs).find(({ dims }) => dims.length === 3)
      return mean_pooling(hidden, inputs.attention_mask).normalize(2, -1).data
    },
    /** The token ids of a text. */
    tokenize: (text) => tokenizer.encode(text),
    release: () => model.dispose()
  }
}
