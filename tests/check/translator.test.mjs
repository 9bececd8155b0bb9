// The toy translator is shipped as it was trained and described: files, card and golden numbers are of one training.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { inRepository } from '../../bindings/toolchain/paths.mjs'

const folder = inRepository('web', 'public', 'translator')
const card = JSON.parse(readFileSync(join(folder, 'card.json'), 'utf8'))
const hash = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')
const weights = (name) => join(folder, name, 'model.safetensors')

describe('the toy translator', () => {
  test('its three snapshots are those of the card', () => {
    assert.deepEqual(Object.keys(card.snapshots).sort(), ['done', 'early', 'random'])
    for (const [name, { bytes, sha256 }] of Object.entries(card.snapshots))
      assert.deepEqual([statSync(weights(name)).size, hash(weights(name))], [bytes, sha256], name)
  })

  test('the golden numbers are those of the shipped weights', () => {
    const { about } = JSON.parse(readFileSync(inRepository('tests', 'golden', 'translator', 'cases.json'), 'utf8'))
    assert.equal(about.model.sha256, card.snapshots.done.sha256)
  })

  test('the other files are there once, beside the last weights', () => {
    assert.deepEqual(readdirSync(folder).sort(), ['card.json', 'card.md', 'done', 'early', 'random'])
    for (const name of ['early', 'random']) assert.deepEqual(readdirSync(join(folder, name)), ['model.safetensors'])
  })

  test('all of it is below 4 MB', () => {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = files.reduce(
      (sum, { parentPath, path, name }) => sum + statSync(join(parentPath ?? path, name)).size,
      0
    )
    assert.ok(bytes < 4_000_000, `${bytes} bytes`)
  })

  test('it does what is asked of it', () => {
    assert.ok(card.translations.held_out_combinations.exact >= 0.95)
    assert.equal(card.articles['Tom chase Jerry'], '汤姆 追逐 杰瑞')
    const taught = card.alignment.heads.find((head) => head.taught)
    assert.ok(taught.predicting_weight <= 0.01)
  })
})
