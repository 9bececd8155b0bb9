// What a model took it gives back, and what an abort in a run leaves: nothing.
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { loadModel } from 'attnscope'
import { folder } from './support/model.mjs'
import { collect, eventually, watchMemories, watchThreads } from './support/watch.mjs'

const weights = statSync(join(folder, 'model.safetensors')).size
const memories = watchMemories()
const threads = watchThreads()
after(() => {
  memories.stop()
  threads.stop()
})

const long = 'word '.repeat(510)

// Node counts ArrayBuffers, and memory of WebAssembly among what is outside the heap.
function outside() {
  collect()
  return process.memoryUsage().external
}

for (const [way, options] of Object.entries({ 'one thread': {}, 'three threads': { threads: 3 } })) {
  test(`dispose gives the memory and threads of a model on ${way} back`, async () => {
    const model = await loadModel(folder, options)
    await model.encode(long, { trace: { attention: true } })
    assert.ok(memories.bytes() > weights, 'the model is in memory that is watched')

    model.dispose()

    await eventually(
      () => {
        collect()
        return memories.live().length === 0 && threads.running.size === 0
      },
      () => `${memories.bytes()} bytes, ${threads.running.size} threads`
    )
  })
}

test('eight models one after the other take the room of one', async () => {
  const measure = async () => {
    const model = await loadModel(folder)
    await model.encode('the cat')
    model.dispose()
  }
  await measure()
  const before = outside()
  for (let i = 0; i < 8; i++) await measure()
  await eventually(
    () => outside() < before + weights,
    () => `${process.memoryUsage().external - before} bytes more`
  )
})

describe('an abort in a run', () => {
  const { setImmediate } = globalThis
  after(() => {
    globalThis.setImmediate = setImmediate
  })

  /** Calls `reach` whenever the engine lets events in: after each layer of a long text. */
  function atPause(reach) {
    let pauses = 0
    globalThis.setImmediate = (callback) => {
      reach(++pauses)
      return setImmediate(callback)
    }
    return () => {
      globalThis.setImmediate = setImmediate
      return pauses
    }
  }

  test('after any of the layers leaves the memory as it was, and the next answer right', async () => {
    const model = await loadModel(folder)
    const expected = (await model.encode('the cat')).embedding
    const stop = atPause(() => {})
    await model.encode(long, { trace: { attention: [[3, 1]] } })
    const layers = stop()
    assert.ok(layers >= model.info.layers - 1, `${layers} pauses`)
    const before = memories.bytes()

    for (let layer = 1; layer <= layers; layer++) {
      const controller = new AbortController()
      const reason = new Error(`after layer ${layer}`)
      const stop = atPause((pause) => pause === layer && controller.abort(reason))
      const call = model.encode(long, { trace: { attention: [[3, 1]] }, signal: controller.signal })
      await assert.rejects(call, (error) => error === reason)
      stop()
      assert.deepEqual((await model.encode('the cat')).embedding, expected)
    }

    assert.equal(memories.bytes(), before)
    model.dispose()
  })

  test('of many texts, after any batch, leaves the memory as it was', async () => {
    const model = await loadModel(folder)
    const texts = Array.from({ length: 12 }, (_, i) => `${'word '.repeat(60)}${i}`)
    const expected = await model.embed(texts)
    const before = memories.bytes()

    const batches = []
    await model.embed(texts, { onProgress: ({ done }) => batches.push(done) })
    for (const batch of batches) {
      const controller = new AbortController()
      const call = model.embed(texts, {
        signal: controller.signal,
        onProgress: ({ done }) => done === batch && controller.abort('stop')
      })
      await assert.rejects(call, (error) => error === 'stop')
    }

    assert.equal(memories.bytes(), before)
    assert.deepEqual(await model.embed(texts), expected)
    model.dispose()
  })
})
