// The operations of each family's layers against the numbers that transformers gives for the tiny models of
// tests/golden/families: no engine in between, the weights are read from the files under the names that they have there.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { loadTs } from './support/load-ts.mjs'

const { chainOf, headNumbers } = await loadTs('model/chain.ts')
const { operationsOf, stepIds } = await loadTs('model/operations.ts')
const { farthest, rowOf } = await loadTs('model/math.ts')
const { loadLayer, loadEmbeddings } = await loadTs('views/steps/load.ts')
const { originOf } = await loadTs('views/steps/origin.ts')
const { stripOf, stepOfStrip } = await loadTs('views/steps/strips.ts')

const golden = (path) => new URL(`../golden/families/${path}`, import.meta.url)

/** A file of float32 tensors, by name. */
function readTensors(url) {
  const file = readFileSync(url)
  const start = 8 + Number(file.readBigUInt64LE(0))
  const header = JSON.parse(file.toString('utf8', 8, start))
  delete header.__metadata__
  const tensors = Object.entries(header).map(
    ([
      name,
      {
        dtype,
        shape,
        data_offsets: [from, to]
      }
    ]) => {
      assert.equal(dtype, 'F32', name)
      return [
        name,
        {
          shape,
          data: new Float32Array(file.buffer.slice(file.byteOffset + start + from, file.byteOffset + start + to))
        }
      ]
    }
  )
  return Object.fromEntries(tensors)
}

const bert = {
  embeddings: {
    word: 'embeddings.word_embeddings.weight',
    position: 'embeddings.position_embeddings.weight',
    type: 'embeddings.token_type_embeddings.weight',
    norm: 'embeddings.LayerNorm',
    projection: 'embeddings_project'
  },
  layer: (n) => `encoder.layer.${n}`,
  parts: {
    'attention.query': 'attention.self.query',
    'attention.key': 'attention.self.key',
    'attention.value': 'attention.self.value',
    'attention.output': 'attention.output.dense',
    'attention.norm': 'attention.output.LayerNorm',
    'feedForward.in': 'intermediate.dense',
    'feedForward.out': 'output.dense',
    'feedForward.norm': 'output.LayerNorm'
  }
}
const distilbert = {
  embeddings: bert.embeddings,
  layer: (n) => `transformer.layer.${n}`,
  parts: {
    'attention.query': 'attention.q_lin',
    'attention.key': 'attention.k_lin',
    'attention.value': 'attention.v_lin',
    'attention.output': 'attention.out_lin',
    'attention.norm': 'sa_layer_norm',
    'feedForward.in': 'ffn.lin1',
    'feedForward.out': 'ffn.lin2',
    'feedForward.norm': 'output_layer_norm'
  }
}
const albert = {
  embeddings: { ...bert.embeddings, projection: 'encoder.embedding_hidden_mapping_in' },
  layer: () => 'encoder.albert_layer_groups.0.albert_layers.0',
  parts: {
    'attention.query': 'attention.query',
    'attention.key': 'attention.key',
    'attention.value': 'attention.value',
    'attention.output': 'attention.dense',
    'attention.norm': 'attention.LayerNorm',
    'feedForward.in': 'ffn',
    'feedForward.out': 'ffn_output',
    'feedForward.norm': 'full_layer_layer_norm'
  }
}

const plain = { activation: 'gelu', epsilon: 1e-12, typeRows: 2, firstPosition: 0, projection: false, shared: false }
const families = [
  ['bert', 'bert', bert, {}],
  ['bert-untied', 'bert', bert, { activation: 'quick_gelu' }],
  ['distilbert', 'distilbert', distilbert, { typeRows: 0 }],
  ['distilbert-relu', 'distilbert', distilbert, { typeRows: 0, activation: 'relu' }],
  ['electra', 'electra', bert, { projection: true }],
  ['electra-same-width', 'electra', bert, { activation: 'gelu_new' }],
  ['roberta', 'roberta', bert, { typeRows: 1, epsilon: 1e-5, firstPosition: 2 }],
  ['roberta-silu', 'roberta', bert, { typeRows: 1, epsilon: 1e-5, firstPosition: 2, activation: 'silu' }],
  ['albert', 'albert', albert, { projection: true, shared: true, activation: 'gelu_new' }]
]

/** One case of a family as the page's own code reads it: its facts, shape, tokens and parameters. */
function open(folder, prefix, names, own) {
  const tensors = readTensors(golden(`${folder}/model/model.safetensors`))
  const found = (name) => tensors[`${prefix}.${name}`] ?? assert.fail(`no ${name}`)
  const endings = { weight: 'weight', bias: 'bias', gain: 'weight' }
  const parameter = async (name, rows) => {
    const [, room, part, ending] =
      name.match(/^(embeddings|layers\.\d+)\.(.+?)(?:\.(weight|bias|gain))?$/) ?? assert.fail(name)
    const base =
      room === 'embeddings' ? names.embeddings[part] : `${names.layer(Number(room.split('.')[1]))}.${names.parts[part]}`
    const { shape, data } = found(ending ? `${base}.${endings[ending]}` : base)
    return rows ? { shape, data: data.subarray(rows[0] * shape[1], rows[1] * shape[1]) } : { shape, data }
  }
  const { cases } = JSON.parse(readFileSync(golden(`${folder}/cases.json`), 'utf8'))
  const one =
    cases.find(({ kind, tensors: file }) => kind === 'full' && /c02/.test(file ?? '')) ??
    cases.find(({ kind }) => kind === 'full')
  const expected = readTensors(golden(`${folder}/tensors/${one.id}.safetensors`))
  const [states, count, width] = expected.hidden_states.shape
  const heads = expected.attentions.shape[1]
  const hidden = Array.from({ length: states }, (_, i) => rowOf(expected.hidden_states.data, i, count * width))
  const tokens = one.ids.map((id, i) => ({
    id,
    text: one.tokens[i],
    segment: 0,
    special: false,
    start: 0,
    end: 0,
    word: null
  }))
  return {
    facts: { ...plain, family: prefix, embeddingWidth: width, mask: null, ...own },
    detail: { hidden: async () => hidden, typeIds: Int32Array.from(one.type_ids), parameter },
    shape: { tokens: count, width, heads, headWidth: width / heads },
    layers: states - 1,
    tokens,
    hidden,
    attention: (layer, head) => rowOf(expected.attentions.data, layer * heads + head, count * count)
  }
}

for (const [folder, prefix, names, own] of families)
  test(`${folder}: every operation of every layer leads to the numbers of transformers`, async () => {
    const { facts, detail, shape: whole, layers, tokens, hidden, attention } = open(folder, prefix, names, own)
    const close = (ours, theirs, what) => {
      assert.equal(ours.length, theirs.length, what)
      const difference = farthest(ours, theirs)
      assert.ok(difference < 5e-6, `${what}: ${difference}`)
    }
    for (let layer = 0; layer < layers; layer++) {
      const { parameters } = await loadLayer(detail, layer)
      const operations = operationsOf(facts, layer)
      assert.deepEqual([...new Set(operations.map(({ step }) => step))], layer ? stepIds.slice(1) : [...stepIds])
      for (let head = 0; head < whole.heads; head++)
        for (const token of [0, 1, tokens.length - 1]) {
          const shape = { ...whole, layer, head, epsilon: facts.epsilon }
          const X = hidden[layer]
          const numbers = headNumbers(X, parameters, shape)
          const embeddings = layer ? null : await loadEmbeddings(detail, facts, tokens[token], token)
          const chain = chainOf({ shape, operations, tokens, token, parameters, embeddings, X, head: numbers })
          const what = `layer ${layer}, head ${head}, token ${token}`
          close(numbers.A, attention(layer, head), `${what}, weights`)
          close(chain.values.x, rowOf(X, token, shape.width), `${what}, x`)
          close(chain.values.y, rowOf(hidden[layer + 1], token, shape.width), `${what}, y`)
          // What the page says of a cell is what made it, in every strip that this family has.
          for (const strip of Object.keys(stepOfStrip)) {
            const values = stripOf(chain, strip)?.values
            if (!values) continue
            const { how, value } = originOf(chain, strip, values.length - 1)
            if (how.kind === 'activation') assert.ok(Math.abs(how.from.value * how.share - value) < 1e-12, strip)
            if (how.kind === 'sum')
              assert.ok(Math.abs(how.parts.reduce((sum, part) => sum + part.value, 0) - value) < 1e-12)
            if (how.kind === 'products') {
              const sum = Array.from(how.a).reduce((all, a, i) => all + a * how.b[i], how.bias?.value ?? 0)
              assert.ok(Math.abs(sum - value) < 1e-9, strip)
            }
          }
          assert.equal(stripOf(chain, 'type') !== null, layer === 0 && facts.typeRows > 0)
          assert.equal(stripOf(chain, 'n') !== null, layer === 0 && facts.projection)
        }
    }
  })
