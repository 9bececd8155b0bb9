// What encode, tokenize and info give, and what they refuse.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AttnscopeError, loadModel } from 'attnscope'
import { folder, modelFiles } from './support/model.mjs'

let model
before(async () => {
  model = await loadModel(folder)
})
after(() => model.dispose())

const text = 'I saw a saw'
const refused = (code, message) => (error) =>
  error instanceof AttnscopeError && error.code === code && (message.test(error.message) || assert.fail(error.message))

test('info describes the model', () => {
  const { simd, ...info } = model.info
  assert.deepEqual(info, {
    name: 'all-MiniLM-L6-v2',
    family: 'bert',
    answers: ['embedding'],
    layers: 6,
    layerGroups: 6,
    heads: 12,
    width: 384,
    embeddingWidth: 384,
    projectsEmbedding: false,
    headWidth: 32,
    feedForward: 1536,
    vocabulary: 30522,
    maxTokens: 256,
    positions: 512,
    positionKind: 'learned',
    positionRows: 512,
    firstPosition: 0,
    uncountedToken: null,
    typeRows: 2,
    maskToken: { id: 103, text: '[MASK]' },
    prompts: {},
    defaultPromptName: null,
    normPlace: 'post',
    epsilon: 1e-12,
    activation: 'gelu',
    weights: 'float32',
    weightBytes: 4 * 22_565_376,
    threads: 1,
    precision: 'float32'
  })
  assert.ok(['simd128', 'relaxed'].includes(simd))
})

test('tokens map back to the text, pieces and astral characters included', async () => {
  const source = 'Unaffable 👍 naïveté'
  const tokens = await model.tokenize(source)
  const pieces = tokens.filter(({ special }) => !special)
  assert.ok(
    pieces.some((token) => token.text.startsWith('##')),
    'the text was chosen to have pieces'
  )
  assert.equal(pieces.map(({ start, end }) => source.slice(start, end)).join(''), source.replaceAll(' ', ''))
})

test('a pair has two segments, each with its own offsets', async () => {
  const second = 'over there'
  const tokens = await model.tokenize(['hello', second])
  const there = tokens.find((token) => token.text === 'there')
  assert.deepEqual([there.segment, second.slice(there.start, there.end)], [1, 'there'])
})

test('a pair whose file gives both texts one token type still has two segments', async () => {
  const files = await modelFiles()
  const tokenizer = JSON.parse(files.tokenizer)
  for (const part of tokenizer.post_processor.pair) Object.values(part)[0].type_id = 0
  const oneType = await loadModel({ ...files, tokenizer: JSON.stringify(tokenizer) })

  const { tokens, typeIds } = await oneType.encode(['hello', 'over there'])

  oneType.dispose()
  assert.deepEqual(
    tokens.map(({ text, segment }, t) => [text, segment, typeIds[t]]),
    [
      ['[CLS]', 0, 0],
      ['hello', 0, 0],
      ['[SEP]', 0, 0],
      ['over', 1, 0],
      ['there', 1, 0],
      ['[SEP]', 1, 0]
    ]
  )
})

test('an empty text is its two added tokens, with a finite embedding', async () => {
  const result = await model.encode('')
  assert.deepEqual(
    result.tokens.map((token) => token.text),
    ['[CLS]', '[SEP]']
  )
  assert.ok(result.embedding.every(Number.isFinite))
})

test('a lone surrogate reads as U+FFFD and leaves the other offsets in place', async () => {
  const source = 'a\ud800 saw \udc00b'
  const tokens = await model.tokenize(source)
  const saw = tokens.find((token) => token.text === 'saw')
  assert.equal(source.slice(saw.start, saw.end), 'saw')
})

test('a NUL does not end the text', async () => {
  const tokens = await model.tokenize('before\0 after')
  assert.ok(tokens.some((token) => token.text === 'after'))
})

test('a million words are cut, and it is said', async () => {
  const { truncated, tokens } = await model.encode('a '.repeat(1_000_000))
  assert.deepEqual([truncated, tokens.length], [{ kept: 256, total: 1_000_002 }, 256])
})

test('truncated is null where nothing was cut', async () => {
  assert.equal((await model.encode(text)).truncated, null)
})

test('the embedding has length 1', async () => {
  const { embedding } = await model.encode(text)
  assert.ok(Math.abs(Math.hypot(...embedding) - 1) < 1e-6)
})

test('the engine says how long it calculated', async () => {
  const { milliseconds } = await model.encode(text)
  assert.ok(milliseconds > 0 && milliseconds < 60_000)
})

test('times are given by stage when asked for, and fill the time of the whole', async () => {
  const { milliseconds, timings } = await model.encode('the cat sat on the mat '.repeat(20), { timings: true })
  const stages = ['embedding', 'qkv', 'attention', 'outputProjection', 'feedForward', 'layerNorm']
  assert.deepEqual(Object.keys(timings), stages)
  for (const stage of stages) assert.ok(timings[stage] > 0, `${stage}: ${timings[stage]}`)
  const sum = Object.values(timings).reduce((total, time) => total + time, 0)
  assert.ok(sum > milliseconds / 2 && sum <= milliseconds, `${sum} of ${milliseconds}`)
})

test('no times are given unasked', async () => {
  assert.equal((await model.encode('the cat')).timings, null)
})

test('times change no number', async () => {
  const { embedding } = await model.encode('the cat', { timings: true })
  assert.deepEqual(embedding, (await model.encode('the cat')).embedding)
})

test('timings other than true and false are refused', async () => {
  const expected = { name: 'AttnscopeError', code: 'bad-input' }
  await assert.rejects(model.encode('the cat', { timings: 'yes' }), expected)
})

test('every row of attention sums to 1', async () => {
  const result = await model.encode(text, { trace: true })
  const size = result.tokens.length
  for (let layer = 0; layer < model.info.layers; layer++) {
    for (let head = 0; head < model.info.heads; head++) {
      const weights = result.attention(layer, head)
      for (let row = 0; row < size; row++) {
        const sum = weights.subarray(row * size, (row + 1) * size).reduce((total, weight) => total + weight, 0)
        assert.ok(Math.abs(sum - 1) < 1e-5, `layer ${layer} head ${head} row ${row} sums to ${sum}`)
      }
    }
  }
})

test('a selective trace gives the same numbers as the whole one', async () => {
  const all = await model.encode(text, { trace: true })
  const some = await model.encode(text, { trace: { attention: [[5, 11]], hidden: [0, 6], steps: [[3, 1]] } })
  assert.deepEqual(some.attention(5, 11), all.attention(5, 11))
  assert.deepEqual(some.attention(3, 1), all.attention(3, 1))
  assert.deepEqual(some.hidden(0), all.hidden(0))
  assert.deepEqual(some.hidden(6), all.hidden(6))
  assert.deepEqual(some.step(3, 1).context, all.step(3, 1).context)
})

describe('a trace at 512 tokens', () => {
  test('holds attention, hidden states and steps of all heads', async () => {
    const longer = await loadModel(folder, { maxTokens: 512 })
    const result = await longer.encode('word '.repeat(600), { trace: true })
    longer.dispose()
    const [last, { scores }] = [result.attention(5, 11), result.step(0, 0)]
    assert.deepEqual([last.length, scores.length, result.hidden(6).length], [512 * 512, 512 * 512, 512 * 384])
  })
})

test('arrays own their memory: no view on the heap gets out, and a later call changes nothing', async () => {
  const result = await model.encode(text, { trace: true })
  const step = result.step(3, 1)
  const arrays = [result.embedding, result.attention(3, 1), result.hidden(6), ...Object.values(step)]
  const before = arrays.map((array) => array.slice())
  await model.encode('something else, rather longer than that', { trace: true })
  for (const [i, array] of arrays.entries()) {
    assert.equal(array.buffer.byteLength, array.byteLength)
    assert.deepEqual(array, before[i])
  }
})

describe('what was not traced is refused with the way to ask for it', () => {
  const readers = {
    attention: (result) => result.attention(3, 1),
    hidden: (result) => result.hidden(2),
    step: (result) => result.step(3, 1)
  }
  for (const [name, read] of Object.entries(readers)) {
    test(name, async () => {
      const result = await model.encode(text, { trace: { attention: [[0, 0]] } })
      assert.throws(() => read(result), refused('not-traced', /trace: true.*\[\[3, 1\]\]|trace: true.*\[2\]/))
    })
  }
})

describe('an index out of range is refused', () => {
  for (const bad of [-1, 6, 1.5, Number.NaN, '3', undefined, null]) {
    test(`layer ${JSON.stringify(bad) ?? bad}`, async () => {
      const result = await model.encode(text, { trace: true })
      assert.throws(() => result.attention(bad, 0), refused('bad-input', /layer is .*0 to 5/))
      assert.throws(() => result.step(bad, 0), refused('bad-input', /layer is .*0 to 5/))
    })
  }
  test('head 12 and hidden state 7', async () => {
    const result = await model.encode(text, { trace: true })
    assert.throws(() => result.attention(0, 12), refused('bad-input', /head is 12; .*0 to 11/))
    assert.throws(() => result.hidden(7), refused('bad-input', /hidden state is 7; .*0 to 6/))
  })
})

describe('a bad argument is refused with what was expected, and the model stays usable', () => {
  const bad = {
    'text 3': () => model.encode(3),
    'text null': () => model.tokenize(null),
    'three texts': () => model.encode(['a', 'b', 'c']),
    'second text 7': () => model.encode(['a', 7]),
    'trace "all"': () => model.encode(text, { trace: 'all' }),
    'trace of a misspelt part': () => model.encode(text, { trace: { attentions: true } }),
    'trace of a list': () => model.encode(text, { trace: [[3, 1]] }),
    'a text that fills the memory': () => model.encode('a'.repeat(2 ** 28)),
    'trace of layer 6': () => model.encode(text, { trace: { attention: [[6, 0]] } }),
    'trace of a flat list': () => model.encode(text, { trace: { steps: [3, 1] } }),
    'hidden -1': () => model.encode(text, { trace: { hidden: [-1] } }),
    'signal {}': () => model.encode(text, { signal: {} }),
    'options null': () => model.encode(text, null),
    'texts a string': () => model.embed('a'),
    'texts with a hole': () => model.embed(new Array(3)),
    'onProgress 1': () => model.embed(['a'], { onProgress: 1 })
  }
  for (const [name, call] of Object.entries(bad)) {
    test(name, async () => {
      await assert.rejects(call(), refused('bad-input', / is .*; expected /))
      assert.equal((await model.encode('hi')).tokens.length, 3)
    })
  }
  test('a bad element of texts is named', async () => {
    await assert.rejects(model.embed(['a', 'b', 5]), refused('bad-input', /^texts\[2\] is 5; expected a string$/))
  })
})
