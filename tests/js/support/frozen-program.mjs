// Freezes what is named by the first argument, then loads the model that the second names, and prints how it went.
const [what, model] = process.argv.slice(2)

const classes = {
  errors: [Error, TypeError, RangeError],
  objects: [Object, Function, Array, Promise, Map, Set],
  arrays: [Uint8Array, Float32Array, Int32Array, ArrayBuffer, Object.getPrototypeOf(Uint8Array)],
  web: [URL, AbortController, AbortSignal, EventTarget, Response, ReadableStream, Blob, TextDecoder, TextEncoder]
}
const chosen = what === 'all' ? Object.values(classes).flat() : (classes[what] ?? [])
const { AttnscopeError, loadModel } = await import('attnscope')
// Frozen late: the program's own import is no concern of it.
for (const one of chosen) {
  Object.freeze(one.prototype)
  Object.freeze(one)
}
const say = (name, error) => console.log(name, error instanceof AttnscopeError, error.name, error.code, error.message)
process.on('uncaughtException', (error) => console.log('uncaught', error.message))
process.on('unhandledRejection', (error) => console.log('unhandled', String(error)))

await loadModel(`${model}/not-there`).catch((error) => say('absent', error))
await loadModel(3).catch((error) => say('wrong', error))
const loaded = await loadModel(model).catch((error) => say('load', error))
if (loaded) {
  const { tokens } = await loaded.encode('It works.', { trace: true })
  console.log('tokens', tokens.length)
  await loaded.encode(3).catch((error) => say('input', error))
  loaded.dispose()
}
