// A load that is aborted, at whatever moment, leaves nothing behind: no thread, no worker, no open file or connection,
// no memory.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cpSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { loadModel } from 'attnscope'
import { scratchFolder } from '../cli/support/run.mjs'
import { writeTinyModel } from '../cli/support/tiny-model.mjs'
import { collect, eventually, watchFiles, watchMemories, watchThreads } from './support/watch.mjs'
import { installWorker } from './support/web-worker.mjs'

const Worker = installWorker()
const script = new URL('../../dist/worker.js', import.meta.url)
const names = ['config.json', 'tokenizer.json', 'model.safetensors', 'modules.json', '1_Pooling/config.json']
const parts = 8

const scratch = scratchFolder()
const model = writeTinyModel(scratch.path)
const moved = join(scratch.path, 'without-config')
const memories = watchMemories()
const threads = watchThreads()
const files = watchFiles()
before(() => cpSync(model, moved, { recursive: true, filter: (path) => !path.endsWith('/config.json') }))
after(() => {
  for (const watch of [memories, threads, files]) watch.stop()
  scratch.remove()
})

/** A server of the tiny model that tells of every moment, and counts the answers that it has not ended. */
async function serve() {
  const open = new Set()
  let tell = () => {}
  const server = createServer(async (request, response) => {
    const name = request.url.slice('/model/'.length)
    open.add(response)
    response.on('close', () => open.delete(response)).on('error', () => {})
    // An idle connection that waits for the next request is none that was left behind.
    const headers = { connection: 'close' }
    tell(`${name} is asked for`)
    if (!['config.json', 'tokenizer.json', 'model.safetensors'].includes(name)) {
      return response.writeHead(404, headers).end()
    }
    const bytes = readFileSync(join(model, name))
    response.writeHead(200, { ...headers, 'content-length': bytes.length })
    for (let part = 0; part < parts; part++) {
      const chunk = bytes.subarray((bytes.length * part) / parts, (bytes.length * (part + 1)) / parts)
      await new Promise((resolve) => response.write(chunk, resolve))
      tell(`part ${part + 1} of ${name} is sent`)
    }
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${server.address().port}/model`,
    open,
    onMoment: (listener) => {
      tell = listener
    },
    close() {
      server.closeAllConnections()
      server.close()
    }
  }
}

const moments = [
  'the call was made',
  ...names.map((name) => `${name} is asked for`),
  ...Array.from({ length: parts }, (_, part) => `part ${part + 1} of model.safetensors is sent`),
  'the first progress is told',
  'prepare is told',
  'ready is told'
]

/** Loads, and aborts at the moment. */
async function abortAt(moment, source, options, onMoment = () => {}) {
  const controller = new AbortController()
  const reason = new Error(moment)
  const reach = (reached) => reached === moment && controller.abort(reason)
  onMoment(reach)
  const load = loadModel(source, {
    ...options,
    signal: controller.signal,
    onProgress({ phase }) {
      reach('the first progress is told')
      reach(`${phase} is told`)
    }
  })
  reach('the call was made')
  await assert.rejects(load, (error) => error === reason)
}

const left = () => ({ threads: threads.running.size, workers: Worker.running.size, files: files.stillOpen() })

async function assertNothingIsLeft(others = () => 0) {
  const clean = () => Object.values(left()).every((count) => count === 0) && others() === 0
  await eventually(clean, () => JSON.stringify({ ...left(), others: others() }))
}

const ways = {
  'without a worker': {},
  'with threads': { threads: 3 },
  'in a worker': { worker: script }
}

for (const [way, options] of Object.entries(ways)) {
  describe(`a download ${way} that is aborted leaves nothing`, () => {
    let server
    before(async () => {
      server = await serve()
    })
    after(() => server.close())

    for (const moment of moments) {
      test(`when ${moment}`, async () => {
        await abortAt(moment, server.address, options, server.onMoment)
        await assertNothingIsLeft(() => server.open.size)
      })
    }
  })

  describe(`a load from a folder ${way} that is aborted leaves nothing`, () => {
    for (const moment of ['the call was made', 'the first progress is told', 'prepare is told', 'ready is told']) {
      test(`when ${moment}`, async () => {
        await abortAt(moment, model, options)
        await assertNothingIsLeft()
      })
    }
  })
}

test('a load that fails closes the files that nobody had begun to read', async () => {
  await assert.rejects(loadModel(moved), { code: 'network' })
  await assertNothingIsLeft()
})

test('a load opens each file once, and closes it', async () => {
  const before = files.opened.length
  const loaded = await loadModel(model)
  loaded.dispose()
  assert.equal(files.opened.length - before, 3)
  await assertNothingIsLeft()
})

test('the memory of every load above is given back', async () => {
  await eventually(
    () => {
      collect()
      return memories.live().length === 0
    },
    () => `${memories.live().length} memories, ${memories.bytes()} bytes`
  )
})
