// Steps on the tiny models of tests/golden/families: of every family each cell that is worked out by hand is the engine's,
// whose numbers tests/js/families.test.mjs holds against those of transformers.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadModel } from 'attnscope'
import { loadTs } from './support/load-ts.mjs'
import { randomWeights } from './support/small-model.mjs'

const { chainOf } = await loadTs('model/chain.ts')
const { factsOf } = await loadTs('model/facts.ts')
const { operationsOf, stepIds } = await loadTs('model/operations.ts')
const { loadLayer, loadEmbeddings } = await loadTs('views/steps/load.ts')
const { differenceOf, originOf } = await loadTs('views/steps/origin.ts')
const { stripOf, stepOfStrip } = await loadTs('views/steps/strips.ts')
const { RunDetail, Parameters } = await loadTs('state/detail.ts')

const golden = (path) => fileURLToPath(new URL(`../golden/families/${path}`, import.meta.url))
const folder = (name) => `${golden(name)}/model`

/** Follows each token of a text through every layer and head, and works out cells of all that is shown. */
async function workOut(model, text) {
  const { info } = model
  const facts = factsOf(info)
  const result = await model.encode(text)
  const { tokens } = result
  const detail = new RunDetail(model, [text], new Parameters(model), result)
  for (let layer = 0; layer < info.layers; layer++)
    for (let head = 0; head < info.heads; head++) {
      const { run, parameters } = await loadLayer(detail, layer, head)
      const operations = operationsOf(facts, layer)
      const steps = [...new Set(operations.map(({ step }) => step))]
      assert.deepEqual(steps, layer ? stepIds.slice(1) : [...stepIds])
      const shape = { ...info, tokens: tokens.length, layer, head, epsilon: facts.epsilon }
      for (const token of tokens.keys()) {
        const embeddings = layer ? null : await loadEmbeddings(detail, facts, tokens, token)
        const chain = chainOf({ shape, operations, tokens, token, parameters, embeddings, run })
        for (const strip of Object.keys(stepOfStrip)) {
          const values = stripOf(chain, strip)?.values
          for (const index of values ? [0, values.length - 1] : []) {
            const difference = differenceOf(originOf(chain, strip, index))
            const where = `${text}: layer ${layer}, head ${head}, token ${token}, ${strip}[${index}]`
            assert.ok(!difference || difference.apart < 2e-5 * Math.max(1, Math.abs(values[index])), where)
          }
        }
        assert.equal(stripOf(chain, 'type') !== null, layer === 0 && facts.typeRows > 0)
        assert.equal(stripOf(chain, 'n') !== null, layer === 0 && facts.projection)
      }
    }
  return { facts, tokens }
}

for (const name of [
  'bert',
  'bert-untied',
  'distilbert',
  'distilbert-relu',
  'electra',
  'electra-same-width',
  'roberta',
  'roberta-silu',
  'albert'
])
  test(`${name}: every cell by hand is the engine's`, async () => {
    const model = await loadModel(folder(name))
    await workOut(model, 'The dog crossed it.')
    model.dispose()
  })

test('roberta: a <pad> in the text takes the row of padding, and those after it are counted without it', async () => {
  const model = await loadModel(folder('roberta'))
  const { facts, tokens } = await workOut(model, 'The<pad> dog')
  assert.ok(tokens.some(({ id }) => id === facts.uncounted))
  model.dispose()
})

test('albert: a projection from E to D is there also where both are as wide', async () => {
  const model = await loadModel(albertOfOneWidth())
  const { facts } = await workOut(model, 'The dog')
  assert.ok(facts.projection && facts.embeddingWidth === model.info.width)
  model.dispose()
})

/** A model of the tiny ALBERT's shape, but for an embedding as wide as the layers. */
function albertOfOneWidth() {
  const read = (name) => readFileSync(`${folder('albert')}/${name}`)
  const config = JSON.parse(read('config.json'))
  const file = read('model.safetensors')
  const header = JSON.parse(file.toString('utf8', 8, 8 + Number(file.readBigUInt64LE(0))))
  const widen = (n, i, { length }) => (i === length - 1 && n === config.embedding_size ? config.hidden_size : n)
  const shapes = Object.entries(header)
    .filter(([name]) => name.startsWith('albert.'))
    .map(([name, { shape }]) => [name, shape.map(widen)])
  return {
    config: JSON.stringify({ ...config, embedding_size: config.hidden_size }),
    tokenizer: read('tokenizer.json'),
    weights: randomWeights(Object.fromEntries(shapes))
  }
}
