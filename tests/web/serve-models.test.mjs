import assert from 'node:assert/strict'
import { sep } from 'node:path'
import { test } from 'node:test'
import { loadTs } from './support/load-ts.mjs'

const { modelFile } = await loadTs('serve-models.ts')
const folder = `${sep}srv${sep}models`

test('a model file is found by its name', () => {
  assert.equal(modelFile(folder, '/mini/config.json?x=1'), [folder, 'mini', 'config.json'].join(sep))
})

for (const url of [
  '/../secret',
  '/%2e%2e/secret',
  '/a/..%2f..%2fsecret',
  '/..%5csecret',
  '/.hidden',
  '/a%00b',
  '/%',
  '/'
]) {
  test(`nothing outside the folder is served: ${url}`, () => {
    assert.equal(modelFile(folder, url), null)
  })
}
