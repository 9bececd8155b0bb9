// In the page: the same measuring as in Node, called from outside row by row. What a cold start needs is loaded only
// when asked for, so that neither side waits for the other's scripts.
globalThis.bench = {
  async openForward(places, options) {
    const { openForward } = await import('/bench/measure/forward.mjs')
    globalThis.forward = await openForward(places, options)
  },
  row: (tokens, seconds) => globalThis.forward.row(tokens, seconds),
  close: () => globalThis.forward.close(),

  async between(places, options) {
    const { measureBetween } = await import('/bench/measure/between.mjs')
    return measureBetween(places, options)
  },

  async corpus(places, options) {
    const { measureCorpus } = await import('/bench/measure/corpus.mjs')
    return measureCorpus(places, options)
  },

  async tokenizer(places, options) {
    const { measureTokenizer } = await import('/bench/measure/tokenizer.mjs')
    return measureTokenizer(places, options)
  },

  /** Milliseconds to compile a binary, the first time in this process. */
  async compile(address) {
    const bytes = await (await fetch(address)).arrayBuffer()
    const start = performance.now()
    await WebAssembly.compile(bytes)
    return performance.now() - start
  }
}

/** A cold start is an address of its own: the clock starts at the navigation. */
const starts = {
  async attnscope(text, { model }) {
    const { loadModel } = await import('attnscope')
    const loaded = await loadModel(model, { maxTokens: 512 })
    return (await loaded.encode(text)).embedding
  },
  async transformers(text, places) {
    const { loadTransformers } = await import('/bench/measure/transformers.mjs')
    return (await loadTransformers(places, 1)).embed([text])
  }
}
const { engine, places } = Object.fromEntries(new URLSearchParams(location.search))
if (engine) {
  const embedding = await starts[engine]('The animal did not cross the street', JSON.parse(places))
  globalThis.coldStart = { milliseconds: performance.now(), numbers: embedding.length }
}
