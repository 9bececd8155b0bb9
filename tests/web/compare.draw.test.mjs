import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTs } from './support/load-ts.mjs'

const align = await loadTs('reading/align.ts')
const { weightsAmong } = await loadTs('reading/weights.ts')
const compare = await loadTs('views/compare/compare.ts')
const cosines = await loadTs('views/compare/cosine.ts')

const unitsOf = (text) =>
  ['[CLS]', ...text.split(' '), '[SEP]'].map((label, i) => ({
    label,
    seen: label.toLowerCase(),
    tokens: [i],
    special: label.startsWith('['),
    segment: 0,
    start: 0,
    end: 0
  }))
const shown = (first, second) =>
  align
    .alignUnits(unitsOf(first), unitsOf(second))
    .map((row) => `${row.first ?? '-'}${row.same ? '=' : ':'}${row.second ?? '-'}`)
    .join(' ')

test('alignment: one word changed stands beside the other', () => {
  assert.equal(shown('it was too tired', 'it was too wide'), '0=0 1=1 2=2 3=3 4:4 5=5')
})

test('alignment: a word put in has a row of its own, and the rest still meets', () => {
  assert.equal(shown('the dog ran', 'the old dog ran home'), '0=0 1=1 -:2 2=3 3=4 -:5 4=6')
})

test('alignment: where the sides differ in length no word is given a partner', () => {
  assert.equal(shown('a b z', 'a x y w z'), '0=0 1=1 2:- -:2 -:3 -:4 3=5 4=6')
})

test('alignment: capitals do not matter, a special token never meets a word', () => {
  assert.equal(shown('The end', 'the END'), '0=0 1=1 2=2 3=3')
  const rows = align.alignUnits([{ ...unitsOf('x')[0], special: true }], [{ ...unitsOf('x')[0], special: false }])
  assert.equal(rows[0].same, false)
})

test('alignment: every place of both sentences occurs once and in order, whatever the words', () => {
  let seed = 7
  const random = (n) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % n
  }
  const sentence = () => Array.from({ length: 1 + random(12) }, () => 'abcd'[random(4)]).join(' ')
  for (let i = 0; i < 300; i++) {
    const [first, second] = [unitsOf(sentence()), unitsOf(sentence())]
    const rows = align.alignUnits(first, second)
    assert.deepEqual(
      rows.flatMap((row) => row.first ?? []),
      [...first.keys()]
    )
    assert.deepEqual(
      rows.flatMap((row) => row.second ?? []),
      [...second.keys()]
    )
    for (const row of rows) if (row.same) assert.equal(first[row.first].label, second[row.second].label)
  }
})

test('alignment: it is a longest one', () => {
  const rows = align.alignUnits(unitsOf('a b c b d a b'), unitsOf('b d c a b a'))
  assert.equal(rows.filter((row) => row.same).length, 4 + 2)
})

test('alignment: five hundred words meet five hundred others at once', () => {
  const long = (step) => Array.from({ length: 510 }, (_, i) => `w${(i * step) % 97}`).join(' ')
  const start = performance.now()
  assert.ok(align.alignUnits(unitsOf(long(1)), unitsOf(long(5))).length >= 512)
  assert.ok(performance.now() - start < 1000)
})

test('alignment: two words of one row are written one after the other, each isolated', () => {
  const [first, second] = [unitsOf('tired'), unitsOf('כלב')]
  const units = align.alignedUnits(align.alignUnits(first, second), first, second)
  assert.deepEqual(
    units.map((unit) => unit.label),
    ['[CLS]', 'tired / \u2068כלב\u2069', '[SEP]']
  )
})

const two = () => {
  const rows = [
    { first: 0, second: 0, same: true },
    { first: 1, second: null, same: false },
    { first: 2, second: 1, same: true }
  ]
  const first = Float32Array.of(0.5, 0.25, 0.25, 0, 1, 0, 0.75, 0.125, 0.125)
  const second = Float32Array.of(0.25, 0.75, 0.5, 0.5)
  return compare.alignWeights(rows, weightsAmong([{}, {}, {}], first), weightsAmong([{}, {}], second))
}

test('comparison: each sentence keeps its own weights, and what it lacks is not a zero', () => {
  const aligned = two()
  assert.deepEqual(aligned.at(2, 0), { first: 0.75, second: 0.5 })
  assert.deepEqual(aligned.at(0, 1), { first: 0.25, second: null })
  assert.equal(compare.difference(aligned.at(0, 1)), null)
  assert.equal(compare.difference(aligned.at(0, 2)), 0.5)
})

test('comparison: a difference is drawn with its size, in the slot of the sentence where the link is stronger', () => {
  const query = (index) => [{ side: 'query', index }]
  const ids = (mode, index) =>
    compare.compareLinks(two(), mode, query(index), () => true).map((link) => `${link.id} ${link.weight}`)
  assert.deepEqual(ids('difference', 0), ['0:0:0 0.25', '1:0:2 0.5'])
  assert.deepEqual(ids('difference', 2), ['0:2:0 0.25', '1:2:2 0.375'])
  assert.deepEqual(ids('first', 0), ['0:0:0 0.5', '0:0:1 0.25', '0:0:2 0.25'])
  assert.deepEqual(ids('second', 0), ['1:0:0 0.25', '1:0:2 0.75'])
  assert.equal(ids('both', 0).length, 5)
})

test('comparison: the greatest change between words comes first, special tokens apart', () => {
  const units = [...unitsOf('x y')].slice(0, 3)
  const found = compare.greatestChanges(two(), units, 5)
  assert.deepEqual(
    found.map(({ query, key, change }) => [query, key, change]),
    [[2, 2, 0.375]]
  )
})

test('cosine: the same direction is 1, a right angle 0, the opposite -1', () => {
  assert.ok(Math.abs(cosines.cosine([1, 2], [2, 4]) - 1) < 1e-12)
  assert.equal(cosines.cosine([1, 0], [0, 3]), 0)
  assert.equal(cosines.cosine([2, 0], [-1, 0]), -1)
  assert.equal(cosines.cosine([0, 0], [1, 1]), 0)
})

test('cosine: the vector of a word is the mean of its pieces, layer by layer', () => {
  const hidden = [Float32Array.of(1, 0, 0, 1, 1, 1), Float32Array.of(1, 0, 1, 0, 0, 1)]
  const values = cosines.cosinePerLayer({ hidden, tokens: [0, 1] }, { hidden, tokens: [2] }, 2)
  assert.ok(Math.abs(values[0] - 1) < 1e-6)
  assert.equal(values[1], 0)
})

test('pairs of vectors: the word that occurs twice first, then the pinned word in both sentences', () => {
  const [first, second] = [unitsOf('I saw a saw'), unitsOf('I saw a dog')]
  const rows = align.alignUnits(first, second)
  const ids = (wanted) => cosines.placePairs(first, second, rows, wanted).map((pair) => pair.id)
  assert.equal(ids(null)[0], '0.2-0.4')
  assert.deepEqual(ids(1).slice(0, 2), ['0.1-1.1', '0.2-0.4'])
  assert.deepEqual(ids(4).slice(0, 2), ['0.2-0.4', '0.4-1.4'])
})

test('cosine: words that mean something are offered before those that every sentence has', () => {
  const first = unitsOf('the keeper kept the letters by the letters')
  const ids = (wanted) => cosines.placePairs(first, [], [], wanted).map((pair) => pair.id)
  assert.deepEqual(ids(null), ['0.5-0.8', '0.1-0.4', '0.4-0.7'])
  // But for the one that the reader chose.
  assert.equal(ids(4)[0], '0.1-0.4')
})
