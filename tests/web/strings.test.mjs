import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTs } from './support/load-ts.mjs'

const { strings } = await loadTs('shared/strings.ts')

/** Every path of a table of strings, with the kind of its leaf. */
function leaves(table, path = '') {
  return Object.entries(table).flatMap(([key, value]) =>
    value !== null && typeof value === 'object' ? leaves(value, `${path}${key}.`) : [`${path}${key}: ${typeof value}`]
  )
}

test('both languages say the same things', () => {
  assert.deepEqual(leaves(strings.zh).sort(), leaves(strings.en).sort())
})

test('the Chinese page is in Chinese', () => {
  const plain = Object.entries(strings.zh).filter(
    ([key, value]) =>
      typeof value === 'string' &&
      !['otherLanguage', 'otherLanguageShort', 'switchLanguage', 'defaultExample', 'sinkMode'].includes(key)
  )
  for (const [key, value] of plain) assert.match(value, /\p{Script=Han}/u, key)
})
