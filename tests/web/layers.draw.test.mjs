import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTs } from './support/load-ts.mjs'

const rollout = await loadTs('views/layers/rollout.ts')
const layers = await loadTs('views/layers/layers.ts')

let seed = 3
const random = () => {
  seed = (seed * 16807) % 2147483647
  return seed / 2147483647
}

/** A T*T matrix whose rows sum to 1. */
function attention(t) {
  const weights = Float32Array.from({ length: t * t }, random)
  for (let q = 0; q < t; q++) {
    const row = weights.subarray(q * t, q * t + t)
    const sum = row.reduce((a, b) => a + b, 0)
    for (let k = 0; k < t; k++) row[k] /= sum
  }
  return weights
}

const trace = (layerCount, headCount, t) => {
  const all = Array.from({ length: layerCount }, () => Array.from({ length: headCount }, () => attention(t)))
  return { layers: layerCount, heads: headCount, attention: (l, h) => all[l][h] }
}
const unitsOf = (...groups) => groups.map((tokens, i) => ({ label: `w${i}`, tokens, special: i === 0 }))
const sum = (row) => row.reduce((a, b) => a + b, 0)
const near = (a, b, by = 1e-6) => assert.ok(Math.abs(a - b) <= by, `${a} is not ${b}`)

/** Rollout as the paper writes it: whole matrices, one after the other. */
function wholeRollout(means, t) {
  let product = Float64Array.from({ length: t * t }, (_, i) => (i % (t + 1) === 0 ? 1 : 0))
  return means.map((w) => {
    const next = new Float64Array(t * t)
    for (let i = 0; i < t; i++)
      for (let j = 0; j < t; j++)
        for (let m = 0; m < t; m++) next[i * t + j] += (0.5 * w[i * t + m] + (i === m ? 0.5 : 0)) * product[m * t + j]
    product = next
    return product
  })
}

test('mean of heads: the rows still sum to 1', () => {
  const mean = rollout.meanOfHeads([attention(5), attention(5), attention(5)])
  for (let q = 0; q < 5; q++) near(sum(mean.subarray(q * 5, q * 5 + 5)), 1)
})

test('rollout: row by row it is the product of whole matrices 0.5 W + 0.5 I', () => {
  const t = 7
  const means = [attention(t), attention(t), attention(t), attention(t)]
  const whole = wholeRollout(means, t)
  for (let q = 0; q < t; q++) {
    const start = Float64Array.from({ length: t }, (_, i) => (i === q ? 1 : 0))
    for (const [layer, row] of rollout.rolloutRows(means, t, start).entries())
      for (let k = 0; k < t; k++) near(row[k], whole[layer][q * t + k], 1e-12)
  }
})

test('rollout: every row sums to 1, a word of two pieces too', () => {
  const t = 6
  const rows = rollout.rolloutRows([attention(t), attention(t), attention(t)], t, [0, 0.5, 0.5, 0, 0, 0])
  for (const row of rows) near(sum(row), 1)
})

test('rollout: attention that stays where it is leaves all of it there', () => {
  const identity = Float32Array.of(1, 0, 0, 1)
  assert.deepEqual([...rollout.rolloutRows([identity, identity], 2, [0, 1])[1]], [0, 1])
})

test('layers: the mean and the rollout of a word sum to 1, the greatest is at least the mean', () => {
  const units = unitsOf([0], [1, 2], [3], [4])
  const source = trace(3, 2, 5)
  // Weights between units, written out: summed over keys, averaged over queries.
  const weights = ({ layer, head }) => {
    const w = source.attention(layer, head)
    const values = units.flatMap((q) =>
      units.map((k) => sum(q.tokens.map((i) => sum(k.tokens.map((j) => w[i * 5 + j])))) / q.tokens.length)
    )
    return { queries: units, keys: units, values: Float32Array.from(values) }
  }
  const mean = layers.layerRows(source, units, 1, 'mean', weights)
  const most = layers.layerRows(source, units, 1, 'max', weights)
  const rolled = layers.layerRows(source, units, 1, 'rollout', weights)
  for (const row of [...mean, ...rolled]) near(sum(row), 1)
  for (const [layer, row] of mean.entries())
    for (const [key, value] of row.entries()) assert.ok(most[layer][key] >= value - 1e-7)
  // After one layer rollout is half the mean row and half the word itself.
  for (const key of units.keys()) near(rolled[0][key], 0.5 * mean[0][key] + (key === 1 ? 0.5 : 0))
})

test('layers: the strongest leaves special tokens out unless asked, and each head is named with its own', () => {
  const units = unitsOf([0], [1], [2])
  assert.deepEqual(layers.strongestOf([0.9, 0.04, 0.06], units, 2, false), [2, 1])
  assert.deepEqual(layers.strongestOf([0.9, 0.04, 0.06], units, 2, true), [0, 2])
  const source = trace(2, 3, 3)
  const tops = layers.topOfHeads(
    2,
    3,
    units,
    1,
    ({ layer, head }) => ({ queries: units, keys: units, values: source.attention(layer, head) }),
    false
  )
  assert.equal(tops.length, 2)
  for (const top of tops.flat()) {
    const row = source.attention(top.layer, top.head).subarray(3, 6)
    assert.equal(top.weight, Math.max(row[1], row[2]))
    assert.equal(row[top.key], top.weight)
  }
})
