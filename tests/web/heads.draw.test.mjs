import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTs } from './support/load-ts.mjs'

const measures = await loadTs('reading/measures.ts')
const rank = await loadTs('views/find/rank.ts')
const matrix = await loadTs('views/matrix/matrix.ts')

const { mergeWeights, weightsAmong } = await loadTs('reading/weights.ts')

const unitsNamed = (...labels) => labels.map((label) => ({ label, special: label.startsWith('[') }))
const close = (actual, expected) => assert.ok(Math.abs(actual - expected) < 1e-6, `${actual} is not ${expected}`)

test('measures: entropy in bits is 0 for one word, log2 n for all alike, and only rows of words count', () => {
  const units = unitsNamed('[CLS]', 'a', 'b', 'c')
  const sharp = Float32Array.of(0.25, 0.25, 0.25, 0.25, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0)
  close(measures.measureHead(weightsAmong(units, sharp)).entropy, 0)
  close(measures.measureHead(weightsAmong(units, new Float32Array(16).fill(0.25))).entropy, 2)
})

test('measures: distance is the mean number of words away of what words receive, whatever rests on [CLS]', () => {
  const units = unitsNamed('[CLS]', 'a', 'b', 'c')
  // Row a: 0.2 to c, two away. Row b: 0.1 to itself. Row c: 0.1 to b, one away. The rest rests on [CLS].
  const weights = Float32Array.of(1, 0, 0, 0, 0.8, 0, 0, 0.2, 0.9, 0, 0.1, 0, 0.9, 0, 0.1, 0)
  const found = measures.measureHead(weightsAmong(units, weights))
  close(found.distance, (0.2 * 2 + 0.1 * 0 + 0.1 * 1) / 0.4)
  close(found.special, (0.8 + 0.9 + 0.9) / 3)
  close(found.previous, 0.1 / 3)
  close(found.next, 0)
})

test('measures: a neighbour that is a special token is not the word before or after', () => {
  const units = unitsNamed('[CLS]', 'a', '[SEP]')
  const found = measures.measureHead(weightsAmong(units, Float32Array.of(1, 0, 0, 0.5, 0, 0.5, 1, 0, 0)))
  assert.deepEqual([found.previous, found.next, found.distance], [0, 0, 0])
  close(found.special, 1)
})

test('measures: a head that reads all alike is (n² - 1)/3n words away, log2 of all bits wide, and gives each its share', () => {
  for (const words of [1, 2, 5, 11, 60]) {
    const units = unitsNamed('[CLS]', ...Array.from({ length: words }, () => 'a'), '[SEP]')
    const alike = (measure) => measures.measureAlike(measure, units)
    // Weights are float32: six digits.
    assert.ok(Math.abs(alike('distance') - (words ** 2 - 1) / (3 * words)) < 1e-5, `${words} words`)
    assert.ok(Math.abs(alike('entropy') - Math.log2(words + 2)) < 1e-5)
    assert.ok(Math.abs(alike('special') - 2 / (words + 2)) < 1e-6)
    assert.ok(Math.abs(alike('previous') - (words - 1) / words / (words + 2)) < 1e-6)
  }
  assert.equal(measures.measureAlike('distance', unitsNamed('[CLS]', '[SEP]')), 0)
})

test('measures: a sentence without words has none', () => {
  assert.equal(measures.measureHead(weightsAmong(unitsNamed('[CLS]', '[SEP]'), Float32Array.of(1, 0, 0, 1))), null)
})

test('axis: ends on a round number that holds every value, and never beyond what is possible', () => {
  assert.equal(measures.axisEnd([0.3, 4.2], 11), 4.5)
  assert.equal(measures.axisEnd([0.3, 0.97], 1), 1)
  assert.equal(measures.axisEnd([0.04], 1), 0.1)
  assert.equal(measures.axisEnd([37.2], 509), 40)
  assert.equal(measures.axisEnd([], 1), 0.1)
})

test('dots: values that share a place are stacked, none is lost', () => {
  const dots = measures.stackDots([0.1, 0.11, 0.9, 1], 1, 10)
  assert.deepEqual(
    dots.map(({ at, level }) => [at, level]),
    [
      [0.15, 0],
      [0.15, 1],
      [0.95, 0],
      [0.95, 1]
    ]
  )
})

test('tiles: a layer in one row where there is room, else in even parts', () => {
  assert.equal(measures.tileColumns(1184, 12, 64, 8), 12)
  assert.equal(measures.tileColumns(700, 12, 64, 8), 6)
  assert.equal(measures.tileColumns(328, 12, 64, 8), 4)
  assert.equal(measures.tileColumns(40, 12, 64, 8), 1)
})

test('rank: the head whose weight changes most comes first, whichever way it changes', () => {
  const first = { '0.0': 0.5, 0.1: 0.6, '1.0': 0.1, 1.1: 0 }
  const second = { '0.0': 0.5, 0.1: 0.3, '1.0': 0.8, 1.1: 0 }
  const of = (table) => (head) => table[`${head.layer}.${head.head}`]
  const names = (rows) => rows.map((row) => `${row.layer}.${row.head}`)
  assert.deepEqual(names(rank.rankHeads(2, 2, 'change', of(first), of(second))), ['1.0', '0.1', '0.0', '1.1'])
  assert.deepEqual(names(rank.rankHeads(2, 2, 'first', of(first), of(second))), ['0.1', '0.0', '1.0', '1.1'])
  assert.deepEqual(names(rank.rankHeads(2, 2, 'second', of(first), of(second))), ['1.0', '0.0', '0.1', '1.1'])
  close(rank.rankHeads(2, 2, 'change', of(first), of(second))[0].change, 0.7)
})

test('rank: without a second sentence the strongest comes first, and nothing is said to change', () => {
  const rows = rank.rankHeads(1, 3, 'change', ({ head }) => head / 10, null)
  assert.deepEqual(
    rows.map((row) => [row.head, row.second, row.change]),
    [
      [2, null, 0],
      [1, null, 0],
      [0, null, 0]
    ]
  )
})

test('rank: the weight between two words is what merging all of them gives', () => {
  const units = [{ tokens: [0] }, { tokens: [1, 2] }, { tokens: [3] }]
  const rows = Array.from({ length: 4 }, (_, q) => [1, 2, 3, 4].map((k) => ((k + q) % 4) + 1))
  const attention = Float32Array.from(rows.flatMap((row) => row.map((w) => w / 10)))
  const merged = mergeWeights(attention, { tokens: 4, units }, { tokens: 4, units })
  for (const [q, query] of units.entries())
    for (const [k, key] of units.entries()) close(rank.pairWeight(attention, 4, query, key), merged.values[q * 3 + k])
})

const square = (n) => ({ rows: n, columns: n })

test('matrix: rows and columns of their own number, in square cells', () => {
  const frame = matrix.frameMatrix(776, { rows: 4, columns: 20 }, 1, 2000, 1, () => 90)
  assert.deepEqual([frame.across, frame.down], [frame.cell * 20, frame.cell * 4])
  const at = (row, column) => [frame.left + (column + 0.5) * frame.cell, frame.top + (row + 0.5) * frame.cell]
  assert.deepEqual(matrix.cellAt(frame, { rows: 4, columns: 20 }, [0, 0], ...at(3, 19)), { row: 3, column: 19 })
  assert.equal(matrix.cellAt(frame, { rows: 4, columns: 20 }, [0, 0], ...at(4, 3)), null)
})

test('matrix: the whole of it fits at zoom 1, whatever the length', () => {
  for (const [width, n] of [
    [776, 13],
    [776, 128],
    [328, 13],
    [1600, 512]
  ]) {
    const frame = matrix.frameMatrix(width, square(n), 1, 2000, 1, () => 90)
    assert.ok(frame.left + frame.across + frame.right <= width + 0.01, `${width} ${n}`)
    assert.ok(frame.cell <= matrix.kMaxCell)
  }
})

test('matrix: no cell is thinner than a pixel; what does not fit scrolls', () => {
  const frame = matrix.frameMatrix(328, square(512), 1, 600, 1, () => 90)
  assert.equal(frame.cell, 1)
  assert.ok(frame.across > frame.width)
  assert.ok(frame.height <= 600)
})

test('matrix: a point finds its cell, also scrolled, and none on the labels', () => {
  const frame = matrix.frameMatrix(776, square(13), 1, 2000, 1, () => 90)
  const at = (row, column) => [frame.left + (column + 0.5) * frame.cell, frame.top + (row + 0.5) * frame.cell]
  assert.deepEqual(matrix.cellAt(frame, square(13), [0, 0], ...at(8, 2)), { row: 8, column: 2 })
  assert.deepEqual(matrix.cellAt(frame, square(13), [frame.cell * 2, frame.cell], ...at(3, 0)), { row: 4, column: 2 })
  assert.equal(matrix.cellAt(frame, square(13), [0, 0], frame.left - 1, frame.top + 5), null)
  assert.equal(matrix.cellAt(frame, square(13), [0, 0], ...at(13, 1)), null)
})

test('matrix: labels are thinned so that two never overlap', () => {
  assert.equal(matrix.labelStep(44, 13), 1)
  assert.equal(matrix.labelStep(13 * 1.25, 13), 1)
  assert.equal(matrix.labelStep(1.2, 13), 14)
})

test('matrix: a label is cut between letters, to the room it has', () => {
  const measure = (text) => [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length * 10
  assert.equal(matrix.cutLabel('short', 50, measure), 'short')
  assert.equal(matrix.cutLabel('👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 30, measure), '👨‍👩‍👧‍👦👨‍👩‍👧‍👦…')
})

test('matrix: zooming keeps the cell under the pointer there', () => {
  const [scroll, anchor, before, after] = [120, 80, 10, 25]
  const moved = matrix.keepAnchor(scroll, anchor, before, after)
  close((moved + anchor) / after, (scroll + anchor) / before)
  assert.equal(matrix.keepAnchor(0, 50, 20, 10), 0)
  close((matrix.keepAnchor(scroll, anchor, before, after, 70) + 70) / after, (scroll + anchor) / before)
})

test('matrix: the cursor is brought into sight by the shortest way', () => {
  assert.equal(matrix.intoSight(100, 200, 10, 15), 100)
  assert.equal(matrix.intoSight(100, 200, 10, 5), 50)
  assert.equal(matrix.intoSight(100, 200, 10, 40), 210)
})

test('matrix: an exact value never reads as zero unless it is', () => {
  assert.equal(matrix.exactly(0.63966), '0.6397')
  assert.equal(matrix.exactly(0), '0.0000')
  assert.equal(matrix.exactly(0.0000313), '3.1·10⁻⁵')
})
