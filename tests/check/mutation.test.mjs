// The list of seeded faults keeps up with the code: each still stands for one change of one place.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '../mutation/faults.mjs'
import { faulty, pathOf } from '../mutation/mutate.mjs'

test('there are faults enough, each with a name of its own', () => {
  assert.ok(faults.length >= 30)
  assert.equal(new Set(faults.map(({ what }) => what)).size, faults.length)
})

for (const fault of faults) {
  test(`"${fault.what}" can be put into ${fault.file}`, () => assert.ok(faulty(fault).length > 0))
}

test('a file is found in any folder, and one that is not there or not alone is named', () => {
  assert.match(pathOf({ file: 'half.h' }), /^\w+(\/\w+)*\/half\.h$/)
  assert.throws(() => pathOf({ what: 'a fault', file: 'nowhere.cpp' }), /"a fault": nowhere\.cpp is nowhere/)
  assert.throws(() => pathOf({ what: 'a fault', file: 'alf.h' }), /nowhere/)
})
