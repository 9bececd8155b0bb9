// The server of `attnscope serve`: whatever is asked for, it goes on, and nothing stays open.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import { abortedGets } from '../support/aborted-gets.mjs'
import { scratchFolder, start } from './support/run.mjs'
import { writeTinyModel } from './support/tiny-model.mjs'

const scratch = scratchFolder()
const page = join(scratch.path, 'page')
const model = writeTinyModel(scratch.path)
let child
let origin

before(async () => {
  mkdirSync(join(page, 'folder'), { recursive: true })
  writeFileSync(join(page, 'index.html'), '<title>page</title>')
  writeFileSync(join(page, 'empty.txt'), '')
  // More than a connection holds by itself, and nothing on the disk.
  writeFileSync(join(page, 'weights.bin'), '')
  truncateSync(join(page, 'weights.bin'), 64e6)
  writeFileSync(join(page, 'packed.txt.br'), brotliCompressSync(Buffer.alloc(64e6, 'packed ')))
  writeFileSync(join(page, 'broken.txt.br'), 'this is not brotli')
  if (process.platform !== 'win32') {
    symlinkSync('circle', join(page, 'circle'))
    symlinkSync('.', join(page, 'folder', 'round'))
    symlinkSync('nowhere', join(page, 'dangling'))
    execFileSync('mkfifo', [join(page, 'pipe')])
    writeFileSync(join(page, 'secret'), 'x')
    chmodSync(join(page, 'secret'), 0)
  }
  child = start(['serve', '--page', page, '-m', model, '--port', '0'])
  let said = ''
  while (!/Ctrl-C/.test(said)) said += (await once(child.stderr, 'data'))[0]
  origin = new URL(/http:\S+/.exec(said)[0])
})
after(async () => {
  child.kill()
  await once(child, 'close')
  scratch.remove()
})

/** Sends these very bytes and gives what comes back until the server closes, or a second is over. */
async function send(bytes) {
  const socket = connect(Number(origin.port), '127.0.0.1')
  const pieces = []
  socket.on('data', (piece) => pieces.push(piece)).on('error', () => {})
  socket.write(bytes)
  // Not events.once, which would take a connection that the server cut off for a fault of the test.
  await Promise.race([new Promise((closed) => socket.once('close', closed)), sleep(1000)])
  socket.destroy()
  return Buffer.concat(pieces).toString('latin1')
}

const status = (answer) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
const get = (path, { method = 'GET', headers = '' } = {}) =>
  send(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${headers}\r\n`)
const isThere = async () => {
  assert.equal(child.exitCode, null)
  assert.equal(status(await get('/')), 200)
}

const nowhere = [
  `/${'x'.repeat(300)}`,
  `/${'x'.repeat(255)}`,
  `/${'x/'.repeat(5000)}`,
  `/${'%C3%A9'.repeat(200)}`,
  `/models/all-MiniLM-L6-v2/${'x'.repeat(300)}.json`,
  `/index.html/${'x'.repeat(300)}`,
  '/index.html/',
  '/index.html/x',
  '/circle',
  '/circle/x',
  '/dangling',
  '/pipe',
  `/folder/${'round/'.repeat(60)}no`,
  '/folder',
  '/folder/',
  '/folder/..',
  '/../secret',
  '/..%2f..%2fetc%2fpasswd',
  '//etc/passwd',
  '/%',
  '/%zz',
  '/%c3%28',
  '/%ff',
  '/a%00b',
  '/%5c..%5cx',
  '/con%0d%0aX:%20y',
  '/__proto__',
  '/constructor',
  '/models/',
  '*',
  'http://127.0.0.1/no',
  '/no?query#part'
]
for (const path of nowhere) {
  test(`is not there, and the server is: ${path.slice(0, 40)}`, async () => {
    for (const method of ['GET', 'HEAD']) assert.equal(status(await get(path, { method })), 404)
    await isThere()
  })
}

test('a file that may not be read is not there', { skip: process.getuid?.() === 0 }, async () => {
  assert.equal(status(await get('/secret')), 404)
  await isThere()
})

const odd = [
  ['a header of 100 kB', 431, `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(1e5)}\r\n\r\n`],
  ['an address of 100 kB', 431, `GET /${'x'.repeat(1e5)} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
  ['no host', 400, 'GET / HTTP/1.1\r\n\r\n'],
  ['an old protocol', 403, 'GET / HTTP/1.0\r\n\r\n'],
  ['an empty host', 403, 'GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n'],
  ['another host', 403, 'GET / HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n'],
  ['a malformed host', 403, 'GET / HTTP/1.1\r\nHost: [::%\r\nConnection: close\r\n\r\n'],
  ['a control character in a header', 400, 'GET / HTTP/1.1\r\nHost: localhost\r\nX: \u0001\r\n\r\n'],
  ['two hosts', 200, 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost:1\r\nConnection: close\r\n\r\n'],
  ['no protocol at all', 400, `${'\u0000\u0001'.repeat(500)}\r\n\r\n`],
  ['another method', 405, 'DELETE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
  ['options', 405, 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
  ['an upload that breaks off', 405, 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nsome'],
  ['a chunk without an end', 405, 'PUT /x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nFFFF\r\nx'],
  [
    'a body with a GET',
    200,
    'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello'
  ],
  ['an unknown expectation', 417, 'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: much\r\nConnection: close\r\n\r\n'],
  ['an upgrade', 200, 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
  ['ranges', 200, 'GET / HTTP/1.1\r\nHost: localhost\r\nRange: bytes=5-2,-0,99-\r\nConnection: close\r\n\r\n'],
  [
    'an encoding of no sense',
    200,
    'GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ;;q=br\u00e9,\r\nConnection: close\r\n\r\n'
  ]
]
for (const [what, expected, bytes] of odd) {
  test(`answers, and goes on: ${what}`, async () => {
    const answer = await send(Buffer.from(bytes, 'latin1'))
    // Of more than the server reads the system may cut off the answer with the connection.
    if (answer !== '' || bytes.length < 1e5) assert.equal(status(answer), expected)
    await isThere()
  })
}

test('a tunnel that is asked for, and a connection that says nothing, end nothing', async () => {
  await send('CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await send('\r\n')
  await isThere()
})

test('HEAD says of every file what GET does, and no more', async () => {
  for (const path of ['/', '/empty.txt', '/packed.txt', '/broken.txt', '/models/all-MiniLM-L6-v2/model.safetensors']) {
    const answer = await get(path, { method: 'HEAD' })
    assert.equal(status(answer), 200)
    assert.equal(answer.split('\r\n\r\n')[1], '')
  }
  assert.match(await get('/empty.txt'), /content-length: 0\r\n/i)
})

test('a file that does not unpack breaks off, and the server goes on', async () => {
  assert.equal(status(await get('/broken.txt', { headers: 'Accept-Encoding: br\r\n' })), 200)
  const answer = await get('/broken.txt')
  assert.ok(!answer.endsWith('0\r\n\r\n'), 'it must not look whole')
  await isThere()
})

const descriptors = () => readdirSync(`/proc/${child.pid}/fd`).length
for (const path of ['/weights.bin', '/packed.txt']) {
  const options = { skip: existsSync('/proc/self/fd') ? false : 'nothing counts descriptors here' }
  test(`whoever goes away in the middle leaves nothing open: ${path}`, options, async () => {
    await isThere()
    const before = descriptors()
    await abortedGets(origin, path, 500)
    let now
    for (let i = 0; i < 50; i++) {
      now = descriptors()
      if (now <= before) break
      await sleep(100)
    }
    assert.ok(now <= before + 2, `${before} open before, ${now} after`)
    await isThere()
  })
}
