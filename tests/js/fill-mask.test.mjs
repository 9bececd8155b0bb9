// model.fillMask: transformers' words with transformers' probabilities, and what is refused.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AttnscopeError, loadModel } from 'attnscope'
import { casesOf, modelOf, names } from './support/families.mjs'
import { inputOf } from './support/golden.mjs'
import { folder } from './support/model.mjs'
import { installWorker } from './support/web-worker.mjs'

// The reference computes in float64; float32 of these logits is 5e-6 away, of which a probability is at most half.
const tolerance = 1e-5
// Integers of so narrow a model round far more coarsely than those of a real one.
const tolerances = { int8: 0.05 }

const refused = (code, message) => (error) => {
  assert.ok(error instanceof AttnscopeError, String(error))
  assert.equal(error.code, code)
  assert.match(error.message, message)
  return true
}

const withHead = names.filter((name) => name !== 'bert-bare')

for (const name of withHead) {
  describe(name, async () => {
    const cases = (await casesOf(name)).filter(({ masks, candidates }) => masks?.length && candidates)
    let model
    before(async () => {
      model = await loadModel(modelOf(name))
    })
    after(() => model.dispose())

    test('says that it can, and by which token', () => {
      assert.deepEqual(model.info.answers, ['embedding', 'masked-words'])
      const [golden] = cases
      assert.equal(model.info.maskToken.id, golden.ids[golden.masks[0]])
      assert.equal(model.info.maskToken.text, golden.tokens[golden.masks[0]])
    })

    for (const golden of cases) {
      test(`${golden.id} ${golden.category}`, async () => {
        const filled = await model.fillMask(inputOf(golden))
        assert.equal(filled.length, golden.masks.length)
        for (const [i, { token, candidates }] of filled.entries()) {
          const at = golden.masks[i]
          assert.deepEqual([token.start, token.end], golden.offsets_utf16[at])
          assert.equal(token.segment, golden.sequence_ids[at])
          const expected = golden.candidates[i]
          assert.deepEqual(
            candidates.map(({ id, text }) => [id, text]),
            expected.map(({ id, text }) => [id, text])
          )
          for (const [rank, { probability }] of candidates.entries()) {
            const difference = Math.abs(probability - expected[rank].probability)
            assert.ok(difference <= tolerance, `mask ${i}, word ${rank}: ${probability} differs by ${difference}`)
          }
        }
      })
    }

    test('all words together are certain, the likeliest first, and a few are the beginning of all', async () => {
      const input = inputOf(cases[0])
      const [{ candidates }] = await model.fillMask(input, { top: model.info.vocabulary })
      const sum = candidates.reduce((total, { probability }) => total + probability, 0)
      assert.ok(Math.abs(sum - 1) < 1e-6, String(sum))
      assert.equal(new Set(candidates.map(({ id }) => id)).size, model.info.vocabulary)
      assert.ok(candidates.every(({ probability }, i) => i === 0 || probability <= candidates[i - 1].probability))
      for (const top of [1, 3]) {
        const [few] = await model.fillMask(input, { top })
        assert.deepEqual(few.candidates, candidates.slice(0, top))
      }
    })

    test('int8 says nearly the same', async () => {
      const small = await loadModel(modelOf(name), { precision: 'int8' })
      const [input, top] = [inputOf(cases[0]), model.info.vocabulary]
      const [one] = await model.fillMask(input, { top })
      const [other] = await small.fillMask(input, { top })
      small.dispose()
      const likely = new Map(one.candidates.map(({ id, probability }) => [id, probability]))
      for (const { id, probability } of other.candidates) {
        const difference = Math.abs(probability - likely.get(id))
        assert.ok(difference <= tolerances.int8, `word ${id} differs by ${difference}`)
      }
    })
  })
}

describe('the call', () => {
  let model
  let other
  before(async () => {
    model = await loadModel(modelOf('bert'))
    other = await loadModel(modelOf('bert-bare'))
  })
  after(() => {
    model.dispose()
    other.dispose()
  })

  test('without a mask gives nothing', async () => {
    assert.deepEqual(await model.fillMask('The dog was hungry.'), [])
    assert.deepEqual(await model.fillMask(''), [])
  })

  test('each mask is filled as if the others stayed', async () => {
    const filled = await model.fillMask(['The [MASK] was', 'It was [MASK]'])
    assert.deepEqual(
      filled.map(({ token }) => [token.segment, token.start]),
      [
        [0, 4],
        [1, 7]
      ]
    )
    assert.deepEqual(await model.fillMask(['The [MASK] was', 'It was [MASK]']), filled)
  })

  test('a text that is cut is filled, unless a mask is in what is cut off', async () => {
    const long = 'the dog was hungry '.repeat(10)
    const { truncated } = await model.encode(long)
    assert.ok(truncated.total > truncated.kept)
    assert.equal((await model.fillMask(`the [MASK] ${long}`)).length, 1)
    const lost = refused('bad-input', /1 of the 2 \[MASK\] lie past the 25 tokens of \d+ that are read/)
    await assert.rejects(model.fillMask(`the [MASK] ${long} [MASK]`), lost)
    await assert.rejects(model.fillMask([long, `${long} [MASK]`]), refused('bad-input', /1 of the 1 \[MASK\]/))
  })

  for (const top of [0, -1, 1.5, '5', Number.NaN, 1e9])
    test(`top ${JSON.stringify(top)} is refused`, () =>
      assert.rejects(
        model.fillMask('[MASK]', { top }),
        refused('bad-input', /top is .*; expected a whole number from 1 to 160/)
      ))

  test('what is no text is refused', () => assert.rejects(model.fillMask(3), refused('bad-input', /text is 3/)))

  test('a model without the head says so, and what it can', async () => {
    assert.deepEqual(other.info.answers, ['embedding'])
    const cannot = refused('unsupported', /cannot fill masks: .*no head.*encode, embed, tokenize/)
    await assert.rejects(other.fillMask('[MASK]'), cannot)
    const real = await loadModel(folder)
    assert.deepEqual([real.info.answers, real.info.maskToken], [['embedding'], { id: 103, text: '[MASK]' }])
    await assert.rejects(real.fillMask('[MASK]'), cannot)
    real.dispose()
  })

  test('an abort rejects with its reason, and the model stays usable', async () => {
    const controller = new AbortController()
    const call = model.fillMask('The [MASK].', { signal: controller.signal })
    controller.abort('enough')
    await assert.rejects(call, (reason) => reason === 'enough')
    assert.equal((await model.fillMask('The [MASK].')).length, 1)
  })

  test('calls at once get their own answers, with threads and through a worker too', async () => {
    const texts = ['The [MASK].', '[MASK] was too [MASK].', 'The dog.']
    const alone = []
    for (const text of texts) alone.push(await model.fillMask(text))
    assert.deepEqual(await Promise.all(texts.map((text) => model.fillMask(text))), alone)
    installWorker()
    for (const options of [{ threads: 2 }, { worker: new URL('../../dist/worker.js', import.meta.url) }]) {
      const same = await loadModel(modelOf('bert'), options)
      assert.deepEqual(await Promise.all(texts.map((text) => same.fillMask(text))), alone)
      same.dispose()
    }
  })

  test('after dispose() it rejects', async () => {
    const gone = await loadModel(modelOf('bert'))
    const call = gone.fillMask('The [MASK].')
    gone.dispose()
    await assert.rejects(call, refused('disposed', /disposed/))
  })
})
