// The default model's download heals itself: what is damaged, cut short or missing is noticed and fetched again.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { ensureFiles, httpSource } from '../../bindings/toolchain/model.mjs'
import { digest } from '../../bindings/toolchain/store.mjs'

const bytesOf = (seed, length) => Buffer.from(Array.from({ length }, (_, index) => (index * seed) % 251))
const contents = { 'config.json': bytesOf(3, 300), 'model.safetensors': bytesOf(7, 200_000) }
const files = Object.fromEntries(
  Object.entries(contents).map(([name, bytes]) => [name, { size: bytes.length, sha256: digest(bytes) }])
)

let server
let source
let folder
let requests

before(async () => {
  server = createServer((request, response) => {
    const bytes = contents[request.url.slice('/model/'.length)]
    const from = Number(request.headers.range?.match(/bytes=(\d+)-/)?.[1] ?? 0)
    if (request.method === 'GET') requests.push({ name: request.url.slice('/model/'.length), from })
    if (!bytes) return response.writeHead(404).end()
    response.writeHead(from ? 206 : 200, { 'content-length': bytes.length - from })
    response.end(request.method === 'HEAD' ? undefined : bytes.subarray(from))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  source = httpSource(`http://127.0.0.1:${server.address().port}/model`)
})

after(() => {
  server.close()
  server.closeAllConnections()
})

beforeEach(() => {
  requests = []
  folder = mkdtempSync(join(tmpdir(), 'attnscope-model-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const isRight = (name) => assert.deepEqual(readFileSync(join(folder, name)), contents[name])
const fetched = () => requests.map(({ name }) => name)

test('an empty folder is filled', async () => {
  await ensureFiles(folder, files, [source])

  for (const name of Object.keys(files)) isRight(name)
})

test('a complete folder asks for nothing', async () => {
  await ensureFiles(folder, files, [source])
  requests = []

  const repaired = await ensureFiles(folder, files, [source])

  assert.deepEqual([repaired, requests], [[], []])
})

test('a truncated file is said to be damaged and fetched again, alone', async () => {
  await ensureFiles(folder, files, [source])
  truncateSync(join(folder, 'model.safetensors'), 1000)
  requests = []
  const said = []

  await ensureFiles(folder, files, [source], { repair: (line) => said.push(line) })

  isRight('model.safetensors')
  assert.deepEqual(fetched(), ['model.safetensors'])
  assert.match(said.join(), /model\.safetensors is damaged/)
})

test('a file of the right size with one wrong byte is fetched again', async () => {
  await ensureFiles(folder, files, [source])
  const wrong = Buffer.from(contents['config.json'])
  wrong[17] ^= 1
  writeFileSync(join(folder, 'config.json'), wrong)

  const repaired = await ensureFiles(folder, files, [source])

  isRight('config.json')
  assert.deepEqual(repaired, ['config.json'])
})

test('an interrupted download is continued where it stopped', async () => {
  writeFileSync(join(folder, 'model.safetensors.part'), contents['model.safetensors'].subarray(0, 150_000))

  await ensureFiles(folder, files, [source])

  isRight('model.safetensors')
  assert.equal(requests.find(({ name }) => name === 'model.safetensors').from, 150_000)
})

test('an interrupted download with wrong bytes in it is begun afresh', async () => {
  writeFileSync(join(folder, 'model.safetensors.part'), Buffer.alloc(150_000, 1))

  await ensureFiles(folder, files, [source])

  isRight('model.safetensors')
  assert.deepEqual(
    requests.filter(({ name }) => name === 'model.safetensors').map(({ from }) => from),
    [150_000, 0]
  )
})

test('a source that does not answer leaves the next one to be asked', async () => {
  const silent = httpSource('http://127.0.0.1:9/model')

  await ensureFiles(folder, files, [silent, source])

  isRight('model.safetensors')
})

test('wrong content from every source is an error that names them, and leaves nothing wrong behind', async () => {
  const other = { ...files, 'config.json': { size: 300, sha256: digest('another file') } }

  await assert.rejects(ensureFiles(folder, other, [source]), /could not be fetched[\s\S]*127\.0\.0\.1/)

  assert.throws(() => readFileSync(join(folder, 'config.json')), { code: 'ENOENT' })
})
