// The short soak: the same calls as `npm run soak`, a few hundred of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodeLimits, soakNode } from '../soak/node.mjs'
import { judge, slope, verdict } from '../soak/slope.mjs'

const short = { calls: 240, every: 40, warm: 60 }
// The compiler and its caches still settle in so short a time: their share of the heap is not that of the calls.
const limits = { arrays: nodeLimits.arrays, module: nodeLimits.module, heap: 1400 }

test('calls of every kind and length leave the memory as it is', async () => {
  const samples = await soakNode(short)
  for (const judged of judge(samples, limits)) assert.ok(judged.flat, verdict(judged))
})

test('a caller who keeps every answer is seen to fill the memory', async () => {
  const kept = []
  const samples = await soakNode({ calls: 80, every: 20, warm: 20, keep: (answer) => kept.push(answer) })
  const { arrays } = Object.fromEntries(judge(samples, limits).map((judged) => [judged.figure, judged]))
  assert.equal(arrays.flat, false, verdict(arrays))
})

test('a slope is that of the line through the samples', () => {
  const samples = [0, 1, 2, 3].map((i) => ({ calls: 1000 * i, heap: 5e6 + 64_000 * i }))
  assert.equal(slope(samples, 'heap'), 64)
})
