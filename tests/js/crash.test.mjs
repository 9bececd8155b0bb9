// A trap in the engine and a worker that dies: every call ends, and a new model works.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AttnscopeError, loadModel } from 'attnscope'
import { folder } from './support/model.mjs'
import { installWorker } from './support/web-worker.mjs'

const Worker = installWorker()
const instantiate = WebAssembly.instantiate
after(() => {
  WebAssembly.instantiate = instantiate
})

const code = (expected) => (error) => error instanceof AttnscopeError && error.code === expected

/** Loads a model whose engine traps from the moment that `trap()` is called. */
async function loadTrapping() {
  let armed = false
  WebAssembly.instantiate = (module, imports) => {
    const armedImports = Object.fromEntries(
      Object.entries(imports).map(([space, members]) => [space, trapping(members, () => armed)])
    )
    return instantiate(module, armedImports)
  }
  const model = await loadModel(folder)
  WebAssembly.instantiate = instantiate
  return { model, trap: () => (armed = true) }
}

// What an import throws unwinds through the WebAssembly frames exactly as a trap does.
function trapping(members, armed) {
  const wrap =
    (member) =>
    (...values) => {
      if (armed()) throw new WebAssembly.RuntimeError('unreachable')
      return member(...values)
    }
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, typeof member === 'function' ? wrap(member) : member])
  )
}

test('a trap rejects every call under way and every later one, and a new load works', async () => {
  const { model, trap } = await loadTrapping()
  trap()
  const pending = await Promise.allSettled([model.encode('one'), model.encode('two'), model.embed(['three'])])
  for (const { reason } of pending) assert.ok(code('crashed')(reason), String(reason))
  await assert.rejects(model.encode('later'), code('crashed'))
  model.dispose()

  const fresh = await loadModel(folder)
  assert.equal((await fresh.encode('fine')).tokens.length, 3)
  fresh.dispose()
})

test('a worker that dies rejects every call under way and every later one', async () => {
  const model = await loadModel(folder, { worker: new URL('support/dying-worker.mjs', import.meta.url) })
  const pending = await Promise.allSettled([model.encode('one'), model.encode('two')])
  for (const { reason } of pending) assert.ok(code('crashed')(reason), String(reason))
  await assert.rejects(model.encode('later'), code('crashed'))
  assert.equal(Worker.running.size, 0)
})

test('a worker script that is not there is a network error that says so', async () => {
  const load = loadModel(folder, { worker: new URL('support/not-there.mjs', import.meta.url) })
  await assert.rejects(load, (error) => code('network')(error) && /worker's script/.test(error.message))
  assert.equal(Worker.running.size, 0)
})

test('an abort while a worker loads ends the worker', async () => {
  const controller = new AbortController()
  const load = loadModel(folder, {
    worker: new URL('../../dist/worker.js', import.meta.url),
    signal: controller.signal,
    onProgress: () => controller.abort('stop')
  })
  await assert.rejects(load, (error) => error === 'stop')
  assert.equal(Worker.running.size, 0)
})

test('an error keeps its code, message and cause on the way out of a worker', async () => {
  const load = loadModel('http://127.0.0.1:1/model', { worker: new URL('../../dist/worker.js', import.meta.url) })
  await assert.rejects(load, (error) => {
    assert.ok(code('network')(error))
    assert.match(error.message, /config\.json|tokenizer\.json|model\.safetensors|modules\.json/)
    return error.cause instanceof Error
  })
})
