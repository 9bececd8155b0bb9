// Precision int8 through the package: near the reference, and as repeatable as float32.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { loadModel } from 'attnscope'
import { goldenCases, goldenTensors, inputOf, largestDifference, part } from './support/golden.mjs'
import { folder } from './support/model.mjs'

const tolerance = { attention: 0.02, cosine: 1e-4 }

let model
before(async () => {
  model = await loadModel(folder, { precision: 'int8' })
})
after(() => model.dispose())

/** 1 - cosine of two unit vectors. */
const cosineDistance = (a, b) => a.reduce((sum, value, i) => sum + (value - b[i]) ** 2, 0) / 2

describe('int8 numbers are near the reference', async () => {
  for (const golden of await goldenCases(({ kind }) => kind === 'full')) {
    test(`${golden.id} ${golden.category}`, async () => {
      const expected = await goldenTensors(golden.tensors)
      const { layers, heads } = model.info

      const result = await model.encode(inputOf(golden), { trace: { attention: true } })

      for (let i = 0; i < layers * heads; i++) {
        const reference = part(expected.attentions, i, layers * heads)
        const difference = largestDifference(result.attention(Math.floor(i / heads), i % heads), reference)
        assert.ok(difference <= tolerance.attention, `attention of head ${i} differs by ${difference}`)
      }
      const distance = cosineDistance(result.embedding, expected.sentence_embedding.data)
      assert.ok(distance <= tolerance.cosine, `1 - cosine of the embedding is ${distance}`)
    })
  }
})

test('info says int8, and how little memory that takes', () => {
  assert.equal(model.info.precision, 'int8')
  assert.ok(model.info.weightBytes < 27e6, `${model.info.weightBytes} bytes`)
})

test('info says float32 where nothing was asked for', async () => {
  const plain = await loadModel(folder)
  plain.dispose()
  assert.equal(plain.info.precision, 'float32')
})

test('every row of weights sums to 1', async () => {
  const result = await model.encode('Integers keep a softmax whole.', { trace: true })
  const { tokens } = result
  const weights = result.attention(2, 5)
  for (let row = 0; row < tokens.length; row++) {
    const sum = weights.subarray(row * tokens.length, (row + 1) * tokens.length).reduce((a, b) => a + b, 0)
    assert.ok(Math.abs(sum - 1) < 1e-6, `row ${row} sums to ${sum}`)
  }
})

test('many texts at once give the very numbers of one by one', async () => {
  const texts = ['one', 'and two more words', 'a third, which is longer than the others by far and away', 'x']

  const together = await model.embed(texts)

  for (const [i, text] of texts.entries()) assert.deepEqual(together[i], (await model.encode(text)).embedding)
})
