// What lies in a model's folder and changes the vectors is obeyed as the reference obeys it, or refused by name.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { AttnscopeError, loadModel } from 'attnscope'
import { folder, modelFiles } from './support/model.mjs'

const golden = JSON.parse(await readFile(new URL('../golden/settings/cases.json', import.meta.url), 'utf8'))
const refused = (code, message) => (error) =>
  error instanceof AttnscopeError && error.code === code && (message.test(error.message) || assert.fail(error.message))

const files = await modelFiles()
const roles = {
  sentence_bert: 'sentenceBert',
  sentence_transformers: 'sentenceTransformers',
  tokenizer_config: 'tokenizerConfig'
}

/** The model's files with others beside them; `tokenizer`: members of tokenizer.json to replace. */
function withSettings({ tokenizer, ...settings }) {
  const changed = JSON.parse(files.tokenizer)
  const { lowercase, ...members } = tokenizer ?? {}
  Object.assign(changed, members)
  if (lowercase !== undefined) changed.normalizer.lowercase = lowercase
  const beside = Object.entries(settings).map(([name, content]) => [roles[name] ?? name, JSON.stringify(content)])
  return { ...files, tokenizer: JSON.stringify(changed), ...Object.fromEntries(beside) }
}

async function withModel(settings, use, options) {
  const model = await loadModel(withSettings(settings), options)
  try {
    return await use(model)
  } finally {
    model.dispose()
  }
}

const prompts = { prompts: { query: 'query: ', passage: 'passage: ' }, default_prompt_name: 'query' }

/** The offsets of the reference, which are of the text with its prompt, as they are of the text alone. */
function ofTheText(offsets, prompt, special) {
  return offsets.map(([start, end], i) => {
    if (special[i] || end <= prompt.length) return [0, 0]
    return [Math.max(0, start - prompt.length), end - prompt.length]
  })
}

describe('tokens under settings are those of the reference', () => {
  for (const { name, files: settings, prompt, limit, results } of golden.cases) {
    test(name, () =>
      withModel(settings, async (model) => {
        assert.equal(model.info.maxTokens, limit)
        for (const { text, ids, types, offsets } of results) {
          const { tokens, typeIds } = await model.encode(text, { prompt })
          assert.deepEqual([tokens.map(({ id }) => id), [...typeIds]], [ids, types])
          const first = tokens.map(({ special, segment }) => special || segment === 1)
          const expected = ofTheText(offsets, prompt, first)
          assert.deepEqual(
            tokens.filter((_, i) => !first[i]).map(({ start, end }) => [start, end]),
            expected.filter((_, i) => !first[i])
          )
          assert.deepEqual(await model.tokenize(text, { prompt }), tokens)
        }
      })
    )
  }
})

describe('maxTokens', () => {
  const long = 'word '.repeat(600)

  test('is what the files say unless asked, and cuts there', async () => {
    const model = await loadModel(folder)
    const { maxTokens, positions } = model.info
    assert.deepEqual([maxTokens, positions], [256, 512])
    assert.deepEqual((await model.encode(long)).truncated, { kept: 256, total: 602 })
    model.dispose()
  })

  for (const maxTokens of [3, 256, 512]) {
    test(`can be ${maxTokens}`, async () => {
      const model = await loadModel(folder, { maxTokens })
      assert.deepEqual((await model.encode(long)).truncated, { kept: maxTokens, total: 602 })
      model.dispose()
    })
  }

  for (const maxTokens of [0, -1, 1.5, 513, 2 ** 40, Number.NaN, Number.POSITIVE_INFINITY]) {
    test(`cannot be ${maxTokens}`, () =>
      assert.rejects(loadModel(folder, { maxTokens }), refused('bad-input', /from 1 to 512/)))
  }

  for (const maxTokens of ['256', null, {}]) {
    test(`is refused where it is ${JSON.stringify(maxTokens)}`, () =>
      assert.rejects(loadModel(folder, { maxTokens }), refused('bad-input', /maxTokens.*positions/)))
  }

  test('with no room for a token the model says so, and goes on', () =>
    withModel(
      {},
      async (model) => {
        await assert.rejects(model.encode('a'), refused('bad-input', /adds 2/))
        assert.equal(model.info.maxTokens, 1)
      },
      { maxTokens: 1 }
    ))
})

describe('a prompt', () => {
  let model
  before(async () => {
    model = await loadModel(withSettings({ sentence_transformers: prompts }))
  })
  after(() => model.dispose())

  const ids = (tokens) => tokens.map(({ id }) => id)

  test("is the file's default unless a call says otherwise, in encode, embed and tokenize alike", async () => {
    const asked = { prompt: 'query: ' }
    const [plain, named, passage] = await Promise.all([
      model.encode('how are you'),
      model.encode('how are you', { promptName: 'query' }),
      model.encode('how are you', { promptName: 'passage' })
    ])
    const whole = await model.encode('query: how are you', { prompt: '' })
    assert.deepEqual(plain.embedding, whole.embedding)
    assert.deepEqual(named.embedding, whole.embedding)
    assert.notDeepEqual(passage.embedding, whole.embedding)
    assert.deepEqual(await model.embed(['how are you']), [whole.embedding])
    assert.deepEqual(await model.embed(['how are you'], asked), [whole.embedding])
    assert.deepEqual(await model.embed(['how are you'], { promptName: 'passage' }), [passage.embedding])
    assert.deepEqual(ids(await model.tokenize('how are you')), ids(whole.tokens))
  })

  test('is marked in the tokens, and words count from the text', async () => {
    const { tokens } = await model.encode('how are you')
    assert.deepEqual(
      tokens.map(({ text, start, end, word, special, prompt }) => [text, start, end, word, special, prompt]),
      [
        ['[CLS]', 0, 0, null, true, undefined],
        ['query', 0, 0, null, false, true],
        [':', 0, 0, null, false, true],
        ['how', 0, 3, 0, false, undefined],
        ['are', 4, 7, 1, false, undefined],
        ['you', 8, 11, 2, false, undefined],
        ['[SEP]', 0, 0, null, true, undefined]
      ]
    )
  })

  for (const promptName of ['nope', '', 'constructor', '__proto__', 'Query', 7, null]) {
    test(`by the name ${JSON.stringify(promptName)} is refused, and the known ones are named`, () =>
      assert.rejects(model.encode('a', { promptName }), refused('bad-input', /'passage' or 'query'/)))
  }

  test('is not asked for twice', () =>
    assert.rejects(model.encode('a', { prompt: '', promptName: 'query' }), refused('bad-input', /either/)))

  test('is said by info', () => {
    assert.deepEqual([model.info.prompts, model.info.defaultPromptName], [prompts.prompts, 'query'])
  })

  test('by any name is refused by a model that has none', () =>
    withModel({}, (plain) =>
      assert.rejects(plain.embed(['a'], { promptName: 'query' }), refused('bad-input', /no prompts/))
    ))

  test('may be called anything', () =>
    withModel(
      { sentence_transformers: { prompts: JSON.parse('{"__proto__":"a ","constructor":"b "}') } },
      async (odd) => {
        const tokens = await odd.tokenize('x', { promptName: '__proto__' })
        assert.deepEqual(ids(tokens), ids(await odd.tokenize('a x')))
      }
    ))

  for (const [mode, expected] of [
    [
      'pooling_mode_mean_tokens',
      (rows) => rows[0].map((_, i) => rows.reduce((sum, row) => sum + row[i], 0) / rows.length)
    ],
    ['pooling_mode_cls_token', (rows) => rows[0]],
    ['pooling_mode_max_tokens', (rows) => rows[0].map((_, i) => Math.max(...rows.map((row) => row[i])))]
  ]) {
    test(`is left out of the pooling where the file says so: ${mode}`, async () => {
      const pooling = { word_embedding_dimension: 384, [mode]: true, include_prompt: false }
      await withModel({ sentence_transformers: prompts, pooling }, async (apart) => {
        // [CLS] query : are three tokens, which the reference leaves out.
        const result = await apart.encode('how are you', { trace: { hidden: [6] } })
        const hidden = [...result.hidden(6)]
        const rows = result.tokens.map((_, t) => hidden.slice(384 * t, 384 * (t + 1)))
        const pooled = expected(rows.slice(3))
        const length = Math.hypot(...pooled)
        const difference = Math.max(...pooled.map((value, i) => Math.abs(value / length - result.embedding[i])))
        assert.ok(difference < 1e-6, `it differs by ${difference}`)
        const [batch] = await apart.embed(['how are you', 'x'])
        assert.deepEqual(batch, result.embedding)
      })
    })
  }
})

describe('what is not done is refused by name', () => {
  const cases = [
    ['sentence_bert', { transformer_task: 'fill-mask' }, 'unsupported', /sentence_bert_config.json.*transformer_task/],
    ['sentence_bert', { module_output_name: 'scores' }, 'unsupported', /module_output_name/],
    ['sentence_bert', { modality_config: { message: {} } }, 'unsupported', /modality_config/],
    ['sentence_bert', { processing_kwargs: { text: { max_length: 8 } } }, 'unsupported', /processing_kwargs/],
    ['sentence_bert', { tokenizer_args: { do_lower_case: false } }, 'unsupported', /tokenizer_args/],
    ['sentence_bert', { model_args: { torch_dtype: 'float16' } }, 'unsupported', /model_args/],
    ['sentence_bert', { tokenizer_name_or_path: 'other' }, 'unsupported', /tokenizer_name_or_path/],
    ['sentence_bert', { max_seq_length: 0 }, 'bad-model', /max_seq_length/],
    ['sentence_bert', { max_seq_length: '256' }, 'bad-model', /max_seq_length/],
    ['sentence_bert', { max_seq_length: 25.5 }, 'bad-model', /max_seq_length/],
    ['sentence_bert', { do_lower_case: 'yes' }, 'bad-model', /do_lower_case/],
    ['sentence_bert', [], 'bad-model', /sentence_bert_config.json/],
    ['sentence_transformers', { model_type: 'SparseEncoder' }, 'unsupported', /model_type/],
    ['sentence_transformers', { prompts: ['a'] }, 'bad-model', /prompts/],
    ['sentence_transformers', { prompts: { query: 1 } }, 'bad-model', /prompts.query/],
    ['sentence_transformers', { default_prompt_name: 'nope', prompts: {} }, 'bad-model', /default_prompt_name/],
    ['tokenizer_config', { tokenizer_class: 'BertJapaneseTokenizer' }, 'unsupported', /tokenizer_class/],
    ['tokenizer_config', { split_special_tokens: true }, 'unsupported', /split_special_tokens/],
    ['tokenizer_config', { unk_token: '[NIX]' }, 'unsupported', /unk_token/],
    ['tokenizer_config', { mask_token: '<mask>' }, 'unsupported', /mask_token/],
    ['tokenizer_config', { additional_special_tokens: ['<e>'] }, 'unsupported', /additional_special_tokens/],
    [
      'tokenizer_config',
      { added_tokens_decoder: { 7: { content: '[SEP]' } } },
      'unsupported',
      /added_tokens_decoder.7/
    ],
    ['tokenizer_config', { truncation_side: 'both' }, 'bad-model', /truncation_side/],
    ['tokenizer_config', { do_lower_case: 1 }, 'bad-model', /do_lower_case/],
    ['tokenizer_config', { model_max_length: -1 }, 'bad-model', /model_max_length/],
    ['tokenizer', { truncation: { direction: 'Up' } }, 'bad-model', /truncation.direction/],
    ['pooling', { pooling_mode_mean_tokens: true, include_prompt: 'no' }, 'bad-model', /include_prompt/],
    [
      'modules',
      [
        { type: 'sentence_transformers.models.Transformer' },
        { type: 'sentence_transformers.models.Pooling' },
        { type: 'sentence_transformers.models.Dense' }
      ],
      'unsupported',
      /Dense/
    ]
  ]
  for (const [file, content, code, message] of cases) {
    test(`${file}: ${JSON.stringify(content).slice(0, 60)}`, () =>
      assert.rejects(loadModel(withSettings({ [file]: content })), refused(code, message)))
  }

  test('and what changes no vector is not looked at', () =>
    withModel(
      {
        sentence_bert: { max_seq_length: null, unpad_inputs: true, query_length: 32, model_args: {}, what: [1] },
        sentence_transformers: {
          __version__: { sentence_transformers: '6.2.0' },
          model_type: 'SentenceTransformer',
          similarity_fn_name: 'dot',
          prompts: { query: '', document: '' },
          default_prompt_name: null
        },
        tokenizer_config: {
          tokenizer_class: 'BertTokenizer',
          do_lower_case: true,
          padding_side: 'left',
          max_length: 128,
          pad_to_multiple_of: 8,
          clean_up_tokenization_spaces: true,
          cls_token: '[CLS]',
          mask_token: { content: '[MASK]', lstrip: false },
          added_tokens_decoder: { 100: { content: '[UNK]', special: true } }
        }
      },
      async (model) => {
        const plain = await loadModel(files)
        assert.deepEqual((await model.encode('It was')).embedding, (await plain.encode('It was')).embedding)
        plain.dispose()
      }
    ))
})
