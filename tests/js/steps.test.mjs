// One head's intermediates, from q and k to the context.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { loadModel } from 'attnscope'
import { goldenCases, goldenTensors, largestDifference, part } from './support/golden.mjs'
import { folder } from './support/model.mjs'

let model
let golden
before(async () => {
  model = await loadModel(folder)
  ;[golden] = await goldenCases(({ id }) => id === 'p01')
})
after(() => model.dispose())

function softmaxRows(scaled, size) {
  const weights = new Float32Array(scaled.length)
  for (let row = 0; row < size; row++) {
    const values = scaled.subarray(row * size, (row + 1) * size)
    const largest = Math.max(...values)
    const sum = values.reduce((total, value) => total + Math.exp(value - largest), 0)
    values.forEach((value, column) => {
      weights[row * size + column] = Math.exp(value - largest) / sum
    })
  }
  return weights
}

// Ours -> the golden file's name, and the tolerance: scores are sums of d products of numbers around 1.
const steps = {
  q: ['q', 3e-5],
  k: ['k', 3e-5],
  v: ['v', 3e-5],
  scores: ['scores_raw', 3e-4],
  scaled: ['scores_scaled', 6e-5],
  weights: ['probs', 1e-5],
  context: ['z_heads', 3e-5]
}

for (const [layer, head] of [
  [0, 0],
  [3, 1],
  [5, 11]
]) {
  test(`every step of p01, layer ${layer} head ${head}, is the reference's`, async () => {
    const expected = await goldenTensors(golden.steps)

    const result = await model.encode(golden.text, { trace: { steps: [[layer, head]] } })

    const step = result.step(layer, head)
    for (const [ours, [theirs, tolerance]] of Object.entries(steps)) {
      const reference = part(expected[`layer${layer}.${theirs}`], head, model.info.heads)
      const difference = largestDifference(step[ours], reference)
      assert.ok(difference <= tolerance, `${ours} differs by ${difference}`)
    }
  })
}

// Ours -> the golden file's name. Sums of up to F products of larger numbers.
const layerParts = {
  contexts: ['z', 3e-5],
  attentionOut: ['attn_dense', 6e-5],
  attentionSum: ['attn_residual', 6e-5],
  feedForwardIn: ['attn_ln', 6e-5],
  innerIn: ['ffn_in', 1e-4],
  inner: ['ffn_gelu', 6e-5],
  feedForwardOut: ['ffn_out', 2e-4],
  feedForwardSum: ['ffn_residual', 2e-4]
}

test("what lies behind the heads of each layer is the reference's, and leads to the next hidden state", async () => {
  const expected = await goldenTensors(golden.steps)
  const result = await model.encode(golden.text, { trace: { layers: true, hidden: true } })
  for (let i = 0; i < model.info.layers; i++) {
    const { embeddingSum, embeddingNorm, ...layer } = result.layer(i)
    assert.equal(embeddingSum !== undefined, i === 0)
    if (i === 0) {
      assert.ok(largestDifference(embeddingSum, expected['emb.sum'].data) <= 1e-6)
      assert.deepEqual(embeddingNorm, result.hidden(0))
    }
    assert.deepEqual(Object.keys(layer), Object.keys(layerParts))
    for (const [ours, [theirs, tolerance]] of Object.entries(layerParts)) {
      const difference = largestDifference(layer[ours], expected[`layer${i}.${theirs}`].data)
      assert.ok(difference <= tolerance, `${ours} of layer ${i} differs by ${difference}`)
    }
  }
  const plain = await model.encode(golden.text, { trace: { hidden: true } })
  for (let i = 0; i <= model.info.layers; i++) assert.deepEqual(result.hidden(i), plain.hidden(i))
})

test('layers are kept where they are asked for alone', async () => {
  const some = await model.encode(golden.text, { trace: { layers: [2] } })
  const all = await model.encode(golden.text, { trace: { layers: true } })
  assert.deepEqual(some.layer(2), all.layer(2))
  for (const [result, i] of [
    [some, 1],
    [await model.encode(golden.text, { trace: true }), 2]
  ]) {
    const how = new RegExp(`encode with \\{ trace: \\{ layers: \\[${i}\\] \\} \\}`)
    assert.throws(
      () => result.layer(i),
      (error) => error.code === 'not-traced' && how.test(error.message)
    )
  }
  for (const i of [-1, model.info.layers, 0.5]) assert.throws(() => all.layer(i), { code: 'bad-input' })
  await assert.rejects(model.encode('a', { trace: { layers: [6] } }), {
    code: 'bad-input',
    message: /trace\.layers\[0\]/
  })
})

test("with trace: true the scores computed from q and k lead to the engine's own weights", async () => {
  const result = await model.encode(golden.text, { trace: true })
  for (const [layer, head] of [
    [0, 0],
    [3, 1],
    [5, 11]
  ]) {
    const { scaled, weights } = result.step(layer, head)
    const difference = largestDifference(softmaxRows(scaled, result.tokens.length), weights)
    assert.ok(difference <= 1e-5, `layer ${layer} head ${head} differs by ${difference}`)
  }
})

test("the scores computed from q and k are the engine's own within rounding", async () => {
  const all = await model.encode(golden.text, { trace: true })
  const one = await model.encode(golden.text, { trace: { steps: [[2, 7]] } })
  const difference = largestDifference(all.step(2, 7).scores, one.step(2, 7).scores)
  assert.ok(difference <= 1e-4, `they differ by ${difference}`)
})

test('the context is the weighted sum of the values', async () => {
  const result = await model.encode(golden.text, { trace: { steps: [[4, 3]] } })
  const { weights, v, context } = result.step(4, 3)
  const [tokens, width] = [result.tokens.length, model.info.headWidth]
  const expected = Float32Array.from(context, (_, i) => {
    const [row, column] = [Math.floor(i / width), i % width]
    let sum = 0
    for (let key = 0; key < tokens; key++) sum += weights[row * tokens + key] * v[key * width + column]
    return sum
  })
  assert.ok(largestDifference(context, expected) <= 1e-5)
})
