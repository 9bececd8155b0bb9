// The READMEs' table "works with" against the rows that are tried.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rows } from '../works-with/rows.mjs'
import { tableIn, tables } from '../works-with/table.mjs'

for (const [name, table] of Object.entries(tables)) {
  test(`${name} says of each tool what is tried and what it needs`, () => {
    assert.equal(tableIn(name), table, 'node tests/works-with/table.mjs writes it')
  })
}

test('every tool that is named is tried', () => {
  const untried = rows.filter(({ tests }) => Object.keys(tests).length === 0)

  assert.deepEqual(untried, [])
})
