// Keeps every WebAssembly memory of this worker where `moduleBytes` finds it: Chromium itself does not tell of them.
const memories = new Set()
const { instantiate } = WebAssembly
WebAssembly.instantiate = async (module, imports) => {
  const instance = await instantiate(module, imports)
  const members = [instance.exports, ...Object.values(imports)].flatMap((space) => Object.values(space))
  for (const value of members) if (value instanceof WebAssembly.Memory) memories.add(value)
  return instance
}
globalThis.moduleBytes = () => [...memories].reduce((bytes, { buffer }) => bytes + buffer.byteLength, 0)
