// What the module's memory may take: 1.15 times the weights, what one run needs, and the module itself.
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { loadModel } from 'attnscope'
import { folder } from './support/model.mjs'
import { collect, eventually, watchMemories } from './support/watch.mjs'

const weights = statSync(join(folder, 'model.safetensors')).size
// Code's own data, stack, tokenizer and vocabulary, and the room that an allocator leaves.
const module = 5 << 20
const { D, F, d, H, L } = { D: 384, F: 1536, d: 32, H: 12, L: 6 }

/** Bytes of one run over T tokens on one thread: hidden states, and the larger of a layer's two halves. */
const runBytes = (T) => 4 * (T * D + D + Math.max(4 * T * D + (2 * (T + 16) * d + 48 * T), T * F))

/** Bytes that keeping every attention weight adds. */
const attentionBytes = (T) => 4 * L * H * T * T

const words = (T) => Array.from({ length: T - 2 }, () => 'cat').join(' ')

describe('memory', () => {
  const memories = watchMemories()
  let model
  let arraysBefore

  const moduleBytes = () => memories.bytes()
  const arrays = () => {
    collect()
    return process.memoryUsage().arrayBuffers
  }

  before(async () => {
    arraysBefore = arrays()
    model = await loadModel(folder, { maxTokens: 512 })
  })
  after(() => {
    memories.stop()
    model.dispose()
  })

  test('after the load there is one memory with the weights in it once', () => {
    assert.equal(memories.live().length, 1)
    assert.ok(moduleBytes() <= 1.15 * weights + module, `${moduleBytes()} bytes for ${weights} of weights`)
  })

  test('after the load JavaScript holds no copy of the weights', async () => {
    // What was read takes a while to be given back, even when asked.
    const held = () => arrays() - arraysBefore
    await eventually(
      () => held() < 0.05 * weights,
      () => `${held()} bytes in ArrayBuffers`
    )
  })

  for (const T of [16, 128, 512]) {
    test(`a run over ${T} tokens needs no more than the formula says`, async () => {
      await model.encode(words(T))
      const allowed = 1.15 * weights + module + runBytes(T)
      assert.ok(moduleBytes() <= allowed, `${moduleBytes()} bytes, allowed ${allowed}`)
    })
  }

  test('keeping every attention weight of 512 tokens adds those weights and no more', async () => {
    await model.encode(words(512), { trace: { attention: true } })
    const allowed = 1.15 * (weights + attentionBytes(512)) + module + runBytes(512)
    assert.ok(moduleBytes() <= allowed, `${moduleBytes()} bytes, allowed ${allowed}`)
  })
})
