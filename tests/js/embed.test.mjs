// Many texts at once give the very numbers that each gives alone.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { loadModel } from 'attnscope'
import { folder } from './support/model.mjs'

let model
before(async () => {
  model = await loadModel(folder)
})
after(() => model.dispose())

const sentence = 'the quick brown fox jumps over the lazy dog while nobody looks '
const mixed = Array.from({ length: 60 }, (_, i) => sentence.repeat(1 + ((i * 7) % 11)).slice(0, 5 + ((i * 37) % 700)))

test('each embedding is bit-equal to that of the text alone, at every place in a batch', async () => {
  const together = await model.embed(mixed)
  for (const [i, text] of mixed.entries()) {
    const { embedding } = await model.encode(text)
    assert.deepEqual(together[i], embedding, `text ${i}`)
  }
})

test('the order of the texts is kept', async () => {
  const texts = ['one', 'two', 'three', '', 'five']
  const forwards = await model.embed(texts)
  const backwards = await model.embed(texts.toReversed?.() ?? [...texts].reverse())
  assert.deepEqual(forwards, backwards.reverse())
})

test('no texts give no embeddings', async () => {
  assert.deepEqual(await model.embed([]), [])
})

test('progress tells how many are done, up to all', async () => {
  const events = []
  await model.embed(mixed, { onProgress: (progress) => events.push(progress) })
  assert.ok(events.length > 1, 'there was more than one batch')
  assert.ok(events.every(({ total }) => total === mixed.length))
  assert.ok(events.every(({ done }, i) => i === 0 || done > events[i - 1].done))
  assert.equal(events.at(-1).done, mixed.length)
})

test('an abort between batches rejects with its reason, and the model stays usable', async () => {
  const controller = new AbortController()
  const reason = new Error('enough')
  const call = model.embed(mixed, { signal: controller.signal, onProgress: () => controller.abort(reason) })
  await assert.rejects(call, (error) => error === reason)
  assert.equal((await model.embed(['still here'])).length, 1)
})

test('what onProgress throws fails the call, and the model stays usable', async () => {
  const thrown = new Error('from the callback')
  const call = model.embed(mixed, {
    onProgress() {
      throw thrown
    }
  })
  await assert.rejects(call, (error) => error === thrown)
  assert.equal((await model.embed(['still here'])).length, 1)
})

test('a text asked for meanwhile is answered before a long list is done', async () => {
  let listDone = false
  const list = model.embed(mixed).then(() => {
    listDone = true
  })
  await model.encode('quick')
  assert.equal(listDone, false)
  await list
})

test('each embedding owns its memory', async () => {
  const [first, second] = await model.embed(['a', 'b'])
  assert.notEqual(first.buffer, second.buffer)
  assert.equal(first.buffer.byteLength, first.byteLength)
})
