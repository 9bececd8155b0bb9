// Callers at once, aborts, the end of a model, and its death.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { AttnscopeError, loadModel } from 'attnscope'
import { folder } from './support/model.mjs'

const code = (expected) => (error) => error instanceof AttnscopeError && error.code === expected

for (const [way, options] of Object.entries(await ways())) {
  describe(way, () => {
    let model
    beforeEach(async () => {
      model = await loadModel(folder, options())
    })
    afterEach(() => model.dispose())

    test('twenty callers at once get their own right answers', async () => {
      const texts = Array.from({ length: 20 }, (_, i) => `caller ${'number '.repeat(i)}${i}`)
      const expected = []
      for (const text of texts) expected.push(await model.encode(text, { trace: { attention: [[1, 2]] } }))

      const results = await Promise.all(texts.map((text) => model.encode(text, { trace: { attention: [[1, 2]] } })))

      for (const [i, result] of results.entries()) {
        assert.deepEqual(result.tokens, expected[i].tokens)
        assert.deepEqual(result.embedding, expected[i].embedding)
        assert.deepEqual(result.attention(1, 2), expected[i].attention(1, 2))
      }
    })

    test('texts and pairs tokenized at once get each their own tokens', async () => {
      const texts = ['one', ['a', 'pair of texts'], '', 'the last of them', 'one']
      const expected = []
      for (const text of texts) expected.push(await model.tokenize(text))
      assert.deepEqual(await Promise.all(texts.map((text) => model.tokenize(text))), expected)
    })

    test('a signal that was aborted before rejects with its reason', async () => {
      const reason = new Error('too late')
      await assert.rejects(model.encode('hi', { signal: AbortSignal.abort(reason) }), (error) => error === reason)
    })

    test('an abort in a run rejects with its reason, the others go on', async () => {
      const controller = new AbortController()
      const long = 'word '.repeat(500)
      const aborted = model.encode(long, { trace: true, signal: controller.signal })
      const other = model.encode('the other')
      setTimeout(() => controller.abort('mine'), 3)
      await assert.rejects(aborted, (error) => error === 'mine')
      assert.equal((await other).tokens.length, 4)
    })

    test('an abort without a reason gives the usual AbortError', async () => {
      const controller = new AbortController()
      const call = model.encode('word '.repeat(500), { signal: controller.signal })
      controller.abort()
      await assert.rejects(call, { name: 'AbortError' })
    })

    test('an aborted call that waits for its turn never runs', async () => {
      const controller = new AbortController()
      const running = model.encode('word '.repeat(500))
      const waiting = model.encode('waiting', { signal: controller.signal })
      controller.abort('gone')
      await assert.rejects(waiting, (error) => error === 'gone')
      assert.equal((await running).tokens.length, model.info.maxTokens)
    })

    test('dispose rejects calls under way and later ones, and may be called again', async () => {
      const pending = [model.encode('word '.repeat(500)), model.embed(['a']), model.tokenize('b')]
      model.dispose()
      model.dispose()
      for (const { reason } of await Promise.allSettled(pending)) assert.ok(code('disposed')(reason))
      await assert.rejects(model.encode('later'), code('disposed'))
    })

    test('Symbol.dispose disposes', async () => {
      model[Symbol.dispose]()
      await assert.rejects(model.encode('later'), code('disposed'))
    })

    test('results outlive the model', async () => {
      const result = await model.encode('I am good', { trace: true })
      model.dispose()
      assert.equal(result.step(0, 0).scores.length, result.tokens.length ** 2)
    })

    test('two models do not know of each other', async () => {
      const other = await loadModel(folder, options())
      const [a, b] = await Promise.all([model.encode('same'), other.encode('same')])
      other.dispose()
      assert.deepEqual(a.embedding, b.embedding)
      assert.equal((await model.encode('on')).tokens.length, 3)
    })
  })
}

/** The two ways to run the engine: here, and in a worker. */
async function ways() {
  const { installWorker } = await import('./support/web-worker.mjs')
  installWorker()
  const script = new URL('../../dist/worker.js', import.meta.url)
  return { 'without a worker': () => ({}), 'in a worker': () => ({ worker: script }) }
}
