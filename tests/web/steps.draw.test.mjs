// The Steps view shows the engine's own numbers, and works out one cell at a time by hand, on the real model.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadModel } from 'attnscope'
import { loadTs } from './support/load-ts.mjs'

const math = await loadTs('model/math.ts')
const { chainOf } = await loadTs('model/chain.ts')
const { factsOf, positionRow } = await loadTs('model/facts.ts')
const { operationsOf, stepIds } = await loadTs('model/operations.ts')
const { stripOf, stepOfStrip } = await loadTs('views/steps/strips.ts')
const { differenceOf, originOf, splitTerms } = await loadTs('views/steps/origin.ts')
const cells = await loadTs('views/steps/cells.ts')
const { loadLayer, loadEmbeddings } = await loadTs('views/steps/load.ts')

const folder = fileURLToPath(new URL('../../models/all-MiniLM-L6-v2', import.meta.url))
const sentence = "The animal didn't cross the street because it was too tired"
const it = 10

const close = (actual, expected, tolerance, what) => {
  assert.equal(actual.length, expected.length, what)
  const difference = Array.from(actual).reduce((most, value, i) => Math.max(most, Math.abs(value - expected[i])), 0)
  assert.ok(difference <= tolerance, `${what}: ${difference}`)
}

describe('arithmetic', () => {
  test('erf and gelu', () => {
    // Values of the error function from tables.
    for (const [x, y] of [
      [0, 0],
      [0.5, 0.5204998778130465],
      [1, 0.8427007929497149],
      [2, 0.9953222650189527],
      [3.5, 0.9999992569016276],
      [-1, -0.8427007929497149],
      [9, 1]
    ])
      assert.ok(Math.abs(math.erf(x) - y) < 1e-15, `erf(${x}) = ${math.erf(x)}`)
    const gelu = (x) => x * math.keptShare.gelu(x)
    assert.ok(Math.abs(gelu(1) - 0.8413447460685429) < 1e-15)
    assert.ok(Math.abs(gelu(-10)) < 1e-14)
  })

  test('every other activation gives what its definition gives', () => {
    // By Python's math module at -3, -0.5, 0, 0.7 and 4.
    const expected = {
      gelu_new: [-0.0036373920817729943, -0.15428599017485606, 0, 0.5305701347051167, 3.9999297540518075],
      quick_gelu: [-0.01807130970778597, -0.1496115633936199, 0, 0.5368939517231501, 3.9955852758604187],
      relu: [0, 0, 0, 0.7, 4],
      silu: [-0.14227761953270035, -0.1887703343990727, 0, 0.46773144051771626, 3.928055160151634]
    }
    for (const [name, values] of Object.entries(expected))
      close(
        [-3, -0.5, 0, 0.7, 4].map((x) => x * math.keptShare[name](x)),
        values,
        1e-14,
        name
      )
  })

  test('softmax adds up to 1 and does not overflow', () => {
    const weights = math.softmax([1000, 999, -1000])
    assert.ok(Math.abs(weights[0] + weights[1] + weights[2] - 1) < 1e-15)
    assert.ok(Math.abs(weights[0] - 1 / (1 + Math.exp(-1))) < 1e-12)
  })

  test('moments: the mean, and the variance over all numbers', () => {
    assert.deepEqual(math.moments([1, 2, 3, 6]), { mean: 3, variance: 3.5 })
  })
})

describe('cells', () => {
  test('a vector breaks into equal rows that fit', () => {
    for (const [count, room, columns, rows] of [
      [384, 780, 96, 4],
      [384, 328, 48, 8],
      [32, 780, 32, 1],
      [32, 328, 32, 1],
      [1536, 780, 96, 16],
      [7, 780, 7, 1]
    ]) {
      const grid = cells.wrapCells(count, room)
      assert.deepEqual([grid.columns, grid.rows], [columns, rows], `${count} in ${room}`)
      assert.ok(grid.width * grid.columns <= room + 1e-9)
    }
    const prime = cells.wrapCells(389, 328)
    assert.ok(prime.columns * prime.rows >= 389 && prime.width * prime.columns <= 328.001)
  })

  test('pointer and keys find their cell', () => {
    const grid = { columns: 10, rows: 2, width: 8, height: 6 }
    assert.equal(cells.cellAt(grid, 20, 81, 3), -1)
    assert.equal(cells.cellAt(grid, 20, 79, 7), 19)
    assert.equal(cells.cellAt(grid, 15, 79, 7), -1)
    assert.equal(cells.cellByKey(grid, 20, 3, 'ArrowDown'), 13)
    assert.equal(cells.cellByKey(grid, 20, 13, 'ArrowDown'), 13)
    assert.equal(cells.cellByKey(grid, 15, 13, 'End'), 14)
    assert.equal(cells.cellByKey(grid, 20, 13, 'Home'), 10)
    assert.equal(cells.cellByKey(grid, 20, 0, 'ArrowLeft'), 0)
    assert.equal(cells.cellByKey(grid, 20, 0, 'a'), null)
  })

  test('colour: the same size of either sign is as far from zero, and zero is the paper between', () => {
    for (const theme of ['light', 'dark']) {
      const pixels = cells.cellPixels([-1, 0, 1, 5, -5], 1, theme, 5)
      const cell = (i) => [...pixels.slice(i * 4, i * 4 + 3)]
      assert.deepEqual(cell(2), cell(3))
      assert.deepEqual(cell(0), cell(4))
      const light = (i) => cell(i).reduce((sum, part) => sum + part, 0)
      const away = theme === 'light' ? -1 : 1
      assert.ok(away * (light(0) - light(1)) > 200 && away * (light(2) - light(1)) > 200, theme)
      assert.ok(cell(0)[0] > cell(0)[2] && cell(2)[0] < cell(2)[2], 'brown below zero, teal above')
    }
  })

  test('numbers are written with a true minus, tiny ones with their power', () => {
    assert.equal(cells.writeNumber(-1.23456), '−1.2346')
    assert.equal(cells.writeNumber(0), '0.0000')
    assert.equal(cells.writeNumber(-0.0000123), '−1.2·10⁻⁵')
  })
})

describe('one layer on the real model', () => {
  let model
  let result
  let detail

  before(async () => {
    model = await loadModel(folder)
    const heads = [
      [0, 0],
      [0, 1],
      [3, 1],
      [5, 11]
    ]
    result = await model.encode(sentence, { trace: { hidden: true, layers: true, steps: heads } })
    detail = {
      typeIds: result.typeIds,
      layer: async (layer, head) => ({
        input: result.hidden(layer),
        step: result.step(layer, head),
        parts: result.layer(layer),
        output: result.hidden(layer + 1)
      }),
      parameter: (name, rows) => model.parameter(name, rows ? { rows } : {})
    }
  })
  after(() => model?.dispose())

  async function follow(layer, head, token) {
    const { run, parameters } = await loadLayer(detail, layer, head)
    const { width, heads, headWidth } = model.info
    const { tokens } = result
    const shape = { tokens: tokens.length, width, heads, headWidth, layer, head, epsilon: model.info.epsilon }
    const facts = factsOf(model.info)
    const embeddings = layer === 0 ? await loadEmbeddings(detail, facts, tokens, token) : null
    return chainOf({ shape, operations: operationsOf(facts, layer), tokens, token, parameters, embeddings, run })
  }

  for (const [layer, head, token] of [
    [0, 0, 1],
    [3, 1, it],
    [5, 11, 0]
  ])
    test(`layer ${layer}, head ${head}, token ${token}: every row of numbers is the engine's`, async () => {
      const chain = await follow(layer, head, token)
      const { width, headWidth, tokens } = chain.shape
      const step = result.step(layer, head)
      const parts = result.layer(layer)
      const rows = {
        q: [step.q, headWidth],
        z: [step.context, headWidth],
        scores: [step.scores, tokens],
        scaled: [step.scaled, tokens],
        weights: [step.weights, tokens],
        heads: [parts.contexts, width],
        o: [parts.attentionOut, width],
        r: [parts.attentionSum, width],
        h: [parts.feedForwardIn, width],
        u: [parts.innerIn, 4 * width],
        g: [parts.inner, 4 * width],
        f: [parts.feedForwardOut, width],
        s: [parts.feedForwardSum, width],
        x: [result.hidden(layer), width],
        y: [result.hidden(layer + 1), width],
        ...(layer === 0 && { sum: [parts.embeddingSum, width] })
      }
      for (const [id, [all, columns]] of Object.entries(rows))
        assert.deepEqual(stripOf(chain, id).values, all.subarray(token * columns, (token + 1) * columns), id)
      const wholes = { Q: 'q', K: 'k', V: 'v', S: 'scores', C: 'scaled', A: 'weights', Z: 'context' }
      for (const [id, part] of Object.entries(wholes)) assert.equal(stripOf(chain, id).values, step[part], id)
    })

  test('a cell worked out by hand is the engine’s but for rounding, in every strip', async () => {
    for (const layer of [0, 3]) {
      const chain = await follow(layer, 1, it)
      let explained = 0
      for (const strip of Object.keys(stepOfStrip)) {
        const numbers = stripOf(chain, strip)
        // Made before the first layer alone; n only where a matrix widens the rows, as none does here.
        if (strip === 'n' || (layer > 0 && ['word', 'position', 'type', 'sum'].includes(strip))) {
          assert.equal(numbers, null, strip)
          continue
        }
        const count = numbers.values.length
        for (const index of [0, Math.floor(count / 3), count - 1]) {
          const origin = originOf(chain, strip, index)
          assert.equal(origin.value, numbers.values[index])
          for (const light of origin.lights) {
            const lit = stripOf(chain, light.strip)
            assert.ok(lit, `${strip} lights ${light.strip}`)
            for (const cell of light.cells ?? []) assert.ok(cell < lit.values.length)
            assert.ok((light.row ?? 0) < lit.rows && (light.column ?? 0) < lit.columns, `${strip} → ${light.strip}`)
          }
          const difference = differenceOf(origin)
          // Looked up or handed over, not calculated.
          assert.equal(difference === null, ['parameter', 'layer', 'head'].includes(origin.how.kind), strip)
          if (!difference) continue
          explained++
          assert.ok(difference.rounding && difference.apart < 2e-5, `${strip}[${index}]: ${difference.apart} apart`)
        }
      }
      assert.ok(explained > 55, `${explained} cells explained`)
    }
  })

  test('q: the terms are those of x and of the weight as the model keeps it', async () => {
    const chain = await follow(3, 1, it)
    const { how, name } = originOf(chain, 'q', 3)
    assert.deepEqual(name, { base: 'q', sub: '3' })
    const { data } = await model.parameter('layers.3.attention.query.weight', { rows: [35, 36] })
    assert.deepEqual([...how.b], [...data])
    assert.deepEqual(how.names(17), [
      { base: 'x', sub: '17' },
      { base: 'W', sub: 'Q', at: [17, 3] }
    ])
    const { shown, others } = splitTerms(how.a, how.b, 5)
    assert.equal(others, 379)
    const sizes = shown.map((i) => Math.abs(how.a[i] * how.b[i]))
    assert.deepEqual(
      [...sizes].sort((a, b) => b - a),
      sizes
    )
  })

  test('the word is looked up in the row of its own number', async () => {
    const chain = await follow(0, 0, it)
    const origin = originOf(chain, 'word', 5)
    assert.deepEqual(origin.how, { kind: 'parameter', table: 'embeddings.word', row: 2009, column: 5 })
    assert.equal(originOf(chain, 'word', 384), null)
  })

  test('every step makes something', () => {
    assert.deepEqual(new Set(Object.values(stepOfStrip)), new Set(stepIds))
  })
})

test('a cell that differs by more than rounding is said to', () => {
  const origin = (value, byHand) => ({ value, byHand })
  assert.deepEqual(differenceOf(origin(1, 1.0005)).rounding, false)
  assert.deepEqual(differenceOf(origin(1, 1.00005)).rounding, true)
  assert.deepEqual(differenceOf(origin(1000, 1000.05)).rounding, true)
  assert.equal(differenceOf(origin(1, null)), null)
})

test('the row of a position: counted from the first, a padding token keeps to the row before it', () => {
  const bert = { firstPosition: 0, uncounted: null }
  const roberta = { firstPosition: 2, uncounted: 1 }
  const ids = [0, 1, 7, 1, 1, 9, 2]
  const rows = (facts) => ids.map((_, place) => positionRow(facts, ids, place))
  assert.deepEqual(rows(bert), [0, 1, 2, 3, 4, 5, 6])
  assert.deepEqual(rows(roberta), [2, 1, 3, 1, 1, 4, 5])
})

test('steps: the embedding is recognised as the mean of the rows, as the first row, or as neither', async () => {
  const { poolingOf } = await loadTs('model/pooling.ts')
  const rows = Float32Array.of(3, 4, 0, 1, 0, 0)
  const unit = (...values) => Float32Array.from(values, (value) => value / Math.hypot(...values))
  assert.equal(poolingOf(rows, unit(4, 4, 0)), 'mean')
  assert.equal(poolingOf(rows, unit(3, 4, 0)), 'first')
  assert.equal(poolingOf(rows, unit(3, 4, 1)), null)
  assert.equal(poolingOf(rows, Float32Array.of(2, 2, 0)), null, 'not made 1 long')
  assert.equal(poolingOf([], unit(1, 0, 0)), null)
})
