// How a model may lie in a folder: sharded, with a vocab.txt, in the folders that modules.json names, beside others.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { AttnscopeError, loadModel } from 'attnscope'
import { writeTinyModel } from '../cli/support/tiny-model.mjs'
import { installWorker } from './support/web-worker.mjs'

installWorker()
const worker = new URL('../../dist/worker.js', import.meta.url)
const scratch = mkdtempSync(join(tmpdir(), 'attnscope-layouts-'))
after(() => rmSync(scratch, { recursive: true, force: true }))

const tiny = writeTinyModel(scratch)
const file = (name) => readFileSync(join(tiny, name))
const [config, tokenizer, weights] = ['config.json', 'tokenizer.json', 'model.safetensors'].map(file)

const transformer = (path) => ({ path, type: 'sentence_transformers.models.Transformer' })
const pooling = (path) => ({ path, type: 'sentence_transformers.models.Pooling' })
const normalize = { path: '2_Normalize', type: 'sentence_transformers.models.Normalize' }
const modules = (...list) => JSON.stringify(list)
const pools = (mode) => JSON.stringify({ pooling_mode: mode })

/** Other weights of the same shape: each number halved. */
const otherWeights = (() => {
  const changed = Buffer.from(weights)
  const start = 8 + Number(changed.readBigUInt64LE(0))
  for (let at = start; at < changed.length; at += 4) changed.writeFloatLE(changed.readFloatLE(at) / 2, at)
  return changed
})()

/** The tensors of a safetensors file, every `parts`th in one of as many files, and the index. */
function shards(bytes, parts) {
  const start = 8 + Number(bytes.readBigUInt64LE(0))
  const entries = Object.entries(JSON.parse(bytes.toString('utf8', 8, start)))
  const map = {}
  const files = {}
  for (let part = 0; part < parts; part++) {
    const name = `model-0000${part + 1}-of-0000${parts}.safetensors`
    const header = {}
    const data = []
    let end = 0
    for (const [
      i,
      [
        tensor,
        {
          dtype,
          shape,
          data_offsets: [from, to]
        }
      ]
    ] of entries.entries()) {
      if (i % parts !== part) continue
      header[tensor] = { dtype, shape, data_offsets: [end, end + to - from] }
      end += to - from
      data.push(bytes.subarray(start + from, start + to))
      map[tensor] = name
    }
    const text = Buffer.from(JSON.stringify(header))
    const length = Buffer.alloc(8)
    length.writeBigUInt64LE(BigInt(text.length))
    files[name] = Buffer.concat([length, text, ...data])
  }
  files['model.safetensors.index.json'] = JSON.stringify({ metadata: { total_size: 1 }, weight_map: map })
  return files
}

const vocabulary = (() => {
  const entries = Object.entries(JSON.parse(tokenizer).model.vocab).sort(([, a], [, b]) => a - b)
  return entries.map(([piece]) => `${piece}\n`).join('')
})()

const plain = { 'config.json': config, 'tokenizer.json': tokenizer, 'model.safetensors': weights }

let folders = 0
function write(files) {
  const folder = join(scratch, `folder${folders++}`)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

async function serve(context, files, special = {}) {
  const asked = []
  const server = createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url, 'http://x').pathname).replace(/^\/model\//, '')
    asked.push(`${request.method} ${name}`)
    if (special[name]?.(response, request)) return
    if (!Object.hasOwn(files, name)) return void response.writeHead(404).end()
    const content = Buffer.from(files[name])
    response.writeHead(200, { 'content-length': content.length })
    response.end(request.method === 'HEAD' ? undefined : content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `http://127.0.0.1:${server.address().port}/model`, asked }
}

const asFiles = (files, top = 'picked', separator = '/') =>
  Object.entries(files).map(([name, content]) =>
    Object.defineProperty(new File([content], name.split('/').at(-1)), 'webkitRelativePath', {
      value: [top, ...name.split('/')].join(separator)
    })
  )

async function embedding(source, options) {
  const model = await loadModel(source, options)
  try {
    return (await model.encode('The Café is good')).embedding
  } finally {
    model.dispose()
  }
}

const refused = (code, message) => (error) => {
  assert.ok(error instanceof AttnscopeError, String(error))
  assert.equal(error.code, code, error.message)
  assert.match(error.message, message)
  return true
}

const meanOf = await embedding(plain)
const clsOf = await embedding({ ...plain, '1_Pooling/config.json': pools('cls') })
const maxOf = await embedding({ ...plain, '1_Pooling/config.json': pools('max') })
const otherOf = await embedding({ ...plain, 'model.safetensors': otherWeights })
test('the four reference embeddings differ', () => {
  const all = [meanOf, clsOf, maxOf, otherOf].map((values) => values.join())
  assert.equal(new Set(all).size, 4)
})

/** Each layout: its files and what they must give. Each is loaded from a path, an address, a list, a record. */
const layouts = {
  'one folder': [plain, meanOf],
  'weights in two shards': [{ ...plain, 'model.safetensors': undefined, ...shards(weights, 2) }, meanOf],
  'weights in nine shards': [{ ...plain, 'model.safetensors': undefined, ...shards(weights, 9) }, meanOf],
  'an index with one shard': [{ ...plain, 'model.safetensors': undefined, ...shards(weights, 1) }, meanOf],
  'a vocab.txt': [{ ...plain, 'tokenizer.json': undefined, 'vocab.txt': vocabulary }, meanOf],
  'a vocab.txt beside tokenizer.json, which goes first': [{ ...plain, 'vocab.txt': 'x' }, meanOf],
  'pytorch_model.bin beside model.safetensors': [
    { ...plain, 'pytorch_model.bin': 'x', 'onnx/model.onnx': 'x' },
    meanOf
  ],
  'the pooling in 2_Pooling': [
    {
      ...plain,
      'modules.json': modules(transformer(''), pooling('2_Pooling'), normalize),
      '1_Pooling/config.json': pools('max'),
      '2_Pooling/config.json': pools('cls')
    },
    clsOf
  ],
  'the transformer in 0_Transformer': [
    {
      'modules.json': modules(transformer('0_Transformer'), pooling('1_Pooling'), normalize),
      '0_Transformer/config.json': config,
      '0_Transformer/tokenizer.json': tokenizer,
      '0_Transformer/model.safetensors': weights,
      '1_Pooling/config.json': pools('cls')
    },
    clsOf
  ],
  'paths that end with a slash or are of Windows': [
    {
      'modules.json': modules(transformer('.\\parts\\0_Transformer\\'), pooling('./1_Pooling/'), normalize),
      'parts/0_Transformer/config.json': config,
      'parts/0_Transformer/tokenizer.json': tokenizer,
      'parts/0_Transformer/model.safetensors': weights,
      '1_Pooling/config.json': pools('max')
    },
    maxOf
  ],
  'a shadow of the transformer above it': [
    {
      'config.json': config,
      'tokenizer.json': tokenizer,
      'model.safetensors': otherWeights,
      'modules.json': modules(transformer('0_Transformer'), pooling('1_Pooling'), normalize),
      '0_Transformer/config.json': config,
      '0_Transformer/tokenizer.json': tokenizer,
      '0_Transformer/model.safetensors': weights,
      '0_Transformer/1_Pooling/config.json': pools('max'),
      '1_Pooling/config.json': pools('cls')
    },
    clsOf
  ],
  'shards and a vocab.txt in 0_Transformer': [
    {
      'modules.json': modules(transformer('0_Transformer'), pooling('1_Pooling'), normalize),
      '1_Pooling/config.json': pools('cls'),
      ...Object.fromEntries(
        Object.entries({ 'config.json': config, 'vocab.txt': vocabulary, ...shards(weights, 3) }).map(
          ([name, content]) => [`0_Transformer/${name}`, content]
        )
      )
    },
    clsOf
  ]
}
for (const [what, [given, expected]] of Object.entries(layouts)) {
  const files = Object.fromEntries(Object.entries(given).filter(([, content]) => content !== undefined))
  describe(what, () => {
    test('from a path', async () => assert.deepEqual(await embedding(write(files)), expected))
    test('from an address', async (context) => {
      const { address } = await serve(context, files)
      assert.deepEqual(await embedding(address), expected)
    })
    test('from a list', async () => assert.deepEqual(await embedding(asFiles(files)), expected))
    test('from a list of Windows paths', async () =>
      assert.deepEqual(await embedding(asFiles(files, 'C:\\picked', '\\')), expected))
    test('from a record by file names', async () => assert.deepEqual(await embedding(files), expected))
    test('in a worker', async () => assert.deepEqual(await embedding(asFiles(files), { worker }), expected))
  })
}

describe('a list with several models', () => {
  const two = {
    'a/config.json': config,
    'a/tokenizer.json': tokenizer,
    'a/model.safetensors': weights,
    'a/modules.json': modules(transformer(''), pooling('1_Pooling'), normalize),
    'a/1_Pooling/config.json': pools('cls'),
    'b/deep/config.json': config,
    'b/deep/tokenizer.json': tokenizer,
    'b/deep/model.safetensors': otherWeights
  }
  for (const [how, list] of [
    ['picked', asFiles(two)],
    ['of Windows', asFiles(two, 'picked', '\\')],
    ['as a record', Object.fromEntries(Object.entries(two).map(([name, content]) => [`picked/${name}`, content]))]
  ]) {
    test(`${how} is asked which, and gives that one alone`, async () => {
      await assert.rejects(loadModel(list), (error) => {
        assert.deepEqual(error.choices, ['picked/a', 'picked/b/deep'])
        return refused(
          'bad-input',
          /holds 2 models, in the folders 'picked\/a', 'picked\/b\/deep'; .*option folder/
        )(error)
      })
      for (const folder of ['picked/a', 'a', './picked/a/', 'picked\\a']) {
        assert.deepEqual(await embedding(list, { folder }), clsOf)
      }
      for (const folder of ['picked/b/deep', 'deep', 'b/deep']) {
        assert.deepEqual(await embedding(list, { folder }), otherOf)
      }
      for (const folder of ['', 'b', 'picked', 'A', 'eep', '../a']) {
        await assert.rejects(loadModel(list, { folder }), refused('bad-input', /folder is .*; there are 'picked\/a'/))
      }
      await assert.rejects(loadModel(list, { folder: 3 }), refused('bad-input', /folder is 3/))
    })
  }
  test('as a path to the folder above them names them', async () => {
    const path = write({ ...two, 'notes.txt': 'no model', '.cache/model.safetensors': '' })
    const told = (error) => {
      assert.deepEqual(error.choices, ['a', 'b/deep'])
      return refused(
        'bad-input',
        /is no model itself, but holds 2, in the folders 'a', 'b\/deep'; .*option folder/
      )(error)
    }
    await assert.rejects(loadModel(path), told)
    assert.deepEqual(await embedding(path, { folder: 'b/deep' }), otherOf)
    await assert.rejects(loadModel(join(path, 'b')), refused('bad-input', /holds one, in the folder 'deep';/))
    await assert.rejects(loadModel(join(path, 'nowhere')), refused('network', /config\.json .*ENOENT/))
  })
  test('in any order, nested or apart in case, is never mixed', async () => {
    const nested = {
      'config.json': config,
      'tokenizer.json': tokenizer,
      'model.safetensors': weights,
      'checkpoint-500/config.json': config,
      'checkpoint-500/tokenizer.json': tokenizer,
      'checkpoint-500/model.safetensors': otherWeights
    }
    for (const list of [asFiles(nested), asFiles(nested).reverse()]) {
      await assert.rejects(loadModel(list), (error) => error.choices?.join() === 'picked,picked/checkpoint-500')
      assert.deepEqual(await embedding(list, { folder: 'picked' }), meanOf)
      assert.deepEqual(await embedding(list, { folder: 'checkpoint-500' }), otherOf)
    }
    const cases = { 'Model/config.json': config, 'Model/tokenizer.json': tokenizer, 'model/model.safetensors': weights }
    await assert.rejects(loadModel(asFiles(cases)), refused('bad-input', /no config \(config\.json\)/))
  })
  test('of which one is whole and the other only a pooling, a tokenizer or a config, gives the whole one', async () => {
    const mixed = {
      'a/config.json': config,
      'a/tokenizer.json': tokenizer,
      'a/model.safetensors': weights,
      'b/1_Pooling/config.json': pools('cls'),
      'b/modules.json': modules(transformer(''), pooling('1_Pooling'), normalize),
      'b/config.json': '{}',
      'b/tokenizer.json': '{}',
      '1_Pooling/config.json': pools('max'),
      'tokenizer.json': '{}'
    }
    assert.deepEqual(await embedding(asFiles(mixed)), meanOf)
    assert.deepEqual(await embedding(asFiles(mixed).reverse()), meanOf)
  })
  test('dropped one by one, so that names occur twice, is refused', async () => {
    const bare = (name, content) => new File([content], name)
    const list = [bare('config.json', config), bare('tokenizer.json', tokenizer), bare('model.safetensors', weights)]
    assert.deepEqual(await embedding(list), meanOf)
    for (const again of [bare('config.json', config), bare('model.safetensors', otherWeights)]) {
      await assert.rejects(loadModel([...list, again]), refused('bad-input', /two files called/))
    }
    assert.deepEqual(await embedding([...list, bare('README.md', ''), bare('README.md', '')]), meanOf)
  })
  test('folders may be called anything', async () => {
    for (const name of ['constructor', '__proto__', 'toString', 'a b ü', '模型', "it's", 'x%2fy', 'a?b#c']) {
      const files = Object.fromEntries(Object.entries(plain).map(([file, content]) => [`${name}/${file}`, content]))
      const model = await loadModel(asFiles(files))
      assert.equal(model.info.name, name)
      model.dispose()
    }
  })
})

test('the option folder leads into a path or an address too', async (context) => {
  const files = Object.fromEntries(Object.entries(plain).map(([name, content]) => [`a b/${name}`, content]))
  assert.deepEqual(await embedding(write(files), { folder: 'a b' }), meanOf)
  const { address } = await serve(context, files)
  assert.deepEqual(await embedding(address, { folder: 'a b' }), meanOf)
})

describe('a modules.json that leads out of the folder', () => {
  for (const path of [
    '../x',
    '/x',
    '\\x',
    'a/../../x',
    'C:\\x',
    'http://x/',
    'a?b',
    'a#b',
    '%2e%2e',
    'a\nb',
    3,
    null
  ]) {
    test(JSON.stringify(path), async (context) => {
      const { address, asked } = await serve(context, { ...plain, 'modules.json': modules(transformer(path)) })
      await assert.rejects(loadModel(address), refused('bad-model', /modules\.json: the path of Transformer/))
      assert.deepEqual(asked, ['GET modules.json'])
      const pool = { ...plain, 'modules.json': modules(transformer(''), pooling(path)) }
      await assert.rejects(loadModel(write(pool)), refused('bad-model', /modules\.json: the path of Pooling/))
    })
  }
})

describe('shards', () => {
  const sharded = { 'config.json': config, 'tokenizer.json': tokenizer, ...shards(weights, 3) }
  const second = 'model-00002-of-00003.safetensors'

  test('count together in the progress, from the first event on', async (context) => {
    const total = Object.values(sharded).reduce((sum, content) => sum + Buffer.from(content).length, 0)
    const { address } = await serve(context, sharded)
    for (const source of [write(sharded), address, asFiles(sharded)]) {
      const events = []
      const model = await loadModel(source, { onProgress: (event) => events.push(event) })
      model.dispose()
      assert.ok(events.every((event) => event.total === total))
      assert.equal(events.at(-1).loaded, total)
    }
  })

  test('load from a server that knows no HEAD, or tells no lengths', async (context) => {
    const head = (response, request) => request.method === 'HEAD' && response.writeHead(405).end()
    const silent = (response, request) =>
      response
        .writeHead(200, { 'transfer-encoding': 'chunked' })
        .end(request.method === 'HEAD' ? undefined : sharded[second])
    const { address } = await serve(
      context,
      sharded,
      Object.fromEntries(Object.keys(sharded).map((name) => [name, head]))
    )
    assert.deepEqual(await embedding(address), meanOf)
    const other = await serve(context, sharded, { [second]: silent })
    assert.deepEqual(await embedding(other.address), meanOf)
  })

  test('that are not there are named, before the weights are fetched', async (context) => {
    const { [second]: _, ...files } = sharded
    const { address, asked } = await serve(context, files)
    await assert.rejects(loadModel(address), refused('network', new RegExp(`${second} \\(http.*404`)))
    assert.ok(!asked.some((line) => /GET model-00001/.test(line)), asked.join())
    await assert.rejects(loadModel(write(files)), refused('network', new RegExp(`${second} .*ENOENT`)))
    await assert.rejects(loadModel(asFiles(files)), refused('bad-input', new RegExp(`no .*${second}, which .*index`)))
  })

  test('that are empty, cut short, or a page are refused by name', async () => {
    const spoiled = { '': /0 bytes/, '<!doctype html>': /HTML/, [sharded[second].subarray(0, 5000)]: /./ }
    for (const [content, message] of Object.entries(spoiled)) {
      await assert.rejects(loadModel(write({ ...sharded, [second]: content })), (error) => {
        assert.ok(['bad-model', 'network'].includes(error.code), error.code)
        assert.match(error.message, new RegExp(second))
        assert.match(error.message, message)
        return true
      })
    }
  })

  test('outside of the folder are never asked for', async (context) => {
    const index = JSON.stringify({ weight_map: { a: '../secret.safetensors', b: 'http://127.0.0.1:9/x.safetensors' } })
    const { address, asked } = await serve(context, { ...sharded, 'model.safetensors.index.json': index })
    await assert.rejects(
      loadModel(address),
      refused('bad-model', /model\.safetensors\.index\.json: the tensor "a" lies in/)
    )
    assert.ok(!asked.some((line) => /secret|:9/.test(line)))
  })

  test('take no memory beyond their own', async () => {
    const peak = async (source) => {
      let most = 0
      const grow = WebAssembly.Memory.prototype.grow
      const all = []
      WebAssembly.Memory.prototype.grow = function (...args) {
        const before = grow.apply(this, args)
        most = Math.max(most, this.buffer.byteLength)
        all.push(this)
        return before
      }
      try {
        await embedding(source)
      } finally {
        WebAssembly.Memory.prototype.grow = grow
      }
      return most
    }
    const [one, three] = [await peak(write(plain)), await peak(write(sharded))]
    assert.ok(three <= one + 2 ** 20, `${one} bytes whole, ${three} in shards`)
  })
})

describe('weights in another form are refused with what to do', () => {
  const { 'model.safetensors': _, ...rest } = plain
  const forms = {
    'pytorch_model.bin': /save_pretrained/,
    'pytorch_model.bin.index.json': /save_pretrained/,
    'tf_model.h5': /save_pretrained/,
    'onnx/model.onnx': /take the model/,
    'model.onnx': /take the model/,
    'model.Q4_K_M.gguf': /take the model/
  }
  for (const [name, message] of Object.entries(forms)) {
    test(name, async (context) => {
      const files = { ...rest, [name]: '{}' }
      const told = refused(
        'unsupported',
        new RegExp(`the weights are in .*${name.replaceAll('.', '\\.')}, which is not read.*${message.source}`)
      )
      await assert.rejects(loadModel(write(files)), told)
      await assert.rejects(loadModel(asFiles(files)), told)
      await assert.rejects(loadModel(files), told)
      const { address } = await serve(context, files)
      // A server that lists nothing can only be asked for names that are known.
      await assert.rejects(loadModel(address), name.endsWith('gguf') ? refused('network', /404/) : told)
      const { 'config.json': _, ...bare } = files
      await assert.rejects(loadModel(write(bare)), told)
    })
  }
  const toldGguf = refused('unsupported', /the weights are in tiny\.Q8_0\.gguf, which is not read.*take the model/)
  test('a server that lists its folder says what is in it', async (context) => {
    const page = '<a href="README.md">README.md</a> <a href="tiny.Q8_0.gguf">tiny.Q8_0.gguf</a>'
    const { address } = await serve(context, { 'README.md': '', '': page })
    await assert.rejects(loadModel(address), toldGguf)
    await assert.rejects(loadModel(address, { folder: 'below' }), refused('network', /config\.json .*404/))
  })
  test('the hub says what is in a repository', async (context) => {
    const { fetch } = globalThis
    context.after(() => Object.assign(globalThis, { fetch }))
    globalThis.fetch = async (url) => {
      const isList = String(url) === 'https://huggingface.co/api/models/org/name/tree/main/'
      return isList
        ? Response.json([{ path: 'README.md' }, { path: 'tiny.Q8_0.gguf' }])
        : new Response('', { status: 404 })
    }
    await assert.rejects(loadModel('hf:org/name'), toldGguf)
  })
  test('nothing at all is said to be that', async (context) => {
    await assert.rejects(loadModel(write(rest)), refused('network', /model\.safetensors .*ENOENT/))
    await assert.rejects(loadModel(asFiles(rest)), refused('bad-input', /no weights \(model\.safetensors\)/))
    const { address } = await serve(context, rest)
    await assert.rejects(loadModel(address), refused('network', /model\.safetensors \(http.*404/))
  })
  test('neither tokenizer.json nor vocab.txt is said so', async () => {
    const { 'tokenizer.json': _, ...files } = plain
    await assert.rejects(loadModel(write(files)), refused('network', /tokenizer\.json .*ENOENT/))
    await assert.rejects(loadModel(asFiles(files)), refused('bad-input', /no tokenizer \(tokenizer\.json\)/))
  })
})

test('a vocab.txt is read as the settings beside it say', async () => {
  const { 'tokenizer.json': _, ...rest } = plain
  const files = { ...rest, 'vocab.txt': vocabulary }
  const texts = async (more) => {
    const model = await loadModel({ ...files, ...more })
    const tokens = await model.tokenize('The Café [MASK] 中国')
    model.dispose()
    return tokens.map(({ text }) => text).join(' ')
  }
  const lower = await texts({})
  assert.match(lower, /^\[CLS\] the cafe \[MASK\] /)
  assert.notEqual(await texts({ 'tokenizer_config.json': '{"do_lower_case": false}' }), lower)
  await assert.rejects(texts({ 'tokenizer_config.json': '{' }), refused('bad-model', /tokenizer_config\.json/))
  await assert.rejects(
    texts({ 'special_tokens_map.json': '' }),
    refused('bad-model', /special_tokens_map\.json.* is empty/)
  )
  await assert.rejects(texts({ 'vocab.txt': '' }), refused('bad-model', /vocab\.txt.* is empty/))
})
