// A worker handed over: it takes one model, once, and one that is none of ours is told by what it answers.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { AttnscopeError, loadModel } from 'attnscope'
import { Client } from '../../build/modules/wire/rpc.js'
import { folder } from './support/model.mjs'
import { installWorker } from './support/web-worker.mjs'

const Worker = installWorker()
const script = new URL('../../dist/worker.js', import.meta.url)
const started = []

const start = (url = script) => {
  const worker = new Worker(url)
  started.push(worker)
  return worker
}

/** A worker whose script is this text. */
const startText = (text) => start(`data:text/javascript,${encodeURIComponent(text)}`)

after(() => {
  for (const worker of started) worker.terminate()
})

const refused = (pattern) => (error) => {
  assert.ok(error instanceof AttnscopeError, String(error))
  assert.equal(error.code, 'bad-input')
  assert.match(error.message, pattern)
  return true
}

/** Rejects as `check` says, within so many milliseconds. */
async function rejectsWithin(milliseconds, load, check) {
  const began = performance.now()
  await assert.rejects(load, check)
  assert.ok(performance.now() - began < milliseconds, `it took ${performance.now() - began} ms`)
}

const hasModel = /worker handed over already has a model; start a new one/

test('a worker that has a model takes no second one, and the first gives its own numbers on', async () => {
  const worker = start()
  const model = await loadModel(folder, { worker })
  const before = (await model.encode('one')).embedding

  await rejectsWithin(1000, loadModel(folder, { worker, precision: 'int8' }), refused(hasModel))

  assert.deepEqual((await model.encode('one')).embedding, before)
  assert.equal(model.info.precision, 'float32')
  model.dispose()
})

test('of two loads at once one gets the worker', async () => {
  const worker = start()
  const loads = await Promise.allSettled([
    loadModel(folder, { worker }),
    loadModel(folder, { worker, precision: 'int8' }),
    loadModel(folder, { worker })
  ])

  assert.deepEqual(
    loads.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected']
  )
  for (const { reason } of loads.slice(1)) refused(hasModel)(reason)
  const model = loads[0].value
  assert.equal((await model.encode('fine')).tokens.length, 3)
  model.dispose()
})

const ends = {
  'disposed of': (_worker, model) => model.dispose(),
  'terminated by its owner': (worker) => worker.terminate()
}

for (const [what, end] of Object.entries(ends)) {
  test(`a worker whose model was ${what} takes no other`, async () => {
    const worker = start()
    const model = await loadModel(folder, { worker })
    end(worker, model)

    await rejectsWithin(1000, loadModel(folder, { worker }), refused(/was terminated; start a new one/))
    await assert.rejects(model.encode('later'), AttnscopeError)
  })
}

test('a worker whose load failed or was aborted takes no other', async () => {
  const failing = (worker) => loadModel(`${folder}/not-there`, { worker })
  const aborted = (worker) => {
    const controller = new AbortController()
    return loadModel(folder, { worker, signal: controller.signal, onProgress: () => controller.abort('stop') })
  }
  for (const load of [failing, aborted]) {
    const worker = start()
    await assert.rejects(load(worker))

    await rejectsWithin(1000, loadModel(folder, { worker }), refused(/was terminated/))
  }
})

test('a worker that a load was aborted before it came to, takes another', async () => {
  const worker = start()
  await assert.rejects(loadModel(folder, { worker, signal: AbortSignal.abort('stop') }), (reason) => reason === 'stop')

  const model = await loadModel(folder, { worker })
  assert.equal((await model.encode('fine')).tokens.length, 3)
  model.dispose()
})

test('two copies of the package do not share a worker', async () => {
  const worker = start()
  const model = await loadModel(folder, { worker })
  const other = await import('attnscope/inline')

  await rejectsWithin(1000, other.loadModel(folder, { worker }), (error) => {
    assert.ok(error instanceof other.AttnscopeError)
    return error.code === 'bad-input' && hasModel.test(error.message)
  })

  assert.equal((await model.encode('fine')).tokens.length, 3)
  model.dispose()
})

test("a second load in one worker's script is refused there too", async () => {
  const worker = start()
  const model = await loadModel(folder, { worker })
  const answer = new Promise((resolve) => {
    const { onmessage } = worker
    worker.onmessage = (event) => {
      onmessage(event)
      if (event.data.id === -1 && event.data.type !== 'started') resolve(event.data)
    }
  })
  worker.postMessage({ id: -1, type: 'load', args: {} })

  const { type, error } = await answer

  assert.deepEqual([type, error.code], ['error', 'bad-input'])
  assert.equal((await model.encode('fine')).tokens.length, 3)
  model.dispose()
})

// What somebody else's script may do with a load: its text, and within how many milliseconds it is known for none of ours.
const strangers = {
  'answers nothing': ["addEventListener('message', () => {})", 25_000],
  'listens to nothing': ['setInterval(() => {}, 1000)', 25_000],
  'answers with text': ["addEventListener('message', () => postMessage('ready'))", 10_000],
  'answers with null': ["addEventListener('message', () => postMessage(null))", 10_000],
  'sends back what it gets': ["addEventListener('message', ({ data }) => postMessage(data))", 10_000],
  'answers with an object of its own': [
    "addEventListener('message', () => postMessage({ id: 7, type: 'hello' }))",
    10_000
  ],
  'answers as ours would, but with nonsense': [
    "addEventListener('message', ({ data }) => postMessage({ id: data.id, type: 'result', value: 'nonsense' }))",
    10_000
  ],
  'answers with an error that is none': [
    "addEventListener('message', ({ data }) => postMessage({ id: data.id, type: 'error' }))",
    10_000
  ]
}

// Side by side, since most of it is waiting.
describe('a worker of another script', { concurrency: true }, () => {
  for (const [what, [text, limit]] of Object.entries(strangers)) {
    test(`that ${what} is refused`, { timeout: 60_000 }, async () => {
      const worker = startText(text)

      await rejectsWithin(limit, loadModel(folder, { worker }), refused(/worker.*expected .*worker\.js/))
    })
  }

  test('or one that was terminated before is refused', { timeout: 60_000 }, async () => {
    const worker = start()
    worker.terminate()

    await rejectsWithin(25_000, loadModel(folder, { worker }), refused(/did not answer/))
  })
})

test("somebody else's worker is given back as it was", { timeout: 60_000 }, async () => {
  const worker = startText("addEventListener('message', ({ data }) => postMessage(['heard', data]))")
  const heard = []
  const listener = ({ data }) => heard.push(data)
  worker.onmessage = listener
  await assert.rejects(loadModel(folder, { worker }), refused(/expected/))

  assert.equal(worker.onmessage, listener)
  worker.postMessage('still there?')
  while (!heard.length) await new Promise((resolve) => setTimeout(resolve, 10))
  assert.deepEqual(heard, [['heard', 'still there?']])
  await rejectsWithin(1000, loadModel(folder, { worker }), refused(/is none of this package/))
})

test('an address of another script is refused too, and its worker is ended', { timeout: 60_000 }, async () => {
  const address = `data:text/javascript,${encodeURIComponent("addEventListener('message', () => postMessage(1))")}`

  const before = Worker.running.size

  await assert.rejects(loadModel(folder, { worker: new URL(address) }), refused(/expected/))

  assert.equal(Worker.running.size, before)
})

test("a script of somebody's own around ours may say what it likes", { timeout: 60_000 }, async () => {
  const worker = startText(
    `postMessage('hello'); import(${JSON.stringify(script.href)}).then(() => postMessage('ready'))
     setInterval(() => postMessage('tick'), 20)`
  )

  const model = await loadModel(folder, { worker })

  assert.equal((await model.encode('fine')).tokens.length, 3)
  model.dispose()
})

test('an abort ends the wait for a silent worker at once', async () => {
  const worker = startText("addEventListener('message', () => {})")
  const controller = new AbortController()
  setTimeout(() => controller.abort('enough'), 100)

  await rejectsWithin(5000, loadModel(folder, { worker, signal: controller.signal }), (error) => error === 'enough')
})

test('numbers of calls differ between clients, so that no answer is taken for another one', async () => {
  const ids = []
  const transport = { post: ({ id }) => ids.push(id), close() {} }
  for (let i = 0; i < 3; i++) void (await Client.open(async () => transport)).call('tokenize', { texts: [] })
  await null

  assert.equal(new Set(ids).size, 3)
})
