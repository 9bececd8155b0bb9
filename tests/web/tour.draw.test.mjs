import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTs } from './support/load-ts.mjs'

const { stations, readProgress } = await loadTs('shell/tour/stations.ts')
const { tourWords } = await loadTs('shell/tour/words.ts')
const { roughWords } = await loadTs('reading/units.ts')

const labels = (scene) => roughWords(scene.text).map((unit) => unit.label)

test('tour: ten stations, each with words in both languages', () => {
  assert.equal(stations.length, 10)
  for (const language of ['en', 'zh']) {
    assert.equal(tourWords[language].stations.length, 10)
    for (const { title, text, todo } of tourWords[language].stations)
      for (const said of [title, text, todo]) assert.ok(said)
  }
  for (const { title, text, todo } of tourWords.zh.stations)
    for (const said of [title, text, todo]) assert.match(said, /\p{Script=Han}/u)
})

test('tour: no station is done where it begins, and each is done by what “Show me” does', () => {
  for (const { id, start, shown, tried } of stations) {
    assert.equal(tried(start, labels(start)), false, id)
    const after = { ...start, ...shown }
    assert.equal(tried(after, labels(after)), true, id)
  }
})

test('tour: what is written counts for what it is, and not at the first letter', () => {
  const by = (id) => stations.find((station) => station.id === id)
  const tried = (id, text) => by(id).tried({ ...by(id).start, text }, labels({ text }))
  for (const id of ['twice', 'not']) assert.equal(by(id).written, true, id)
  assert.equal(tried('twice', 'The dog and the cat'), false, '“the” has one sense')
  assert.equal(tried('twice', 'a a'), false)
  assert.equal(tried('twice', '我的狗和你的猫'), false)
  assert.equal(tried('twice', 'The bank by the river bank'), true)
  assert.equal(tried('twice', 'They can fish in a can'), true)
  assert.equal(tried('not', 'T'), false)
  assert.equal(tried('not', 'The dog'), false)
  assert.equal(tried('not', 'The dog sleeps'), true)
})

test('tour: what a station pins is a word of its sentence', () => {
  for (const { id, start } of stations) {
    assert.equal(start.pins.length, 1, id)
    assert.equal(roughWords(start.text)[start.pins[0].index].special, false, id)
  }
})

test('tour: what was kept is read however it was mangled', () => {
  assert.deepEqual(readProgress('{"at":3,"tried":["root","nonsense","query"]}'), { at: 3, tried: ['query', 'root'] })
  assert.deepEqual(readProgress('{"at":99,"tried":[]}'), { at: 9, tried: [] })
  for (const kept of [null, '', '{', '{"at":"1","tried":[]}', '{"at":1}', 'null', '[]'])
    assert.equal(readProgress(kept), null, kept)
})
