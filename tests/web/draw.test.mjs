import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { loadTs } from './support/load-ts.mjs'

const words = await loadTs('reading/units.ts')
const weights = await loadTs('reading/weights.ts')
const links = await loadTs('shared/stage/links.ts')
const layout = await loadTs('shared/stage/layout.ts')
const describe = await loadTs('reading/describe.ts')
const thumbnail = await loadTs('shared/thumbnail.ts')
const carry = await loadTs('reading/carry.ts')
const contrast = await loadTs('shell/panels/contrast.ts')
const { isolate } = await loadTs('picture/isolate.ts')

const golden = JSON.parse(await readFile(new URL('../golden/minilm/cases.json', import.meta.url), 'utf8')).cases

/** The tokens of a golden case in the package's shape. */
function tokensOf(id) {
  const found = golden.find((one) => one.id === id)
  const tokens = found.ids.map((tokenId, i) => ({
    id: tokenId,
    text: found.tokens[i],
    start: found.offsets_utf16[i][0],
    end: found.offsets_utf16[i][1],
    word: found.word_ids[i],
    segment: found.type_ids[i],
    special: found.word_ids[i] === null
  }))
  return { tokens, text: found.text }
}

const labelsOf = (id) => {
  const { tokens, text } = tokensOf(id)
  return words.groupWords(tokens, [text]).map((unit) => unit.label)
}

/** Units that are only names: the first and the last are special. */
const unitsNamed = (...labels) =>
  labels.map((label, i) => ({
    label,
    seen: label,
    tokens: [i],
    special: label.startsWith('['),
    segment: 0,
    start: i * 10,
    end: i * 10 + label.length
  }))

const among = weights.weightsAmong

test("words: didn't is one word, so the default sentence has 13", () => {
  assert.deepEqual(labelsOf('p01'), [
    '[CLS]',
    'The',
    'animal',
    "didn't",
    'cross',
    'the',
    'street',
    'because',
    'it',
    'was',
    'too',
    'tired',
    '[SEP]'
  ])
})

test('words: punctuation at the edge of a word stands apart', () => {
  assert.deepEqual(labelsOf('p26').slice(13, 17), ['on', 'the', 'bank', ','])
})

test('words: Han characters are a word each, and their punctuation too', () => {
  assert.deepEqual(labelsOf('p09').slice(1, 9), ['我', '爱', '北', '京', '天', '安', '门', '，'])
})

test('words: an emoji family stays whole, labelled as it was typed', () => {
  assert.ok(labelsOf('p10').includes('👨‍👩‍👧‍👦'))
})

test('words: an address is one word, labelled with its own letters', () => {
  assert.ok(labelsOf('p19').includes('https://example.com/path/to?q=1&lang=en#frag'))
})

test('words: pieces that share one source character make one Hangul word', () => {
  assert.deepEqual(labelsOf('p22').slice(1, 4), ['안녕하세요', '세계', '!'])
})

test('words: a combining accent outside the offsets stays with its letter', () => {
  assert.deepEqual(words.snapToGraphemes('cafe\u0301 x', 0, 4), [0, 5])
})

test('words: every token belongs to exactly one unit, in order, for every golden case', () => {
  for (const { id, text_pair: pair } of golden) {
    if (pair !== null) continue
    const { tokens, text } = tokensOf(id)
    const units = words.groupWords(tokens, [text])
    assert.deepEqual(
      units.flatMap((unit) => unit.tokens),
      [...tokens.keys()],
      id
    )
  }
})

test('words: pieces are labelled as the model sees them', () => {
  const { tokens, text } = tokensOf('p01')
  assert.deepEqual(
    words
      .groupPieces(tokens, [text])
      .map((unit) => unit.label)
      .slice(3, 6),
    ['didn', "'", 't']
  )
})

test('words: the split before the model arrives gives the same words as the tokenizer', () => {
  for (const id of ['p01', 'p03', 'p04', 'p09']) {
    assert.deepEqual(
      words.roughWords(tokensOf(id).text).map((unit) => unit.label),
      labelsOf(id),
      id
    )
  }
})

test('weights: merging sums over keys and averages over queries, so that rows still sum to 1', () => {
  const pieces = Float32Array.of(0.5, 0.2, 0.3, 0.1, 0.6, 0.3, 0.3, 0.3, 0.4)
  const units = [{ tokens: [0] }, { tokens: [1, 2] }]
  const merged = weights.mergeWeights(pieces, { tokens: 3, units }, { tokens: 3, units })
  assert.deepEqual(
    [...merged.values].map((w) => Number(w.toFixed(4))),
    [0.5, 0.5, 0.2, 0.8]
  )
})

test('weights: the share of special tokens is the mean over rows of words, as the panel beside it counts', () => {
  const units = unitsNamed('[CLS]', 'a', 'b')
  const matrix = Float32Array.of(1, 0, 0, 0.5, 0.25, 0.25, 0.25, 0.5, 0.25)
  assert.equal(weights.specialShare(among(units, matrix)), 0.375)
  assert.equal(describe.profileOf(among(units, matrix)).special, 0.375)
  assert.equal(weights.specialShare(among(unitsNamed('[CLS]'), Float32Array.of(1))), 0)
})

test('weights: the strongest of a query reads a row, of a key a column', () => {
  const matrix = among(unitsNamed('a', 'b'), Float32Array.of(0.9, 0.1, 0.4, 0.6))
  assert.deepEqual(
    weights.strongest(matrix, 'query', 1, 1).map((r) => r.index),
    [1]
  )
  assert.deepEqual(
    weights.strongest(matrix, 'key', 0, 2).map((r) => r.index),
    [0, 1]
  )
})

test('weights: between two texts the rows and the columns are words of their own', () => {
  // Two words look at three, of which the last is in two pieces.
  const queries = { tokens: 2, units: unitsNamed('chat', '[SEP]') }
  const keys = {
    tokens: 4,
    units: [...unitsNamed('[CLS]', 'the'), { label: 'cats', special: false, segment: 0, tokens: [2, 3] }]
  }
  const merged = weights.mergeWeights(Float32Array.of(0.1, 0.2, 0.3, 0.4, 0.7, 0.1, 0.1, 0.1), queries, keys)
  assert.deepEqual(
    [...merged.values].map((w) => Number(w.toFixed(4))),
    [0.1, 0.2, 0.7, 0.7, 0.1, 0.2]
  )
  assert.equal(weights.isSelf(merged), false)
  assert.equal(weights.weightAt(merged, 0, 2).toFixed(4), '0.7000')
  assert.equal(weights.weightAt(merged, 2, 0), 0)
  assert.deepEqual(
    weights.strongest(merged, 'key', 2, 9).map(({ index }) => index),
    [0, 1]
  )
  assert.deepEqual(
    weights.strongest(merged, 'query', 0, 2).map(({ index }) => index),
    [2, 1]
  )
  assert.equal(weights.specialShare(merged).toFixed(4), '0.1000')
  // No word of one text is before, after or at one of the other.
  const profile = describe.profileOf(merged)
  assert.deepEqual([profile.previous, profile.next, profile.self], [0, 0, 0])
  assert.equal(profile.other.toFixed(4), '0.9000')
  const sharpest = describe.sharpestLink(merged)
  assert.deepEqual([sharpest.query, sharpest.key], [0, 2])
  const set = links.linksByMass(merged, 0.7, false)
  assert.equal(set.total, 6)
  assert.deepEqual(
    set.links.map(({ id }) => id),
    ['0:0:2', '0:1:0']
  )
  const column = links.linksOfSpots(merged, [{ side: 'key', index: 2 }], false)
  assert.deepEqual(
    column.map(({ id }) => id),
    ['0:0:2', '0:1:2']
  )
  const seen = links.seenFrom([merged], [{ side: 'query', index: 0 }])
  assert.deepEqual(
    seen.map(({ weight }) => Number(weight.toFixed(4))),
    [0.1, 0.2, 0.7]
  )
  const pooled = thumbnail.poolWeights(merged, thumbnail.stampSize(merged, 2))
  assert.deepEqual(
    [...pooled].map((w) => Number(w.toFixed(2))),
    [0.2, 0.7, 0.7, 0.2]
  )
})

test('reading: of one text rows and columns are the same words, looking at another it keeps both', async () => {
  const { readRun } = await loadTs('reading/reading.ts')
  const run = (id, attention) => {
    const { tokens, text } = tokensOf(id)
    const trace = { layers: 1, heads: 1, attention: () => attention }
    return { texts: [text], read: [text], tokens, trace, detail: null }
  }
  const rows = tokensOf('p01').tokens.length
  const columns = tokensOf('p03').tokens.length
  const self = readRun(run('p01', new Float32Array(rows * rows).fill(1 / rows)), false)
  assert.equal(self.keys, self.units)
  assert.ok(weights.isSelf(self.weights({ layer: 0, head: 0 })))
  const cross = readRun(run('p01', new Float32Array(rows * columns).fill(1 / columns)), false, run('p03', null))
  const merged = cross.weights({ layer: 0, head: 0 })
  assert.deepEqual([merged.queries.length, merged.keys.length], [cross.units.length, cross.keys.length])
  for (const q of cross.units.keys()) {
    const sum = weights.rowOf(merged, q).reduce((all, w) => all + w, 0)
    assert.ok(Math.abs(sum - 1) < 1e-5)
  }
})

test('links: per query the strongest until the mass is reached, and no more', () => {
  const units = unitsNamed('a', 'b', 'c')
  const matrix = Float32Array.of(0.6, 0.3, 0.1, 0.1, 0.1, 0.8, 0.4, 0.35, 0.25)
  const set = links.linksByMass(among(units, matrix), 0.7, false)
  assert.deepEqual(
    set.links.map((l) => l.id),
    ['0:0:0', '0:0:1', '0:1:2', '0:2:0', '0:2:1']
  )
  assert.equal(set.total, 9)
  assert.ok(Math.abs(set.share - (0.9 + 0.8 + 0.75) / 3) < 1e-6)
})

test('links: hiding special tokens drops links and rescales no weight', () => {
  const units = unitsNamed('[CLS]', 'b', 'c')
  const matrix = Float32Array.of(1, 0, 0, 0.8, 0.15, 0.05, 0.5, 0.25, 0.25)
  const set = links.linksByMass(among(units, matrix), 0.7, true)
  assert.deepEqual(
    set.links.map((l) => [l.id, Number(l.weight.toFixed(2))]),
    [
      ['0:1:1', 0.15],
      ['0:2:1', 0.25],
      ['0:2:2', 0.25]
    ]
  )
})

test('links: the cap keeps the strongest, in reading order', () => {
  const many = [0.1, 0.5, 0.3].map((weight, i) => links.makeLink(0, i, 0, weight))
  assert.deepEqual(
    links.capLinks(many, 2).map((l) => l.query),
    [1, 2]
  )
})

test('links: a query in focus shows its row, a key its column', () => {
  const units = unitsNamed('a', 'b')
  const matrix = Float32Array.of(0.9, 0.1, 0.4, 0.6)
  const ids = (spots) => links.linksOfSpots(among(units, matrix), spots, false).map((l) => l.id)
  assert.deepEqual(ids([{ side: 'query', index: 1 }]), ['0:1:0', '0:1:1'])
  assert.deepEqual(ids([{ side: 'key', index: 1 }]), ['0:0:1', '0:1:1'])
})

test('links: between two pictures widths glide, newcomers grow and leavers shrink', () => {
  const from = [links.makeLink(0, 0, 0, 0.6), links.makeLink(0, 0, 1, 0.4)]
  const to = [links.makeLink(0, 0, 0, 0.2), links.makeLink(0, 1, 1, 0.8)]
  const half = Object.fromEntries(links.blendLinks(from, to, 0.5).map((l) => [l.id, Number(l.weight.toFixed(3))]))
  assert.deepEqual(half, { '0:0:0': 0.4, '0:0:1': 0.2, '0:1:1': 0.4 })
  assert.deepEqual(links.blendLinks(from, to, 1), to)
})

test('layout: stroke width is proportional to the weight on one absolute scale', () => {
  assert.equal(layout.strokeWidth(1), 12)
  assert.equal(layout.strokeWidth(0.5), 6)
  assert.equal(layout.strokeWidth(0), 0)
})

test('layout: columns never meet and leave a third of the width to the curves', () => {
  for (const width of [328, 390, 760, 1600]) {
    const stage = layout.layoutStage(width, 13, () => 5000)
    assert.ok(stage.keyEdge - stage.queryEdge >= width / 3 - 1, String(width))
  }
})

test('layout: a curve starts at its query row and ends at its key row', () => {
  const stage = layout.layoutStage(760, 13, () => 80)
  const numbers = layout
    .linkPath(stage, 2, 5)
    .match(/-?[\d.]+/g)
    .map(Number)
  assert.deepEqual(numbers.slice(0, 2), [stage.queryEdge + 10, layout.rowCentre(stage, 2)])
  assert.deepEqual(numbers.slice(-2), [stage.keyEdge - 10, layout.rowCentre(stage, 5)])
})

test('description: a head that reads the word before is called that, whatever rests on [CLS]', () => {
  const units = unitsNamed('[CLS]', 'a', 'b', '[SEP]')
  const matrix = Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0.2, 0.8, 0, 0, 1, 0, 0, 0)
  const profile = describe.profileOf(among(units, matrix))
  assert.equal(describe.kindOf(profile), 'previous')
  assert.ok(Math.abs(profile.special - 0.6) < 1e-6)
  assert.deepEqual(describe.sharpestLink(among(units, matrix)), { query: 2, key: 1, weight: Math.fround(0.8) })
})

test('description: a sentence without words has no profile', () => {
  assert.equal(describe.profileOf(among(unitsNamed('[CLS]', '[SEP]'), Float32Array.of(1, 0, 0, 1))), null)
})

test('stamp: where weights share a pixel the strongest is kept', () => {
  const matrix = Float32Array.of(0.1, 0.2, 0.3, 0.4, 0.9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.5)
  assert.deepEqual(
    [...thumbnail.poolWeights(among(unitsNamed('a', 'b', 'c', 'd'), matrix), { rows: 2, columns: 2 })].map((w) =>
      Number(w.toFixed(2))
    ),
    [0.9, 0.4, 0, 0.5]
  )
})

test('stamp: special keys are grey, and opacity grows with the weight alone', () => {
  const pixels = thumbnail.stampPixels(
    Float32Array.of(1, 0.25, 0, 0),
    { rows: 2, columns: 2 },
    [true, false],
    [1, 2, 3],
    [9, 9, 9]
  )
  assert.deepEqual([...pixels.slice(0, 8)], [9, 9, 9, 255, 1, 2, 3, 90])
})

test('carrying a pin: it follows its word when words before or after it change', () => {
  const before = ['a', 'b', 'it', 'c']
  assert.equal(carry.carryIndex(before, ['x', 'a', 'b', 'it', 'c'], 2), 3)
  assert.equal(carry.carryIndex(before, ['a', 'b', 'it', 'c', 'd'], 2), 2)
  assert.equal(carry.carryIndex(before, ['a', 'b', 'he', 'c'], 2), 2)
  assert.equal(carry.carryIndex(before, ['other', 'words'], 2), null)
})

test('carrying a pin: words to pieces and back stays on the same letters', () => {
  const { tokens, text } = tokensOf('p01')
  const [whole, pieces] = [words.groupWords(tokens, [text]), words.groupPieces(tokens, [text])]
  assert.equal(carry.carryByOffset(whole, pieces, 8), 10)
  assert.equal(carry.carryByOffset(pieces, whole, 5), 3)
  assert.equal(carry.carryByOffset(whole, pieces, 12), 14)
})

test('contrast: the rows are the words whose links are strongest in either sentence', () => {
  const units = unitsNamed('[CLS]', 'animal', 'it', 'street')
  const first = Float32Array.from({ length: 16 }, (_, i) => [0.1, 0.6, 0.2, 0.1][i % 4])
  const second = Float32Array.from({ length: 16 }, (_, i) => [0.5, 0.2, 0.2, 0.1][i % 4])
  const rows = contrast.contrastRows(among(units, first), among(units, second), 2, 2)
  assert.deepEqual(
    rows.map((row) => units[row.key].label),
    ['animal', 'street']
  )
})

test('labels in sentences: plain letters stay bare, anything that may turn the text around is isolated', () => {
  assert.equal(isolate("didn't"), "didn't")
  assert.equal(isolate('a\u202Eb'), '\u2068a\u202Eb\u2069')
})

test('labels in sentences: a long one is cut between letters, never inside an emoji', () => {
  assert.equal(isolate('👨‍👩‍👧‍👦'.repeat(30)), `\u2068${'👨‍👩‍👧‍👦'.repeat(23)}…\u2069`)
})

const wrap = await loadTs('picture/wrap.ts')
const tenEach = (text) => [...text].length * 10

test('wrap: what fits is left alone, and nothing is ever lost', () => {
  assert.deepEqual(wrap.wrapLabel('short', 50, tenEach), ['short'])
  for (const label of ['a'.repeat(100), 'https://example.com/a/long/path?with=query&and=more', 'e\u0301'.repeat(20)]) {
    const lines = wrap.wrapLabel(label, 120, tenEach)
    assert.equal(lines.join(''), label)
    assert.ok(lines.length > 1)
  }
})

test('wrap: an address is broken after a joint, letters with their accents and emoji stay whole', () => {
  assert.equal(wrap.wrapLabel('https://example.com/path', 120, tenEach)[0], 'https://')
  const family = '👨\u200d👩\u200d👧\u200d👦'
  assert.ok(wrap.wrapLabel(family.repeat(5), 100, tenEach).every((line) => line.length % family.length === 0))
})

test('wrap: a word without end ends in an ellipsis after twelve lines', () => {
  const lines = wrap.wrapLabel('x'.repeat(5000), 100, tenEach)
  assert.equal(lines.length, 12)
  assert.ok(lines.at(-1).endsWith('…'))
})

const measure = (label, size) => label.length * size * 0.5
const apart = (places, start, length) =>
  places.every((place, i) => i === 0 || places[i - 1][start] + places[i - 1][length] <= place[start] + 1e-6)

for (const width of [328, 760, 1600]) {
  test(`layout: at ${width} no word stands in another, in columns and in lines`, () => {
    const words = ['a', 'b'.repeat(100), 'https://example.com/a/long/path?with=query', 'c', '我']
    const columns = layout.layoutColumns(width, words, words, measure)
    const lines = layout.layoutLines(width, words, words, measure)
    for (const side of ['query', 'key']) {
      assert.ok(apart(columns.places[side], 'top', 'height'))
      assert.ok(apart(lines.places[side], 'left', 'width'))
      for (const stage of [columns, lines])
        for (const place of stage.places[side])
          for (const line of place.lines) assert.ok(measure(line, stage.fontSize) <= stage.labelWidth, line)
    }
    assert.ok(columns.keyEdge - columns.queryEdge >= width / 3 - 1)
  })
}

test('layout: lines read from the right begin at the right', () => {
  const stage = layout.layoutLines(760, ['one', 'two'], ['one', 'two'], measure, true)
  assert.ok(stage.places.query[0].left > stage.places.query[1].left)
})

test('layout: in lines a curve goes down from its query to its key', () => {
  const stage = layout.layoutLines(760, ['one', 'two'], ['one', 'two'], measure)
  const numbers = layout
    .linkPath(stage, 0, 1)
    .match(/-?[\d.]+/g)
    .map(Number)
  const [from, to] = [stage.places.query[0], stage.places.key[1]]
  assert.ok(Math.abs(numbers[0] - (from.left + from.width / 2)) < 0.01)
  assert.ok(Math.abs(numbers.at(-2) - (to.left + to.width / 2)) < 0.01)
  assert.ok(numbers[1] < numbers.at(-1))
})

test('pair: a filter keeps the links between the sentences it names', () => {
  const [a, b] = [
    { segment: 0, special: false },
    { segment: 1, special: false }
  ]
  const kept = (filter) =>
    [
      [a, a],
      [a, b],
      [b, a],
      [b, b]
    ].map(([from, to]) => links.allowedLinks(filter, false)(from, to))
  assert.deepEqual(kept('all'), [true, true, true, true])
  assert.deepEqual(kept('ab'), [false, true, false, false])
  assert.deepEqual(kept('ba'), [false, false, true, false])
  assert.deepEqual(kept('bb'), [false, false, false, true])
})

test('difference: a link belongs to the head that gives more, as wide as the difference', () => {
  const units = unitsNamed('a', 'b')
  const minus = links.subtractWeights(
    among(units, Float32Array.of(0.9, 0.1, 0.5, 0.5)),
    among(units, Float32Array.of(0.2, 0.8, 0.5, 0.5))
  )
  const set = links.linksByMass(minus, 1, false)
  assert.deepEqual(
    set.links.map(({ slot, query, key, weight }) => [slot, query, key, Number(weight.toFixed(3))]),
    [
      [0, 0, 0, 0.7],
      [1, 0, 1, 0.7]
    ]
  )
  assert.ok(Math.abs(set.share - 1) < 1e-6)
})

test('several words: what they give is added up, on the side of the last one', () => {
  const matrix = among(unitsNamed('a', 'b'), Float32Array.of(0.9, 0.1, 0.4, 0.6))
  const sum = links.seenFrom(
    [matrix],
    [
      { side: 'query', index: 0 },
      { side: 'query', index: 1 }
    ]
  )
  assert.deepEqual(
    sum.map(({ weight }) => Number(weight.toFixed(3))),
    [1.3, 0.7]
  )
  const column = links.seenFrom(
    [matrix],
    [
      { side: 'query', index: 0 },
      { side: 'key', index: 1 }
    ]
  )
  assert.deepEqual(
    column.map(({ weight }) => Number(weight.toFixed(3))),
    [0.1, 0.6]
  )
})

const scale = await loadTs('picture/scale.ts')

test('scale: in proportion, from end to end and beyond', () => {
  const y = scale.linear([0, 2], [100, 0])
  assert.deepEqual([0, 1, 2, 3].map(y), [100, 50, 0, -50])
})

test('scale: ticks are round numbers inside the range', () => {
  assert.deepEqual(scale.roundTicks(1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1])
  assert.deepEqual(scale.roundTicks(12, 6), [0, 2, 4, 6, 8, 10, 12])
  assert.deepEqual(scale.roundTicks(0.3, 3), [0, 0.1, 0.2, 0.3])
  assert.deepEqual(scale.roundTicks(0, 5), [0])
})

test('scale: colours are mixed between stops and held beyond them', () => {
  const colour = scale.colourRamp([-1, 0, 1], ['#000000', '#646464', '#ffffff'])
  assert.deepEqual([-2, -1, -0.5, 0, 1, 9].map(colour), [
    'rgb(0, 0, 0)',
    'rgb(0, 0, 0)',
    'rgb(50, 50, 50)',
    'rgb(100, 100, 100)',
    'rgb(255, 255, 255)',
    'rgb(255, 255, 255)'
  ])
})

test('words: what the model does not know carries the sign that it reads instead; what was typed so does not', () => {
  const text = '狗 [UNK] cat😀'
  const piece = (id, start, end, word) => ({ id, text: id, start, end, word, segment: 0, special: false })
  const cls = { id: 101, text: '[CLS]', start: 0, end: 0, word: null, segment: 0, special: true }
  const tokens = [cls, piece('[UNK]', 0, 1, 0), piece('[UNK]', 2, 7, 1), piece('[UNK]', 8, 13, 2)]
  const units = words.groupWords(tokens, [text])
  assert.deepEqual(
    units.map((unit) => [unit.label, unit.unknown, words.nameOf(unit)]),
    [
      ['[CLS]', undefined, '[CLS]'],
      ['狗', '[UNK]', '狗 [UNK]'],
      ['[UNK]', undefined, '[UNK]'],
      ['cat😀', '[UNK]', 'cat😀 [UNK]']
    ]
  )
  // As pieces the label is the sign itself.
  assert.deepEqual(words.groupPieces(tokens, [text]).map(words.nameOf), ['[CLS]', '[UNK]', '[UNK]', '[UNK]'])
  // A word of which one piece is not known is marked too, and a vocabulary may call its sign otherwise.
  const mixed = words.groupWords([piece('a', 0, 1, 0), { ...piece('<unk>', 1, 2, 1) }], ['aж'])
  assert.deepEqual(mixed.map(words.nameOf), ['aж <unk>'])
  assert.equal(words.nameOf(undefined), '')
})

test('words: a mask that takes the blank before it is a word of its own', () => {
  const text = 'the [MASK].'
  const piece = (id, start, end, word) => ({ id, text: id, start, end, word, segment: 0, special: false })
  const units = words.groupWords(
    [piece('\u2581the', 0, 3, 0), piece('[MASK]', 3, 10, 1), piece('.', 10, 11, 2)],
    [text]
  )
  assert.deepEqual(
    units.map(({ label }) => label),
    ['the', '[MASK]', '.']
  )
})

test('a token is read without the sign of the blank before it', () => {
  assert.deepEqual(
    ['\u0120dog', '\u2581dog', '\u2581', '##s', 'dog'].map((text) => words.spelled({ text })),
    ['dog', 'dog', '\u2581', '##s', 'dog']
  )
})
