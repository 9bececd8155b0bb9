// What the tour and the READMEs say in numbers, computed anew from the model: each figure by its name, and no number
// stands in the tour's words that is not one of them, a count of the model's shape or a name.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { loadTs } from './support/load-ts.mjs'
import { truthModel, truthOf } from './support/truth.mjs'

const { figures } = await loadTs('shell/tour/figures.ts')
const { tourWords } = await loadTs('shell/tour/words.ts')
const { measureAlike, measureHead } = await loadTs('reading/measures.ts')
const { cosinePerLayer } = await loadTs('views/compare/cosine.ts')
const { specialShare } = await loadTs('reading/weights.ts')

const stem = "The animal didn't cross the street because it was too "
const pronoun = [3, 1]

let model
let tired
let wide
/** q, k, v, scores and so on of the head that links "it" to "animal". */
let step
before(async () => {
  model = await truthModel()
  ;[tired, wide] = [await truthOf(`${stem}tired`), await truthOf(`${stem}wide`)]
  const result = await model.encode(`${stem}tired`, { trace: { steps: [pronoun] } })
  step = { ...result.step(...pronoun), tokens: result.tokens }
})
after(() => model?.dispose())

const two = (value) => value.toFixed(2)
const one = (value) => value.toFixed(1)
const percent = (value) => `${Math.round(value * 100)}%`
const fromIt = (truth, to, [layer, head] = pronoun) => two(truth.at(layer, head, 'it', to))
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
const words = (units) => units.flatMap((unit, i) => (unit.special ? [] : [i]))
const everyHead = () => Array.from({ length: model.info.layers * model.info.heads }, (_, i) => i)
const place = (i) => [Math.floor(i / model.info.heads), i % model.info.heads]

/** A row of the head's matrix over tokens, of the query "it", by the tokens' texts. */
function rowOfIt(name) {
  const { tokens } = step
  const row = tokens.findIndex((token) => token.text === 'it') * tokens.length
  return Object.fromEntries(tokens.map((token, i) => [token.text, step[name][row + i]]))
}

const softmaxOf = (scores, key) => 1 / Object.values(scores).reduce((sum, s) => sum + Math.exp(s - scores[key]), 0)

/** Length of each token's value. */
const lengths = () =>
  step.tokens.map((_, i) => Math.hypot(...step.v.slice(i * model.info.headWidth, (i + 1) * model.info.headWidth)))

/** Share of special tokens in weight times length of the value, a mean over words, each the mean over its tokens. */
function shareByLength() {
  const { tokens, weights } = step
  const long = lengths()
  const n = tokens.length
  const share = (row) => {
    const parts = tokens.map((_, j) => weights[row * n + j] * long[j])
    const special = parts.filter((_, j) => tokens[j].special)
    return special.reduce((a, b) => a + b) / parts.reduce((a, b) => a + b)
  }
  return mean(words(tired.units).map((i) => mean(tired.units[i].tokens.map(share))))
}

/** Cosines of the two vectors of a word that a text has twice: at the embedding, then after each layer. */
async function cosines(text, word) {
  const truth = await truthOf(text)
  const hidden = Array.from({ length: model.info.layers + 1 }, (_, i) => truth.hidden(i))
  const [a, b] = truth.units.filter((unit) => unit.label === word)
  return cosinePerLayer({ hidden, tokens: a.tokens }, { hidden, tokens: b.tokens }, model.info.width)
}

/** Whether "it" gives "animal" the most of all words, in a head. */
function looksAtAnimal([layer, head]) {
  const weights = words(tired.units).map((i) => [tired.labels[i], tired.at(layer, head, 'it', tired.labels[i])])
  return weights.toSorted((a, b) => b[1] - a[1])[0][0] === 'animal'
}

const values = () =>
  lengths()
    .filter((_, i) => !step.tokens[i].special)
    .toSorted((a, b) => a - b)

const computed = {
  animalTired: () => fromIt(tired, 'animal'),
  animalWide: () => fromIt(wide, 'animal'),
  streetTired: () => fromIt(tired, 'street'),
  streetWide: () => fromIt(wide, 'street'),
  clsWide: () => fromIt(wide, '[CLS]'),
  animalBack: () => two(tired.at(...pronoun, 'animal', 'it')),
  turnAnimalTired: () => fromIt(tired, 'animal', [4, 0]),
  turnAnimalWide: () => fromIt(wide, 'animal', [4, 0]),
  turnStreetTired: () => fromIt(tired, 'street', [4, 0]),
  turnStreetWide: () => fromIt(wide, 'street', [4, 0]),
  animalLater: () => fromIt(tired, 'animal', [5, 11]),
  meanAnimal: () => two(mean(Array.from({ length: model.info.heads }, (_, h) => tired.at(3, h, 'it', 'animal')))),
  root: () => two(Math.sqrt(model.info.headWidth)),
  e: () => two(Math.E),
  withoutRoot: () => softmaxOf(rowOfIt('scores'), 'animal').toFixed(4),
  lead: () => two(rowOfIt('scaled').animal - rowOfIt('scaled').street),
  ratio: () => one(rowOfIt('weights').animal / rowOfIt('weights').street),
  headsOnAnimal: () => String(everyHead().filter((i) => looksAtAnimal(place(i))).length),
  alike: () => one(measureAlike('distance', tired.units)),
  localDistance: () => one(measureHead(tired.weights(0, 2)).distance),
  localBefore: () => percent(measureHead(tired.weights(0, 2)).previous),
  special: () => percent(specialShare(tired.weights(...pronoun))),
  specialByLength: () => percent(shareByLength()),
  clsValue: () => two(lengths()[0]),
  shortestValue: () => one(values()[0]),
  longestValue: () => one(values().at(-1)),
  sawStart: async () => two((await cosines('I saw a saw', 'saw'))[0]),
  sawEnd: async () => two((await cosines('I saw a saw', 'saw')).at(-1)),
  canBeforeLast: async () => two((await cosines('They can fish in a can', 'can')).at(-2)),
  canEnd: async () => two((await cosines('They can fish in a can', 'can')).at(-1))
}

test('every figure of the tour is the model’s own', async () => {
  assert.deepEqual(Object.keys(figures).sort(), Object.keys(computed).sort())
  const own = Object.fromEntries(
    await Promise.all(Object.entries(computed).map(async ([key, of]) => [key, await of()]))
  )
  assert.deepEqual({ ...figures }, own)
})

test('what the tour says without a figure holds too', async () => {
  const links = words(tired.units).map((i) => [tired.labels[i], tired.at(...pronoun, 'it', tired.labels[i])])
  assert.equal(links.toSorted((a, b) => b[1] - a[1])[0][0], 'animal', 'the thickest line from “it”')
  const wideRow = wide.labels.map((label) => [label, wide.at(...pronoun, 'it', label)])
  assert.equal(wideRow.toSorted((a, b) => b[1] - a[1])[0][0], '[CLS]', 'with “wide” [CLS] gets most')
  assert.ok(wide.at(...pronoun, 'it', 'animal') > wide.at(...pronoun, 'it', 'street'), '“street” still trails')
  assert.ok(tired.at(4, 0, 'it', 'animal') > tired.at(4, 0, 'it', 'street'), '4·0 begins at “animal”')
  assert.ok(wide.at(4, 0, 'it', 'animal') < wide.at(4, 0, 'it', 'street'), '4·0 turns to “street”')
  const distances = everyHead().map((i) => measureHead(tired.weights(...place(i))).distance)
  assert.deepEqual(place(distances.indexOf(Math.min(...distances))), [0, 2], 'the most local head')
  const saw = await cosines('I saw a saw', 'saw')
  assert.ok(
    saw.every((cosine, i) => i === 0 || cosine < saw[i - 1]),
    `saw moves apart: ${saw}`
  )
  const can = await cosines('They can fish in a can', 'can')
  assert.ok(can.at(-1) > can.at(-2), `can comes nearer again: ${can}`)
  const [start, first] = [tired, wide].map((truth) => truth.at(...pronoun, 'it', 'animal'))
  assert.ok(start > 2 * first, 'the link depends on the last word')
})

test('the guesses: the right option is right, and there is more than one', () => {
  const below = (text, limit) => assert.ok(Number.parseFloat(text) < limit, `${text} < ${limit}`)
  below(figures.animalBack, Number(figures.animalTired))
  below(figures.headsOnAnimal, 20)
  below(figures.specialByLength, 20)
  below(figures.meanAnimal, Number(figures.animalTired) / 3)
  assert.ok(Number(figures.ratio) > 10 && Number(figures.withoutRoot) > 0.99)
  for (const language of ['en', 'zh'])
    for (const { guess } of tourWords[language].stations) {
      assert.ok(guess.options.length >= 2 && guess.options[guess.right], guess.question)
      assert.equal(new Set(guess.options).size, guess.options.length, guess.question)
    }
})

test('no number in the tour but the table’s, the model’s shape, names of heads, steps and a year', () => {
  const { layers, heads, headWidth } = model.info
  const known = new Set([...Object.values(figures), ...[layers, heads, layers * heads, headWidth].map(String)])
  // Heads, layers and steps by their numbers on the page, and the year of a paper.
  const named = /(?:[Hh]ead |头 )?\d+·\d+|(?:layers?|[Ss]tep) \d+|第 \d+ [层步]|[(（]2019[)）]/g
  for (const [language, say] of Object.entries(tourWords))
    for (const { title, text, todo, guess } of say.stations)
      for (const said of [title, text, todo, guess.question, guess.answer]) {
        const numbers = said.replace(named, ' ').match(/\d+(?:\.\d+)?%?/g) ?? []
        for (const number of numbers)
          assert.ok(known.has(number) || number === '1', `${language}: ${number} in “${said}”`)
      }
})

test('the READMEs: numbers of the model are the model’s own', async () => {
  const link = (truth) => truth.at(...pronoun, 'it', 'animal').toFixed(3)
  for (const [file, wanted] of [
    [
      'README.md',
      [
        /\/\/ (0\.\d+): layer 3, head 1, row "it", column "animal"/,
        /with (0\.\d+) when the animal is tired, with (0\.\d+) when the street is wide/,
        /Float32Array\((\d+)\), unit length/,
        /12·n·d² (?:against|for) 2·n²·d[^0-9]*equal at n = 6d = ([\d,]+)/
      ]
    ],
    [
      'README.zh-CN.md',
      [
        /\/\/ (0\.\d+)：第 3 层第 1 头/,
        /从 “it” 到 “animal” 的权重是 (0\.\d+)，以 “wide” 结尾时是 (0\.\d+)/,
        /Float32Array\((\d+)\)，单位长度/
      ]
    ]
  ]) {
    const text = (await readFile(new URL(`../../${file}`, import.meta.url), 'utf8')).replaceAll('\n', ' ')
    const found = wanted.flatMap((pattern) => text.match(pattern)?.slice(1) ?? [`nothing like ${pattern}`])
    const own = [link(tired), link(tired), link(wide), String(model.info.width)]
    assert.deepEqual(found, found.length > 4 ? [...own, (6 * model.info.width).toLocaleString('en')] : own, file)
  }
  const { embedding } = await model.encode(`${stem}tired`)
  assert.ok(Math.abs(Math.hypot(...embedding) - 1) < 1e-6)
})
