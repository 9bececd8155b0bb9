// The package gives the reference's tokens, offsets and numbers.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { loadModel } from 'attnscope'
import { goldenCases, goldenTensors, inputOf, largestDifference, part } from './support/golden.mjs'
import { folder } from './support/model.mjs'

const tolerance = { attention: 1e-5, hidden: 3e-5, embedding: 1e-6 }

let model
before(async () => {
  // The goldens are transformers', which reads as far as there are positions.
  model = await loadModel(folder, { maxTokens: 512 })
})
after(() => model.dispose())

function expectedTokens(golden) {
  return golden.ids.map((id, i) => ({
    id,
    text: golden.tokens[i],
    start: golden.offsets_utf16[i][0],
    end: golden.offsets_utf16[i][1],
    word: golden.word_ids[i],
    segment: golden.type_ids[i],
    special: golden.special_tokens_mask[i] === 1
  }))
}

describe('tokens are those of the reference', async () => {
  for (const golden of await goldenCases()) {
    test(`${golden.id} ${golden.category}`, async () => {
      const tokens = await model.tokenize(inputOf(golden))
      assert.deepEqual(tokens, expectedTokens(golden))
    })
  }
})

describe('numbers are those of the reference', async () => {
  for (const golden of await goldenCases(({ kind }) => kind === 'full')) {
    test(`${golden.id} ${golden.category}`, async () => {
      const expected = await goldenTensors(golden.tensors)
      const { layers, heads } = model.info

      const result = await model.encode(inputOf(golden), { trace: true })

      for (let layer = 0; layer < layers; layer++) {
        for (let head = 0; head < heads; head++) {
          const reference = part(expected.attentions, layer * heads + head, layers * heads)
          const difference = largestDifference(result.attention(layer, head), reference)
          assert.ok(difference <= tolerance.attention, `attention ${layer}/${head} differs by ${difference}`)
        }
      }
      for (let i = 0; i <= layers; i++) {
        const difference = largestDifference(result.hidden(i), part(expected.hidden_states, i, layers + 1))
        assert.ok(difference <= tolerance.hidden, `hidden state ${i} differs by ${difference}`)
      }
      const difference = largestDifference(result.embedding, expected.sentence_embedding.data)
      assert.ok(difference <= tolerance.embedding, `embedding differs by ${difference}`)
    })
  }
})

test('a text that is too long is cut where the reference cuts it, and it is said', async () => {
  const [golden] = await goldenCases(({ id }) => id === 'p26')
  const result = await model.encode(golden.text)
  assert.deepEqual(result.truncated, { kept: 512, total: golden.n_untruncated })
})

test('the head that resolves "it" looks at the animal that is tired, and less at the one by the wide street', async () => {
  const link = async (word) => {
    const text = `The animal didn't cross the street because it was too ${word}`
    const result = await model.encode(text, { trace: { attention: [[3, 1]] } })
    const [animal, it] = ['animal', 'it'].map((piece) => result.tokens.findIndex((token) => token.text === piece))
    return result.attention(3, 1)[it * result.tokens.length + animal].toFixed(3)
  }
  assert.deepEqual([await link('tired'), await link('wide')], ['0.640', '0.266'])
})
