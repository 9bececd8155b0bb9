// The list of seeded faults keeps up with the code: each still stands for one change of one place.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '../mutation/faults.mjs'
import { faulty } from '../mutation/mutate.mjs'

test('there are faults enough, each with a name of its own', () => {
  assert.ok(faults.length >= 30)
  assert.equal(new Set(faults.map(({ what }) => what)).size, faults.length)
})

for (const fault of faults) {
  test(`"${fault.what}" can be put into core/${fault.file}`, () => assert.ok(faulty(fault).length > 0))
}
