// Several threads: the same numbers, told truly, and gone with the model.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { loadModel } from 'attnscope'
import { folder } from './support/model.mjs'

const texts = ['the cat', 'a longer sentence about nothing at all, with a comma', 'word '.repeat(150)]

async function numbers(threads) {
  const model = await loadModel(folder, { threads })
  try {
    assert.equal(model.info.threads, threads)
    const result = await model.encode(texts[2], { trace: true })
    const traced = [result.attention(3, 1), result.hidden(6), result.step(0, 0).context]
    return [result.embedding, ...traced, ...(await model.embed(texts))]
  } finally {
    model.dispose()
  }
}

test('two, three and four threads give the very numbers of one', async () => {
  const expected = await numbers(1)
  for (const threads of [2, 3, 4]) assert.deepEqual(await numbers(threads), expected, `${threads} threads`)
})

test('in Node one thread calculates unless more are asked for', async () => {
  const model = await loadModel(folder)
  assert.equal(model.info.threads, 1)
  model.dispose()
})

test('results of a shared memory are arrays of their own', async () => {
  const model = await loadModel(folder, { threads: 2 })
  const result = await model.encode('the cat', { trace: true })
  for (const array of [result.embedding, result.attention(0, 0), result.hidden(0)]) {
    assert.ok(array.buffer instanceof ArrayBuffer)
  }
  model.dispose()
})

test('a number of threads that makes no sense is refused', async () => {
  for (const threads of [0, -1, 1.5, 33, '2', null]) {
    await assert.rejects(loadModel(folder, { threads }), { name: 'AttnscopeError', code: 'bad-input' })
  }
})

test('a load that fails leaves no thread behind, nor does a model keep the process alive', async () => {
  const program = `
    import { loadModel } from 'attnscope'
    await loadModel('/nowhere', { threads: 3 }).catch((error) => console.log(error.code))
    const model = await loadModel(process.argv[1], { threads: 3 })
    console.log((await model.encode('the cat')).tokens.length, model.info.threads)
  `
  const options = { cwd: fileURLToPath(new URL('../../', import.meta.url)), timeout: 60_000 }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', program, folder],
    options
  )
  assert.equal(stdout, 'network\n4 3\n')
})
