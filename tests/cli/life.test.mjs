// How it lives: order with many workers, memory, waiting, Ctrl-C, a terminal.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { serveModel } from '../js/support/server.mjs'
import { jsonLines, program, readNpy, run, scratchFolder, start } from './support/run.mjs'
import { writeTinyModel } from './support/tiny-model.mjs'

const scratch = scratchFolder()
const folder = writeTinyModel(scratch.path)
after(() => scratch.remove())

const texts = Array.from({ length: 2000 }, (_, i) => `line ${i} ${'and more '.repeat((i * 7) % 40)}`)

test('any number of workers and threads gives the same bytes', async () => {
  const input = texts.join('\n')
  const [one, three, threaded] = await Promise.all(
    [[], ['--workers', '3'], ['--threads', '2']].map((args) => run(['embed', '-m', folder, ...args], { input }))
  )
  assert.deepEqual([one.code, three.code, threaded.code], [0, 0, 0])
  assert.equal(jsonLines(one.stdout).length, texts.length)
  assert.ok(one.stdout.equals(three.stdout))
  assert.ok(one.stdout.equals(threaded.stdout))
})

test('a far model is fetched once for all workers', async () => {
  const server = await serveModel()
  const { code, stdout } = await run(['embed', '-m', server.address, '-w', '2'], { input: 'one\ntwo\n' })
  await server.close()
  assert.deepEqual([code, jsonLines(stdout).length], [0, 2])
  assert.deepEqual(server.requests.filter((name) => name === 'model.safetensors').length, 1)
})

test('an answer comes while the next line is still to be written', async () => {
  const child = start(['embed', '-m', folder])
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  for (const [i, text] of ['first', 'second', 'third'].entries()) {
    child.stdin.write(`${text}\n`)
    const { value } = await lines.next()
    assert.equal(JSON.parse(value).index, i)
  }
  child.stdin.end()
  assert.deepEqual(await once(child, 'close'), [0, null])
})

test('while nobody reads the results, nothing more is read', async () => {
  const child = start(['embed', '-m', folder])
  const line = Buffer.from(`${'x '.repeat(500)}\n`)
  let written = 0
  let waiting = false
  child.stdin.on('error', () => {})
  child.stdin.on('drain', () => (waiting = false))
  // Three seconds without room, after the first room was had: then it has stopped.
  for (let idle = 0; idle < 30; ) {
    if (waiting) {
      idle += written > line.length * 100 ? 1 : 0
      await sleep(100)
      continue
    }
    idle = 0
    written += line.length
    assert.ok(written < 20e6, 'it reads and reads')
    waiting = !child.stdin.write(line)
  }
  child.kill('SIGKILL')
  await once(child, 'close')
})

test('10,000 lines take no more memory than 1,000', async () => {
  const report = "process.on('exit',()=>process._rawDebug('peak '+process.resourceUsage().maxRSS))"
  const peak = async (count) => {
    const child = start(['embed', '-m', folder], {
      env: { NODE_OPTIONS: `--max-semi-space-size=2 --import data:text/javascript,${encodeURIComponent(report)}` }
    })
    Readable.from(
      (function* () {
        for (let i = 0; i < count; i++) yield `${i} ${'some words and more '.repeat(400)}\n`
      })()
    ).pipe(child.stdin)
    let [lines, said] = [0, '']
    child.stdout.on('data', (piece) => {
      for (const byte of piece) if (byte === 10) lines++
    })
    child.stderr.on('data', (piece) => (said += piece))
    await once(child, 'close')
    assert.equal(lines, count)
    return Number(/peak (\d+)/.exec(said)[1]) / 1024
  }
  const [few, many] = [await peak(1000), await peak(10_000)]
  // The texts alone are 80 MB. With young objects held short, what is left is how lazily the collector works.
  assert.ok(many < few + 60, `${few.toFixed()} MB, then ${many.toFixed()} MB`)
})

for (const format of ['jsonl', 'npy']) {
  test(`Ctrl-C ends it, says how far it came, and leaves whole ${format}`, async () => {
    const child = start(['embed', '-m', folder, '--to', format])
    child.stdin.on('error', () => {})
    child.stdin.write(`${texts.slice(0, 100).join('\n')}\n`)
    const pieces = []
    child.stdout.on('data', (piece) => pieces.push(piece))
    let said = ''
    child.stderr.on('data', (piece) => (said += piece))
    if (format === 'jsonl') await once(child.stdout, 'data')
    else await sleep(2500)
    await sleep(500)
    child.kill('SIGINT')
    const [code] = await once(child, 'close')
    assert.equal(code, 130)
    const out = Buffer.concat(pieces)
    // On a machine with much else to do, not even the model may be there by then.
    const rows = () => (out.length === 0 ? 0 : readNpy(out).shape[0])
    const count = format === 'jsonl' ? jsonLines(out).length : rows()
    const how = count === 0 ? 'before the first record' : `after ${count} records, which are written`
    assert.equal(said, `attnscope: interrupted ${how}\n`)
  })
}

test('Ctrl-C while the model comes in ends it too', async () => {
  const server = await serveModel({ 'model.safetensors': (response) => response.writeHead(200).write('slowly') })
  for (const args of [['embed'], ['embed', '-w', '2'], ['info']]) {
    const asked = server.requests.length
    const child = start([...args, '-m', server.address])
    let said = ''
    child.stderr.on('data', (piece) => (said += piece))
    while (!server.requests.slice(asked).includes('model.safetensors')) await sleep(50)
    child.kill('SIGINT')
    assert.deepEqual(await once(child, 'close'), [130, null])
    assert.match(said, /^attnscope: interrupted/)
  }
  await server.close()
})

test('on a terminal it says how fast it is, and not with --quiet', async () => {
  const terminal = async (...args) => {
    const python = 'import os,pty,sys\nsys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))'
    const child = spawn('python3', ['-c', python, process.execPath, program, 'embed', '-m', folder, ...args])
    let said = ''
    child.stdout.on('data', (piece) => (said += piece))
    child.stdin.write('one\ntwo\n\u0004')
    const [code] = await once(child, 'close')
    return { code, said }
  }
  const loud = await terminal('-o', `${scratch.path}/loud.jsonl`)
  assert.equal(loud.code, 0)
  assert.match(loud.said, /Ctrl-D ends them/)
  assert.match(loud.said, /2 records in [\d.]+ s · [\d,]+\/s/)
  const quiet = await terminal('-q', '-o', `${scratch.path}/quiet.jsonl`)
  assert.doesNotMatch(quiet.said, /records/)
  const refused = await terminal('--to', 'npy')
  assert.deepEqual([refused.code, /not for a terminal/.test(refused.said)], [2, true])
})
