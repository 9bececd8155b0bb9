// The files of a model, one by one: empty ones, memory that others hold too, and what addresses may hold of secrets.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { inspect } from 'node:util'
import { AttnscopeError, loadModel } from 'attnscope'
import { writeTinyModel } from '../cli/support/tiny-model.mjs'
import { answerRequests } from '../support/serve.mjs'
import { installWorker } from './support/web-worker.mjs'

installWorker()
const worker = new URL('../../dist/worker.js', import.meta.url)

const scratch = mkdtempSync(join(tmpdir(), 'attnscope-files-'))
after(() => rmSync(scratch, { recursive: true, force: true }))
const folder = writeTinyModel(scratch)
writeFileSync(
  join(folder, 'modules.json'),
  JSON.stringify([
    { path: '', type: 'sentence_transformers.models.Transformer' },
    { path: '1_Pooling', type: 'sentence_transformers.models.Pooling' }
  ])
)
mkdirSync(join(folder, '1_Pooling'))
writeFileSync(join(folder, '1_Pooling', 'config.json'), '{"pooling_mode_cls_token": true}')

const names = {
  config: 'config.json',
  tokenizer: 'tokenizer.json',
  weights: 'model.safetensors',
  modules: 'modules.json',
  pooling: '1_Pooling/config.json'
}
const bytes = Object.fromEntries(
  Object.entries(names).map(([role, name]) => [role, new Uint8Array(readFileSync(join(folder, name)))])
)

const refused = (code, message) => (error) => {
  assert.ok(error instanceof AttnscopeError, String(error))
  assert.equal(error.code, code, error.message)
  assert.match(error.message, message)
  return true
}

async function embedding(source, options) {
  const model = await loadModel(source, options)
  try {
    return (await model.encode('I am good')).embedding
  } finally {
    model.dispose()
  }
}
const reference = await embedding(bytes)

/** Serves the folder; `answer(name, response)` gives true where it answered itself. */
async function serve(context, answer) {
  const asked = []
  const host = await answerRequests(context, (request, response) => {
    const name = new URL(request.url, 'http://x').pathname.replace(/^\/model\//, '')
    asked.push(request)
    if (answer(name, response, request)) return
    try {
      response.end(readFileSync(join(folder, name)))
    } catch {
      response.writeHead(404).end()
    }
  })
  return { host, asked }
}

describe('a file of 0 bytes is one that was cut short, never one that is absent', () => {
  for (const [role, name] of Object.entries(names)) {
    const empty = refused('bad-model', new RegExp(`${name}.* is empty \\(0 bytes\\)`))
    const given = {
      bytes: new Uint8Array(0),
      'a buffer': new ArrayBuffer(0),
      'a blob': new Blob([]),
      'a stream': () => new Blob([]).stream(),
      ...(role === 'weights' ? {} : { 'a string': '' })
    }
    for (const [what, content] of Object.entries(given)) {
      test(`${name} as ${what}`, async () => {
        const now = () => (typeof content === 'function' ? content() : content)
        await assert.rejects(loadModel({ ...bytes, [role]: now() }), empty)
        if (role === 'modules') await assert.rejects(loadModel({ ...bytes, [role]: now() }, { worker }), empty)
      })
    }
    test(`${name} in a list`, async () => {
      const list = Object.entries(names).map(([other, path]) =>
        Object.defineProperty(
          new File([other === role ? '' : bytes[other]], path.split('/').at(-1)),
          'webkitRelativePath',
          {
            value: `picked/${path}`
          }
        )
      )
      await assert.rejects(loadModel(list), empty)
    })
    test(`${name} in a folder`, async () => {
      const path = join(folder, name)
      writeFileSync(path, '')
      try {
        await assert.rejects(loadModel(folder), empty)
      } finally {
        writeFileSync(path, bytes[role])
      }
    })
    for (const [what, headers] of [
      ['with its length', { 'content-length': '0' }],
      ['without a length', { 'transfer-encoding': 'chunked' }]
    ]) {
      test(`${name} over HTTP, ${what}`, async (context) => {
        const { host } = await serve(
          context,
          (asked, response) => asked === name && response.writeHead(200, headers).end()
        )
        await assert.rejects(loadModel(`http://${host}/model`), empty)
      })
    }
  }
})

describe('memory that is shared or resizable is read as any other', () => {
  const shared = (content) => {
    const buffer = new SharedArrayBuffer(content.length + 24)
    new Uint8Array(buffer, 8, content.length).set(content)
    return new Uint8Array(buffer, 8, content.length)
  }
  const resizable = (content, View = Uint8Array) => {
    const buffer = new ArrayBuffer(content.length, { maxByteLength: content.length + 64 })
    new Uint8Array(buffer).set(content)
    return new View(buffer)
  }
  const kinds = {
    'a view on shared memory': shared,
    'a DataView on shared memory': (content) => {
      const { buffer, byteOffset, byteLength } = shared(content)
      return new DataView(buffer, byteOffset, byteLength)
    },
    'shared memory': (content) => {
      const buffer = new SharedArrayBuffer(content.length)
      new Uint8Array(buffer).set(content)
      return buffer
    },
    'memory of WebAssembly threads': (content) => {
      const pages = Math.ceil(content.length / 65536)
      const { buffer } = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true })
      new Uint8Array(buffer).set(content)
      return new Uint8Array(buffer, 0, content.length)
    },
    'a view that follows a resizable buffer': resizable,
    'a DataView that follows one': (content) => resizable(content, DataView),
    'a view of fixed length on one': (content) => new Uint8Array(resizable(content).buffer, 0, content.length),
    'a resizable buffer': (content) => resizable(content).buffer,
    'a stream of views on shared memory': (content) =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(shared(content))
          controller.close()
        }
      })
  }
  for (const [kind, make] of Object.entries(kinds)) {
    test(`${kind}: weights and config`, async () => {
      const both = () => ({ ...bytes, weights: make(bytes.weights), config: make(bytes.config) })
      assert.deepEqual(await embedding(both()), reference)
      assert.deepEqual(await embedding(both(), { worker }), reference)
    })
  }
  test('the binary too', async () => {
    const wasm = readFileSync(new URL('../../dist/wasm/attnscope-simd128.wasm', import.meta.url))
    const itsOwn = await embedding(bytes, { wasm })
    for (const make of [shared, resizable]) {
      assert.deepEqual(await embedding(bytes, { wasm: make(wasm) }), itsOwn)
      assert.deepEqual(await embedding(bytes, { wasm: make(wasm), worker }), itsOwn)
    }
  })
  test('a view beyond what is left of its buffer is refused', async () => {
    for (const View of [Uint8Array, DataView]) {
      const buffer = new ArrayBuffer(100, { maxByteLength: 100 })
      const weights = new View(buffer, 50, 50)
      buffer.resize(10)
      await assert.rejects(loadModel({ ...bytes, weights }), (error) => error instanceof AttnscopeError)
    }
  })
})

describe('what an address may hold of secrets is shown nowhere', () => {
  const told = (error) => {
    assert.ok(error instanceof AttnscopeError, String(error))
    const all = inspect(error, { depth: 9, showHidden: true })
    assert.doesNotMatch(all, /s3cret|alice/, all)
    return true
  }
  const nowhere = [
    'http://alice:s3cret@127.0.0.1:9/model',
    'http://s3cret@127.0.0.1:1/model',
    'http://127.0.0.1:1/model?token=s3cret',
    'http://127.0.0.1:1/model#s3cret',
    'https://alice:s3cret@no-such-host.invalid/model?sig=s3cret&x=1',
    'http://alice:s3c/s3cret@host:port/model',
    'http://alice:s3cret@[::1/model',
    'http:/alice:s3cret@127.0.0.1:1/model',
    'ftp://alice:s3cret@127.0.0.1/model',
    'http://127.0.0.1:1/model/?a=http://alice:s3cret@b'
  ]
  for (const [i, source] of nowhere.entries()) {
    test(`in an error of ${source.replaceAll('s3cret', 'SECRET')}`, async () => {
      await assert.rejects(loadModel(source), told)
      if (i % 4 === 0) await assert.rejects(loadModel(source, { worker }), told)
      if (i !== 7) await assert.rejects(loadModel(bytes, { wasm: source }), told)
      if (URL.canParse(source)) await assert.rejects(loadModel({ ...bytes, config: new URL(source) }), told)
    })
  }

  const answers = {
    404: (response) => response.writeHead(404).end(),
    'a web page': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
    'a web page in disguise': (response) => response.end('<!doctype html>'),
    'half of it': (response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{')
      setTimeout(() => response.destroy(), 20)
    },
    nothing: (response) => response.end()
  }
  for (const [what, answer] of Object.entries(answers)) {
    test(`where the server gives ${what}`, async (context) => {
      const { host } = await serve(context, (name, response) => {
        if (name === 'config.json') answer(response)
        return name === 'config.json'
      })
      await assert.rejects(loadModel(`http://alice:s3cret@${host}/model?token=s3cret`), told)
    })
  }

  test('in what a good load tells, and the server is sent all of it', async (context) => {
    const { host, asked } = await serve(context, () => false)
    const events = []
    const model = await loadModel(`http://alice:s%C3%A93cret@${host}/model/?token=s3cret`, {
      onProgress: (event) => events.push(event)
    })
    model.dispose()
    assert.equal(model.info.name, 'model')
    assert.doesNotMatch(JSON.stringify([events, model.info]), /s3cret|alice|%/)
    const sent = `Basic ${Buffer.from('alice:sé3cret').toString('base64')}`
    for (const { url, headers } of asked) {
      assert.match(url, /\?token=s3cret$/)
      assert.equal(headers.authorization, sent)
    }
  })
})
