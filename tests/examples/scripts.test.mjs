// The examples for Node, run as a reader would run them, on the real model.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { modelOf } from '../js/support/families.mjs'
import { folder as model } from '../js/support/model.mjs'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const run = (script, ...args) => execFileSync(process.execPath, [here(script), ...args], { encoding: 'utf8' })

test('of the links from "it" to "animal" the strongest and the one that one word changes most are found', () => {
  const lines = run('node/strongest-link.mjs', model).trim().split('\n')
  assert.deepEqual(lines, [
    'strongest: layer 5, head 11: 0.647 tired, 0.503 wide',
    'changed most: layer 3, head 1: 0.640 tired, 0.266 wide'
  ])
})

test('each gap is filled, whatever the mask is called', () => {
  const lines = run('node/fill-gaps.mjs', modelOf('bert'), 'The ___ was too ___.').trim().split('\n')
  assert.equal(lines.length, 2)
  for (const line of lines) assert.match(line, /^at \d+: (\S+ \d+\.\d%(, |$)){3}/)
})

for (const [question, found] of [
  ['how do birds find their way', /^0\.\d{3} {2}animals\.md:1 {2}Swallows/],
  ['something is leaking', /^0\.\d{3} {2}house[\\/]repairs\.txt:1 {2}The tap/],
  ['baking', /^0\.\d{3} {2}kitchen\.md:1 {2}Bread/]
]) {
  test(`the notes answer "${question}" with the passage that means it`, () => {
    const lines = run('search/search.mjs', model, here('search/notes'), question).trim().split('\n')
    assert.equal(lines.length, 3)
    assert.match(lines[0], found)
  })
}

test('passages come best first', () => {
  const lines = run('search/search.mjs', model, here('search/notes'), 'birds', '8').trim().split('\n')
  const scores = lines.map((line) => Number(line.split(' ')[0]))
  assert.equal(scores.length, 8)
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a)
  )
})
