// The tiny models of every family give transformers' tokens and numbers through the package.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { loadModel } from 'attnscope'
import { casesOf, modelOf, names } from './support/families.mjs'
import { goldenTensors, inputOf, largestDifference, part } from './support/golden.mjs'

// The reference's own float32 is up to 8e-7, 4e-6 and 2e-7 away from these numbers, which float64 computed.
const tolerance = { attentions: 3e-6, hidden_states: 1e-5, embedding: 1e-6 }

/** What the package says of the tokens of a case. */
const expectedTokens = (golden) =>
  golden.ids.map((id, i) => ({
    id,
    text: golden.tokens[i],
    start: golden.offsets_utf16[i][0],
    end: golden.offsets_utf16[i][1],
    word: golden.word_ids[i],
    special: golden.special_tokens_mask[i] === 1
  }))

/** What the folders' config.json decide, as a reader of transformers' classes would say it. */
function factsOf(name) {
  const roberta = name.startsWith('roberta')
  return {
    positionKind: 'learned',
    normPlace: 'post',
    firstPosition: roberta ? 2 : 0,
    uncountedToken: roberta ? 1 : null,
    projectsEmbedding: ['albert', 'electra'].includes(name)
  }
}

for (const name of names) {
  describe(name, async () => {
    const cases = await casesOf(name)
    let model
    before(async () => {
      model = await loadModel(modelOf(name))
    })
    after(() => model.dispose())

    test('its limit is that of the reference', () => assert.equal(model.info.maxTokens, cases[0].max_length))

    test('it says how places come in, where norms stand, and whether the embedding is projected', () => {
      const expected = factsOf(name)
      for (const [fact, value] of Object.entries(expected)) assert.equal(model.info[fact], value, fact)
    })

    for (const golden of cases)
      test(`${golden.id} ${golden.category}`, async () => {
        const result = await model.encode(inputOf(golden), { trace: true })
        const tokens = result.tokens.map(({ id, text, start, end, word, special }) => ({
          id,
          text,
          start,
          end,
          word,
          special
        }))
        assert.deepEqual(tokens, expectedTokens(golden))
        const { n_tokens: kept, n_untruncated: total } = golden
        assert.deepEqual(result.truncated, kept < total ? { kept, total } : null)
        if (golden.kind !== 'full') return
        const expected = await goldenTensors(`../families/${name}/${golden.tensors}`)
        const { layers, heads } = model.info
        for (let i = 0; i < layers * heads; i++) {
          const ours = result.attention(Math.floor(i / heads), i % heads)
          const difference = largestDifference(ours, part(expected.attentions, i, layers * heads))
          assert.ok(difference <= tolerance.attentions, `attention of head ${i} differs by ${difference}`)
        }
        for (let i = 0; i <= layers; i++) {
          const difference = largestDifference(result.hidden(i), part(expected.hidden_states, i, layers + 1))
          assert.ok(difference <= tolerance.hidden_states, `hidden state ${i} differs by ${difference}`)
        }
        const difference = largestDifference(result.embedding, expected.sentence_embedding.data)
        assert.ok(difference <= tolerance.embedding, `embedding differs by ${difference}`)
      })
  })
}

test('the folders are all there', () => assert.ok(names.length >= 12))
