// Loads anything, and dies at the first question.
const info = {
  name: 'dying',
  layers: 1,
  heads: 1,
  width: 4,
  headWidth: 4,
  vocabulary: 8,
  maxTokens: 8,
  simd: 'simd128',
  threads: 1,
  precision: 'float32'
}
const vocabulary = { text: new Uint8Array(0), starts: Uint32Array.of(0) }
globalThis.addEventListener('message', ({ data }) => {
  if (data.type === 'load') globalThis.postMessage({ id: data.id, type: 'result', value: { info, vocabulary } }, [])
  else
    setTimeout(() => {
      throw new Error('out of luck')
    })
})
