import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { webFolder } from './support/browser.mjs'
import { loadTs } from './support/load-ts.mjs'

// Each folder's words, as they lie: [file, what it exports in both languages].
const files = readdirSync(webFolder, { recursive: true })
  .map(String)
  .filter((name) => /(^|[/\\-])words\.ts$/.test(name) && !name.includes('dist') && !name.includes('function-words'))
const tables = await Promise.all(
  files.map(async (name) => [name, Object.values(await loadTs(name)).find((one) => one?.en && one?.zh)])
)

/** Every path of a table of strings, with the kind of its leaf. */
function leaves(table, path = '') {
  return Object.entries(table).flatMap(([key, value]) =>
    value !== null && typeof value === 'object' ? leaves(value, `${path}${key}.`) : [`${path}${key}: ${typeof value}`]
  )
}

test('every view and the frame of the page have their words', () => {
  const views = readdirSync(join(webFolder, 'views'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  assert.ok(views.length >= 7)
  for (const { name } of views) assert.ok(files.includes(join('views', name, 'words.ts')), name)
  for (const [name, table] of tables) assert.ok(table, name)
})

for (const [name, table] of tables) {
  test(`both languages say the same things: ${name}`, () => {
    assert.deepEqual(leaves(table.zh).sort(), leaves(table.en).sort())
  })
}

test('the Chinese page is in Chinese', async () => {
  const { words } = await loadTs('shell/words.ts')
  const plain = Object.entries(words.zh).filter(
    ([key, value]) =>
      typeof value === 'string' &&
      !['otherLanguage', 'otherLanguageShort', 'switchLanguage', 'defaultExample', 'sinkMode'].includes(key)
  )
  assert.ok(plain.length > 40)
  for (const [key, value] of plain) assert.match(value, /\p{Script=Han}/u, key)
})
