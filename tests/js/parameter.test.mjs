// What the model learned, through the package: by hand from it to the engine's own numbers.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AttnscopeError, loadModel } from 'attnscope'
import { largestDifference } from './support/golden.mjs'
import { folder, modelFiles } from './support/model.mjs'
import { installWorker } from './support/web-worker.mjs'

const text = 'The animal was too tired to cross the street.'
const refusal =
  (...parts) =>
  (error) =>
    error instanceof AttnscopeError && error.code === 'bad-input' && parts.every((part) => error.message.includes(part))

/** x W^T + b, in double. */
function linear(x, { shape: [out, width], data }, bias) {
  return Float32Array.from({ length: (x.length / width) * out }, (_, i) => {
    const [row, column] = [Math.floor(i / out), i % out]
    let sum = bias.data[column]
    for (let k = 0; k < width; k++) sum += x[row * width + k] * data[column * width + k]
    return sum
  })
}

/** Layer norm of every row, in double. */
function layerNorm(x, gain, bias, epsilon) {
  const width = gain.length
  const result = new Float32Array(x.length)
  for (let first = 0; first < x.length; first += width) {
    const row = x.subarray(first, first + width)
    const mean = row.reduce((sum, value) => sum + value, 0) / width
    const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / width
    row.forEach((value, i) => {
      result[first + i] = (gain[i] * (value - mean)) / Math.sqrt(variance + epsilon) + bias[i]
    })
  }
  return result
}

// int8 rounds what it multiplies to 16 bits a row, too.
for (const [precision, tolerance] of [
  ['float32', 1e-5],
  ['int8', 1e-3]
]) {
  describe(precision, () => {
    let model
    before(async () => {
      model = await loadModel(folder, { precision })
    })
    after(() => model.dispose())

    for (const [layer, head] of [
      [0, 0],
      [3, 1],
      [5, 11]
    ]) {
      test(`x W^T + b is q, k and v of layer ${layer} head ${head}`, async () => {
        const { headWidth } = model.info
        const rows = [head * headWidth, (head + 1) * headWidth]

        const result = await model.encode(text, { trace: { hidden: [layer], steps: [[layer, head]] } })

        const step = result.step(layer, head)
        for (const [part, expected] of Object.entries({ query: step.q, key: step.k, value: step.v })) {
          const weight = await model.parameter(`layers.${layer}.attention.${part}.weight`, { rows })
          const bias = await model.parameter(`layers.${layer}.attention.${part}.bias`, { rows })
          assert.deepEqual(weight.shape, [headWidth, model.info.width])
          assert.deepEqual(bias.shape, [headWidth])
          const difference = largestDifference(linear(result.hidden(layer), weight, bias), expected)
          assert.ok(difference <= tolerance, `${part} differs by ${difference}`)
        }
      })
    }

    test('word + position + type, normalised, is hidden state 0', async () => {
      const { width, epsilon } = model.info
      const result = await model.encode(text, { trace: { hidden: [0] } })
      const count = result.tokens.length
      const position = await model.parameter('embeddings.position', { rows: [0, count] })
      const type = await model.parameter('embeddings.type')
      const gain = await model.parameter('embeddings.norm.gain')
      const bias = await model.parameter('embeddings.norm.bias')
      const sums = new Float32Array(count * width)
      for (const [t, { id }] of result.tokens.entries()) {
        const word = await model.parameter('embeddings.word', { rows: [id, id + 1] })
        for (let i = 0; i < width; i++) {
          sums[t * width + i] = word.data[i] + position.data[t * width + i] + type.data[result.typeIds[t] * width + i]
        }
      }
      const difference = largestDifference(layerNorm(sums, gain.data, bias.data, epsilon), result.hidden(0))
      assert.ok(difference <= 1e-5, `it differs by ${difference}`)
    })

    test('shapes are what info says', async () => {
      const { width, feedForward, vocabulary, positions } = model.info
      const expected = {
        'embeddings.word': [vocabulary, width],
        'embeddings.position': [positions, width],
        'embeddings.type': [2, width],
        'embeddings.norm.gain': [width],
        'layers.5.attention.output.weight': [width, width],
        'layers.5.attention.norm.bias': [width],
        'layers.2.feedForward.in.weight': [feedForward, width],
        'layers.2.feedForward.in.bias': [feedForward],
        'layers.2.feedForward.out.weight': [width, feedForward],
        'layers.2.feedForward.norm.gain': [width]
      }
      for (const [name, shape] of Object.entries(expected)) {
        const parameter = await model.parameter(name)
        assert.deepEqual(parameter.shape, shape, name)
        assert.equal(
          parameter.data.length,
          shape.reduce((a, b) => a * b)
        )
      }
    })

    test('the array is a copy: changing it changes no number of the model', async () => {
      const name = 'embeddings.norm.gain'
      const first = await model.parameter(name)
      const original = first.data.slice()
      first.data.fill(7)
      assert.deepEqual((await model.parameter(name)).data, original)
    })
  })
}

describe('float32', () => {
  let model
  before(async () => {
    model = await loadModel(folder)
  })
  after(() => model.dispose())

  test('word embeddings are the very bytes of the file', async () => {
    const { weights } = await modelFiles()
    const start = 8 + Number(weights.readBigUInt64LE(0))
    const header = JSON.parse(weights.subarray(8, start).toString('utf8'))
    const [from, to] = header['embeddings.word_embeddings.weight'].data_offsets
    const { data } = await model.parameter('embeddings.word')
    assert.ok(weights.subarray(start + from, start + to).equals(Buffer.from(data.buffer)))
  })

  test('an unknown name is refused with the names that there are', async () => {
    const names = ['embeddings.word', 'attention.query.weight', 'feedForward.norm.bias', 'N from 0 to 5']
    await assert.rejects(model.parameter('layers.6.attention.query.weight'), refusal('"layers.6', ...names))
    await assert.rejects(model.parameter('<b>\ud800'), refusal('"<b>', ...names))
    await assert.rejects(model.parameter(3), refusal('name is 3'))
    await assert.rejects(model.parameter(), refusal('name is undefined'))
  })

  test('rows that are not there are refused', async () => {
    for (const rows of [
      [0, 30_523],
      [30_522, 30_523],
      [0, 2 ** 32 - 1]
    ]) {
      await assert.rejects(model.parameter('embeddings.word', { rows }), refusal('between 0 and 30522'))
    }
    for (const rows of [
      [3, 3],
      [4, 3],
      [0, 0],
      [-1, 2],
      [0.5, 2],
      [0, 2 ** 32],
      [Number.NaN, 2],
      ['0', '2'],
      [1],
      5,
      null
    ]) {
      await assert.rejects(model.parameter('embeddings.word', { rows }), refusal('rows is', '[from, to]'))
    }
  })

  test('an abort rejects with its reason, before and while waiting', async () => {
    const reason = new Error('too late')
    const isReason = (error) => error === reason
    await assert.rejects(model.parameter('embeddings.type', { signal: AbortSignal.abort(reason) }), isReason)
    const controller = new AbortController()
    const running = model.encode('word '.repeat(500))
    const waiting = model.parameter('embeddings.type', { signal: controller.signal })
    controller.abort(reason)
    await assert.rejects(waiting, isReason)
    assert.equal((await running).tokens.length, model.info.maxTokens)
  })

  test('callers at once, of parameters and runs, get their own right answers', async () => {
    const alone = await model.encode(text)
    const gain = await model.parameter('embeddings.norm.gain')
    const [first, second, third] = await Promise.all([
      model.parameter('embeddings.norm.gain'),
      model.encode(text),
      model.parameter('layers.0.attention.key.weight', { rows: [0, 1] })
    ])
    assert.deepEqual(first, gain)
    assert.deepEqual(second.embedding, alone.embedding)
    assert.deepEqual(third.shape, [1, 384])
  })
})

test('after dispose it rejects', async () => {
  const model = await loadModel(folder)
  model.dispose()
  await assert.rejects(model.parameter('embeddings.type'), { code: 'disposed' })
})

test('it crosses from a worker', async () => {
  installWorker()
  const model = await loadModel(folder, { worker: new URL('../../dist/worker.js', import.meta.url) })
  after(() => model.dispose())
  const { shape, data } = await model.parameter('layers.1.feedForward.out.weight', { rows: [10, 12] })
  assert.deepEqual(shape, [2, 1536])
  assert.equal(data.byteLength, data.buffer.byteLength)
  await assert.rejects(model.parameter('x'), refusal('"x"'))
})
