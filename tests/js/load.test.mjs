// Where models come from, what a load tells, and what it refuses.
import assert from 'node:assert/strict'
import { openAsBlob, readFileSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { AttnscopeError, loadModel } from 'attnscope'
import { folder, modelFiles } from './support/model.mjs'
import { sendFile, serveModel } from './support/server.mjs'

const refused = (code, message) => (error) => {
  assert.ok(error instanceof AttnscopeError, String(error))
  assert.equal(error.code, code, error.message)
  assert.match(error.message, message)
  return true
}

/** What servers send in place of weights, what core calls it, and with which code the package stops the download. */
const foreignStarts = JSON.parse(readFileSync(new URL('../support/foreign-starts.json', import.meta.url), 'utf8'))

let reference
before(async () => {
  const model = await loadModel(folder)
  reference = (await model.encode('I am good')).embedding
  model.dispose()
})

async function assertWorks(source, options) {
  const model = await loadModel(source, options)
  const { embedding } = await model.encode('I am good')
  const { name } = model.info
  model.dispose()
  assert.deepEqual(embedding, reference)
  return name
}

describe('a model comes from', () => {
  test('a path', () => assertWorks(relative(process.cwd(), folder)))
  test('a path with a slash at its end', async () => assert.equal(await assertWorks(`${folder}/`), 'all-MiniLM-L6-v2'))
  test('a file: URL', () => assertWorks(pathToFileURL(folder)))
  test('a file: URL as a string', () => assertWorks(pathToFileURL(folder).href))
  test('a file: URL with one slash', () => assertWorks(`file:${folder}`))
  test('the files themselves', async () => {
    assert.equal(await assertWorks({ ...(await modelFiles()), name: 'mine' }), 'mine')
  })
  test('the files by file name', async () => {
    const { config, tokenizer, weights } = await modelFiles()
    await assertWorks({ 'config.json': config, 'tokenizer.json': tokenizer, 'model.safetensors': weights })
  })
  test('blobs and streams', async () => {
    const weights = await openAsBlob(`${folder}/model.safetensors`)
    const config = await openAsBlob(`${folder}/config.json`)
    await assertWorks({ ...(await modelFiles()), weights: weights.stream(), config })
  })
  test('a list of Files, as a page gets from a picked folder', async () => {
    const { config, tokenizer, weights, pooling } = await modelFiles()
    const file = (path, content) =>
      Object.defineProperty(new File([content], path.split('/').at(-1)), 'webkitRelativePath', { value: path })
    const name = await assertWorks([
      file('picked/2_Dense/config.json', '{}'),
      file('picked/1_Pooling/config.json', pooling),
      file('picked/config.json', config),
      file('picked/tokenizer.json', tokenizer),
      file('picked/model.safetensors', weights),
      file('picked/README.md', 'read me')
    ])
    assert.equal(name, 'picked')
  })
})

describe('over HTTP', () => {
  const serve = async (context, special) => {
    const server = await serveModel(special)
    context.after(() => server.close())
    return server
  }

  test('a folder loads, with or without a slash', async (context) => {
    const { address } = await serve(context)
    await assertWorks(address)
    await assertWorks(new URL(`${address}/`))
  })

  test('files that a model may lack are not missed', async (context) => {
    const gone = (response) => response.writeHead(404).end('not found')
    const { address } = await serve(context, { 'modules.json': gone, '1_Pooling/config.json': gone })
    await assertWorks(address)
  })

  test('a page server that answers everything with its front page is seen through', async (context) => {
    const page = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hello')
    const { address } = await serve(context, { 'modules.json': page, '1_Pooling/config.json': page })
    await assertWorks(address)
  })

  for (const name of ['config.json', 'tokenizer.json', 'model.safetensors']) {
    test(`404 for ${name} says so, with address and status`, async (context) => {
      const { address } = await serve(context, { [name]: (response) => response.writeHead(404).end() })
      await assert.rejects(loadModel(address), refused('network', new RegExp(`${name} \\(http://.*404`)))
    })
    test(`HTML in place of ${name} says so`, async (context) => {
      const { address } = await serve(context, {
        [name]: (response) =>
          response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('<!DOCTYPE html><html></html>')
      })
      await assert.rejects(loadModel(address), refused('network', new RegExp(`${name} .*HTML`)))
    })
  }

  /** Serves endless weights, and tells how many bytes of them were taken. */
  const serveEndlessWeights = async (context, start, special = {}) => {
    const size = statSync(`${folder}/model.safetensors`).size
    let taken = 0
    const { address } = await serve(context, {
      ...special,
      'model.safetensors'(response) {
        response.writeHead(200, { 'content-length': size })
        const rest = Buffer.alloc(1 << 16)
        const send = (bytes) =>
          response.write(bytes, (error) => {
            taken += bytes.length
            if (!error && taken < size) send(rest)
          })
        send(Buffer.concat([start, rest]))
      }
    })
    return { address, size, taken: () => taken }
  }

  const wrongSmallFiles = {
    'a config that is cut short': ['config.json', '{"hidden_size": ', 'bad-model', /config/],
    'a config of another architecture': ['config.json', '{"model_type": "llama"}', 'unsupported', /llama/],
    'a tokenizer that is none': ['tokenizer.json', '[[[', 'bad-model', /tokenizer/]
  }
  for (const [what, [name, content, code, message]] of Object.entries(wrongSmallFiles)) {
    test(`${what} is refused before the weights are fetched`, async (context) => {
      const weights = await serveEndlessWeights(context, Buffer.alloc(0), {
        [name]: (response) => response.end(content)
      })
      await assert.rejects(loadModel(weights.address), refused(code, message))
      // What the system takes in advance is not asked for.
      assert.ok(weights.taken() < weights.size / 4, `${weights.taken()} of ${weights.size} bytes were taken`)
    })
  }

  for (const { start, package: code } of foreignStarts.filter((entry) => entry.package !== null)) {
    test(`weights that begin with ${JSON.stringify(start.slice(0, 30))} are refused at their start`, async (context) => {
      const weights = await serveEndlessWeights(context, Buffer.from(start))
      await assert.rejects(loadModel(weights.address), refused(code, /HTML|Git LFS/))
      assert.ok(weights.taken() < weights.size / 4, `${weights.taken()} of ${weights.size} bytes were taken`)
    })
  }

  test('a body that breaks off is a network error', async (context) => {
    const { address } = await serve(context, {
      'model.safetensors'(response) {
        response.writeHead(200, { 'content-length': 1_000_000 })
        response.write(Buffer.alloc(1000))
        setTimeout(() => response.destroy(), 20)
      }
    })
    await assert.rejects(loadModel(address), refused('network', /model\.safetensors .*broke off/))
  })

  test('weights without Content-Length load', async (context) => {
    const { address } = await serve(context, {
      'model.safetensors': (response) => sendFile(response, 'model.safetensors', { announce: false })
    })
    await assertWorks(address)
  })

  test('a compressed body is longer than its Content-Length, and loads', async (context) => {
    const { gzipSync } = await import('node:zlib')
    const { tokenizer } = await modelFiles()
    const packed = gzipSync(tokenizer)
    const { address } = await serve(context, {
      'tokenizer.json': (response) =>
        response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed)
    })
    await assertWorks(address)
  })

  test('a slow file does not cost the others their bodies when memory is tidied up meanwhile', async (context) => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc')
    const { address } = await serve(context, {
      'modules.json'(response) {
        const timer = setInterval(collect, 20)
        setTimeout(() => {
          clearInterval(timer)
          sendFile(response, 'modules.json')
        }, 300)
      }
    })
    await assertWorks(address)
  })

  test("nothing is asked for but the model's files", async (context) => {
    const { address, requests } = await serve(context)
    await assertWorks(address)
    assert.deepEqual(requests.sort(), [
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

  test('an abort in the download stops it', async (context) => {
    let closed
    const stopped = new Promise((resolve) => {
      closed = resolve
    })
    const controller = new AbortController()
    const { address } = await serve(context, {
      'model.safetensors'(response) {
        response.writeHead(200, { 'content-length': 90_868_376 })
        response.write(Buffer.alloc(100_000))
        response.on('close', closed)
        setTimeout(() => controller.abort('enough'), 30)
      }
    })
    await assert.rejects(loadModel(address, { signal: controller.signal }), (error) => error === 'enough')
    await stopped
  })
})

test('a name on the hub stands for its files there, at the revision asked for', async (context) => {
  const asked = []
  context.mock.method(globalThis, 'fetch', async (url) => {
    asked.push(url)
    return new Response(null, { status: 404 })
  })
  await assert.rejects(loadModel('hf:org/name@refs/pr/1'), refused('network', /404/))
  const folder = 'https://huggingface.co/org/name/resolve/refs%2Fpr%2F1'
  assert.equal(asked[0], `${folder}/modules.json`, 'it says where the others lie')
  const names = [
    'config.json',
    'tokenizer.json',
    'model.safetensors',
    '1_Pooling/config.json',
    'sentence_bert_config.json',
    'config_sentence_transformers.json',
    'tokenizer_config.json'
  ]
  for (const name of names) assert.ok(asked.includes(`${folder}/${name}`), name)
  const others = asked.filter((url) => !url.startsWith(`${folder}/`))
  const list = 'https://huggingface.co/api/models/org/name/tree/refs%2Fpr%2F1/'
  assert.deepEqual([...new Set(others)], [list], 'what there is in place of a model')
})

describe('progress', () => {
  test('knows the total from the first event, counts all bytes, and ends ready', async () => {
    const events = []
    const model = await loadModel(folder, { onProgress: (progress) => events.push(progress) })
    model.dispose()
    const { total } = events[0]
    assert.ok(total > 90_868_376)
    assert.ok(events.every((event) => event.total === total))
    assert.ok(events.every(({ loaded }, i) => i === 0 || loaded >= events[i - 1].loaded))
    assert.deepEqual(
      events.slice(-2).map(({ phase, loaded }) => [phase, loaded]),
      [
        ['prepare', total],
        ['ready', total]
      ]
    )
    assert.ok(events.every((event) => typeof event.file === 'string'))
  })

  test('what onProgress throws fails the load', async () => {
    const thrown = new Error('from the callback')
    const load = loadModel(folder, {
      onProgress() {
        throw thrown
      }
    })
    await assert.rejects(load, (error) => error === thrown)
  })
})

describe('a broken model is refused with a typed error, and a good load works afterwards', () => {
  const broken = {
    'weights cut short': [({ weights }) => ({ weights: weights.subarray(0, 50_000_000) }), 'bad-model', /./],
    'weights of 7 bytes': [() => ({ weights: new Uint8Array(7) }), 'bad-model', /./],
    'no weights at all': [() => ({ weights: new Uint8Array() }), 'bad-model', /./],
    'an endless header': [() => ({ weights: new Uint8Array(64).fill(255) }), 'bad-model', /./],
    'an LFS pointer': [
      () => ({
        weights: new TextEncoder().encode('version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n')
      }),
      'bad-model',
      /Git LFS pointer/
    ],
    'an HTML page as weights': [() => ({ weights: new TextEncoder().encode('<html><body>404') }), 'network', /HTML/],
    'an HTML page as config': [() => ({ config: '\n<!DOCTYPE html>' }), 'network', /HTML/],
    'broken JSON in config': [() => ({ config: '{"hidden_size": ' }), 'bad-model', /config/],
    'broken JSON in tokenizer': [() => ({ tokenizer: '[[[' }), 'bad-model', /tokenizer/],
    'an empty config': [() => ({ config: '' }), 'bad-model', /config/],
    'bytes that are not UTF-8': [() => ({ config: Uint8Array.of(0x7b, 0xff, 0x7d) }), 'bad-model', /UTF-8/],
    'another width': [
      ({ config }) => ({ config: config.replace('"hidden_size": 384', '"hidden_size": 768') }),
      'bad-model',
      /./
    ],
    'another activation': [({ config }) => ({ config: config.replace('"gelu"', '"mish"') }), 'unsupported', /./],
    'another architecture': [
      ({ config }) => ({ config: config.replace('"model_type": "bert"', '"model_type": "llama"') }),
      'unsupported',
      /./
    ]
  }
  let good
  before(async () => {
    good = await modelFiles()
  })
  for (const [name, [change, code, message]] of Object.entries(broken)) {
    test(name, async () => {
      const changed = change(good)
      for (const [role, content] of Object.entries(changed))
        assert.notEqual(content, good[role], 'the test changes something')
      await assert.rejects(loadModel({ ...good, ...changed }), refused(code, message))
    })
  }
  after(() => assertWorks(good))
})

function detached() {
  const bytes = new Uint8Array(8)
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] })
  return bytes
}

describe('weights that begin as something else are called what they are', () => {
  for (const { start, core, package: code } of foreignStarts) {
    test(JSON.stringify(start.slice(0, 30)), async () => {
      const weights = new TextEncoder().encode(start)
      const named = code === null ? new RegExp(core) : /HTML|Git LFS/
      await assert.rejects(loadModel({ ...(await modelFiles()), weights }), refused(code ?? 'bad-model', named))
    })
  }
})

test('an address that nobody answers says why', () =>
  assert.rejects(
    loadModel('http://127.0.0.1:1/model'),
    refused('network', /could not be fetched: .*ECONNREFUSED|bad port/)
  ))

describe('a wrong source or option is refused at once', () => {
  const files = { config: '{}', tokenizer: '{}', weights: new Uint8Array(8) }
  const wrong = {
    'a number': [() => loadModel(3), 'bad-input'],
    nothing: [() => loadModel(), 'bad-input'],
    'an empty string': [() => loadModel(''), 'bad-input'],
    'a hub name without its owner': [() => loadModel('hf:model'), 'bad-input'],
    'a hub name that leads upwards': [() => loadModel('hf:org/..'), 'bad-input'],
    'a hub revision that leads upwards': [() => loadModel('hf:org/name@..'), 'bad-input'],
    'a hub revision with half a character': [() => loadModel('hf:org/name@\ud800'), 'bad-input'],
    'an address with a stray percent sign': [() => loadModel('file:///no/such/100%'), 'network'],
    'a buffer that was transferred away': [() => loadModel({ ...files, weights: detached() }), 'bad-input'],
    'files without weights': [() => loadModel({ config: '{}', tokenizer: '{}' }), 'bad-input'],
    'weights as text': [() => loadModel({ ...files, weights: 'text' }), 'bad-input'],
    'a list of strings': [() => loadModel(['config.json']), 'bad-input'],
    'precision "int4"': [() => loadModel(folder, { precision: 'int4' }), 'unsupported'],
    'a precision that is no string': [() => loadModel(folder, { precision: 8 }), 'bad-input'],
    'a worker that is none': [() => loadModel(folder, { worker: {} }), 'bad-input'],
    'wasm that is none': [() => loadModel(folder, { wasm: 7 }), 'bad-input'],
    'wasm that is not there': [() => loadModel(folder, { wasm: 'no-such.wasm' }), 'network'],
    'an empty address of wasm': [() => loadModel(folder, { wasm: '' }), 'bad-input'],
    'a signal that is none': [() => loadModel(folder, { signal: 'stop' }), 'bad-input'],
    'a signal that only listens': [() => loadModel(folder, { signal: new EventTarget() }), 'bad-input'],
    'a folder that is not there': [() => loadModel('/no/such/folder'), 'network']
  }
  for (const [name, [load, code]] of Object.entries(wrong)) {
    test(name, () => assert.rejects(load(), refused(code, /./)))
  }
})

describe('the binary', () => {
  const binary = new URL('../../dist/wasm/attnscope-simd128.wasm', import.meta.url)
  test('may be an address, a path, bytes or compiled', async () => {
    const { readFile } = await import('node:fs/promises')
    const bytes = await readFile(binary)
    const module = await WebAssembly.compile(bytes)
    for (const wasm of [binary, fileURLToPath(binary), bytes, module, { simd128: module }]) {
      const model = await loadModel(folder, { wasm })
      assert.equal(model.info.simd, 'simd128')
      model.dispose()
    }
  })
  test('that is a page in truth is said to be one', async () => {
    const wasm = new TextEncoder().encode('<!doctype html>')
    await assert.rejects(loadModel(folder, { wasm }), refused('network', /not WebAssembly.*HTML/))
  })
  test('of something else is refused', async () => {
    const wasm = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)
    await assert.rejects(loadModel(folder, { wasm }), refused('unsupported', /another version/))
  })
})
