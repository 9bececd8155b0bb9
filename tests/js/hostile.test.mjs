// What a stranger's text, model and caller may try on the package: a typed error, or plain data, and a model that goes on.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { AttnscopeError, loadModel } from 'attnscope'
import { folder, modelFiles } from './support/model.mjs'
import { serveModel } from './support/server.mjs'

const code = (expected) => (error) => error instanceof AttnscopeError && error.code === expected
const words = (count) => 'cat '.repeat(count)

let model
before(async () => {
  model = await loadModel(folder)
})
after(() => model.dispose())

const texts = (encoded) => encoded.tokens.map(({ text }) => text)

function assertWhole({ tokens, embedding }, text) {
  for (const { start, end } of tokens) assert.ok(0 <= start && start <= end && end <= text.length, `${start}-${end}`)
  assert.ok(embedding.every(Number.isFinite))
}

describe('hostile text', () => {
  test('a million letters without a blank are one unknown token over all of them', async () => {
    const encoded = await model.encode('a'.repeat(1_000_000))
    assert.deepEqual(texts(encoded), ['[CLS]', '[UNK]', '[SEP]'])
    assert.deepEqual([encoded.tokens[1].start, encoded.tokens[1].end], [0, 1_000_000])
  })

  test('a letter under a hundred thousand marks is that letter', async () => {
    const text = `a${'\u0301\u0323'.repeat(50_000)} b`
    const encoded = await model.encode(text)
    assert.deepEqual(texts(encoded), ['[CLS]', 'a', 'b', '[SEP]'])
    assertWhole(encoded, text)
  })

  test('a syllable that decomposes into three keeps every token inside the text, start before end', async () => {
    const text = 'Br\uCC3Dn\u2019s'
    assertWhole(await model.encode(text), text)
  })

  for (const [what, text] of Object.entries({ nothing: '', blanks: ' \t\n ', 'a mark alone': '\u0301' })) {
    test(`${what} is [CLS] [SEP], with a finite embedding`, async () => {
      const encoded = await model.encode(text)
      assert.deepEqual(texts(encoded), ['[CLS]', '[SEP]'])
      assertWhole(encoded, text)
    })
  }

  test('half a character reads as U+FFFD, at either end of the text', async () => {
    for (const text of ['\uD83D', 'a \uDE00', '\uDE00 a', '\uD83D\uD83D\uDE00'])
      assertWhole(await model.encode(text), text)
  })

  test('typed [SEP] and [MASK] are the tokens of that name, as in the reference, and none that the tokenizer added', async () => {
    const { tokens } = await model.encode('a [SEP] b [MASK]')
    assert.deepEqual(
      tokens.map(({ id, special }) => [id, special]),
      [
        [101, true],
        [1037, false],
        [102, false],
        [1038, false],
        [103, false],
        [102, true]
      ]
    )
  })

  test('markup and marks of direction stay text', async () => {
    const text = '"><img src=x onerror=alert(1)>\u202Eabc\u202C'
    const encoded = await model.encode(text)
    assertWhole(encoded, text)
    for (const token of encoded.tokens) assert.equal(typeof token.text, 'string')
  })
})

describe('a hostile model', () => {
  test('cannot name further files: not code, not shards above the folder, not another server', async (context) => {
    const { config } = await modelFiles()
    const asking = {
      ...JSON.parse(config),
      auto_map: { AutoModel: 'evil.py--Model' },
      custom_code: 'import os',
      weight_map: { a: '../../x', b: 'http://127.0.0.1:9/x' }
    }
    const server = await serveModel({
      'config.json': (response) => response.end(JSON.stringify(asking))
    })
    context.after(() => server.close())
    const loaded = await loadModel(server.address)
    assert.equal((await loaded.encode('fine')).tokens.length, 3)
    loaded.dispose()
    assert.deepEqual(server.requests.sort(), [
      '1_Pooling/config.json',
      'config.json',
      'config_sentence_transformers.json',
      'model.safetensors',
      'modules.json',
      'sentence_bert_config.json',
      'tokenizer.json',
      'tokenizer_config.json'
    ])
  })

  test('cannot reach the prototype of anything', async () => {
    const { config, ...rest } = await modelFiles()
    const polluting = config.replace('{', '{"__proto__": {"polluted": true}, "constructor": {"prototype": {}},')
    const loaded = await loadModel({ ...rest, config: polluting })
    loaded.dispose()
    assert.equal({}.polluted, undefined)
  })
})

describe('memory that cannot be had', () => {
  const { grow } = WebAssembly.Memory.prototype
  afterEach(() => {
    WebAssembly.Memory.prototype.grow = grow
  })
  const refuse = () => {
    WebAssembly.Memory.prototype.grow = () => {
      throw new RangeError('WebAssembly.Memory.grow(): Maximum memory size exceeded')
    }
  }

  test('for a load is said so, and the next load works', async () => {
    refuse()
    await assert.rejects(loadModel(folder), code('out-of-memory'))
    WebAssembly.Memory.prototype.grow = grow
    const next = await loadModel(folder)
    assert.equal((await next.encode('fine')).tokens.length, 3)
    next.dispose()
  })

  test('for all the attention of a long text is said so, and the model goes on', async () => {
    const fresh = await loadModel(folder, { maxTokens: 512 })
    refuse()
    await assert.rejects(fresh.encode(words(510), { trace: true }), code('out-of-memory'))
    assert.equal((await fresh.encode('fine')).tokens.length, 3)
    // One head of one layer is 1 MB, and asked for alone it needs no more.
    WebAssembly.Memory.prototype.grow = grow
    const one = await fresh.encode(words(510), { trace: { attention: [[3, 1]] } })
    assert.equal(one.attention(3, 1).length, 512 * 512)
    fresh.dispose()
  })
})

describe('memory that an input asks for', () => {
  const { grow } = WebAssembly.Memory.prototype
  afterEach(() => {
    WebAssembly.Memory.prototype.grow = grow
  })
  /** From now on, memories grow by so many bytes and no more. */
  const allow = (bytes) => {
    let left = bytes / 65_536
    WebAssembly.Memory.prototype.grow = function (pages) {
      if (pages > left) throw new RangeError('WebAssembly.Memory.grow(): Maximum memory size exceeded')
      left -= pages
      return grow.call(this, pages)
    }
  }
  const million = 1 << 20
  const steps = [0, 3, 8, 16, 32, 64, 128].map((megabytes) => megabytes * million)
  // Each in a model of its own, whose memory has not grown yet.
  const normalised = (tokenizer) =>
    tokenizer.replace(
      '"added_tokens":[',
      '"added_tokens":[{"id": 1996, "content": "the", "normalized": true, "special": false},'
    )

  const texts = {
    'syllables that decompose, beside an added token that is looked for in what they become': '가'.repeat(million),
    'marks out of order': '\u0301\u0316'.repeat(million),
    'characters of two units at the very end': `${'[MASK]'.repeat(100)}${'é'.repeat(6 * million)}😀`
  }
  for (const [what, text] of Object.entries(texts)) {
    test(`for a long text, at any point of it, is had or said to be missing, and the model goes on: ${what}`, async () => {
      const files = await modelFiles()
      const tokenizer = what.includes('added') ? normalised(files.tokenizer) : files.tokenizer
      let refused = 0
      for (const threads of what.startsWith('marks') ? [2] : [1]) {
        const fresh = await loadModel({ ...files, tokenizer }, { threads })
        for (const bytes of steps) {
          allow(bytes)
          await fresh.tokenize(text).catch((error) => {
            assert.equal(error.code, 'out-of-memory', error.message)
            refused++
          })
          assert.equal((await fresh.encode('fine')).tokens.length, 3)
        }
        WebAssembly.Memory.prototype.grow = grow
        fresh.dispose()
      }
      assert.ok(refused > 0)
    })
  }

  const zeros = 8 * million
  const files = {
    'one number': '0'.repeat(zeros),
    NULs: '\0'.repeat(zeros),
    values: `[0${',0'.repeat(zeros / 2)}]`,
    'a vocabulary': (good) =>
      good.replace(
        '"vocab":{',
        `"vocab":{${Array.from({ length: 200_000 }, (_, i) => `"0:${i}":${i + 30_522},`).join('')}`
      ),
    'one string': `{"version":"${'0'.repeat(zeros)}"}`
  }
  for (const [what, made] of Object.entries(files)) {
    test(`for a tokenizer.json of many zeros is not had, and that is said: ${what}`, async () => {
      const { weights, ...rest } = await modelFiles()
      const tokenizer = typeof made === 'string' ? made : made(rest.tokenizer)
      for (const bytes of [Infinity, 0, 30 * million, 100 * million]) {
        allow(bytes + weights.length + million)
        await assert.rejects(loadModel({ ...rest, tokenizer, weights }), (error) => {
          assert.match(error.code, /^(out-of-memory|bad-model|unsupported)$/, error.message)
          return true
        })
      }
    })
  }
})

describe('a caller who does not keep to the types', () => {
  test('is refused, whatever is handed over in place of text', async () => {
    const things = [undefined, null, 7, {}, Symbol('x'), () => 'x', new String('x'), ['a', 'b', 'c'], [1], [['a']]]
    for (const thing of things) await assert.rejects(model.encode(thing), code('bad-input'))
    assert.equal((await model.encode('fine')).tokens.length, 3)
  })

  test('has every promise rejected after dispose, those under way too', async () => {
    const gone = await loadModel(folder)
    const pending = [gone.encode('one'), gone.embed(['two', 'three']), gone.tokenize('four')]
    gone.dispose()
    pending.push(gone.encode('five'), gone.embed(['six']), gone.tokenize('seven'))
    for (const { status } of await Promise.allSettled(pending)) assert.equal(status, 'rejected')
  })
})
