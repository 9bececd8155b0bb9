// Golden data that a generator made is as it made it: nothing edited, added or removed by hand.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { describe, test } from 'node:test'
import { inRepository } from '../../bindings/toolchain/paths.mjs'

const SUMS = 'SHA256SUMS'
const root = inRepository('tests', 'golden')
const made = readdirSync(root).filter((folder) => existsSync(join(root, folder, SUMS)))

const hash = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** Hash by path of every file of a folder, its list left out. */
function found(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, path, name }) => join(parentPath ?? path, name))
  const named = paths.map((path) => [path.slice(folder.length + 1).replaceAll(sep, '/'), hash(path)])
  return Object.fromEntries(named.filter(([name]) => name !== SUMS))
}

const listed = (folder) =>
  Object.fromEntries(
    readFileSync(join(folder, SUMS), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split('  ').reverse())
  )

describe('golden data is as generate.py left it', () => {
  test('there is some', () => assert.ok(made.includes('families')))
  for (const name of made)
    test(name, () => {
      const folder = join(root, name)
      assert.deepEqual(found(folder), listed(folder), 'run tests/golden/generate/generate.py instead of editing')
    })
})
