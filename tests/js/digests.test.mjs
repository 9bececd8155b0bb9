// Not one bit of MiniLM's numbers changes unseen. Where a change of numbers is meant, `node tests/js/support/record.mjs`
// writes the digests anew; the commit then says why they may differ.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestsOf, recorded, untold, variants } from './support/digests.mjs'

const expected = await recorded()

for (const variant of variants) {
  const reason = untold(variant.simd)
  for (const threads of [1, 2]) {
    const what = `${variant.name} on ${threads === 1 ? 'one thread' : 'two threads'}`
    test(`${what} gives the recorded bits`, { skip: reason || false }, async () => {
      assert.deepEqual(await digestsOf(variant, threads), expected[variant.name])
    })
  }
}
