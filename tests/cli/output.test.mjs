// What goes out: the numbers to the last bit, matrices, texts that were cut or failed.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { loadModel } from 'attnscope'
import { float32 } from '../../dist/cli/numbers.js'
import { folder as realModel } from '../js/support/model.mjs'
import { jsonLines, program, readNpy, run, scratchFolder } from './support/run.mjs'
import { writeTinyModel } from './support/tiny-model.mjs'

const scratch = scratchFolder()
const folder = writeTinyModel(scratch.path)
let model
before(async () => {
  model = await loadModel(folder)
})
after(() => {
  model.dispose()
  scratch.remove()
})

const texts = Array.from({ length: 300 }, (_, i) => `text number ${i} ${'of many '.repeat(i % 5)}`)
const input = texts.join('\n')

test('every float32 is written with digits that give it back', () => {
  const view = new DataView(new ArrayBuffer(4))
  const edges = [0, -0, 1, -1, 0.1, 1e-45, 3.4028234663852886e38, 1.1754943508222875e-38, 16777216, 0.30000001192092896]
  const random = Array.from({ length: 20_000 }, (_, i) => {
    view.setUint32(0, Math.imul(i + 1, 2654435761))
    return view.getFloat32(0)
  }).filter(Number.isFinite)
  for (const value of [...edges.map(Math.fround), ...random]) {
    assert.ok(Object.is(Math.fround(JSON.parse(float32(value))), value), String(value))
  }
})

for (const precision of ['float32', 'int8']) {
  test(`the real model's vectors are those of model.embed, bit for bit, in ${precision}`, async () => {
    const some = ['The river bank was muddy', '', 'it’s naïve — 你好', 'word '.repeat(600)]
    const real = await loadModel(realModel, { precision })
    const expected = await real.embed(some)
    real.dispose()
    const { stdout } = await run(['embed', '-m', realModel, '--precision', precision], { input: some.join('\n') })
    const records = jsonLines(stdout)
    assert.deepEqual(
      records.map(({ embedding }) => Float32Array.from(embedding)),
      expected
    )
    assert.deepEqual(
      records.map(({ truncated }) => truncated),
      [undefined, undefined, undefined, { kept: 256, total: 602 }]
    )
  })
}

test('a NumPy matrix has a row for each text, in a file and in a pipe alike', async () => {
  const expected = await model.embed(texts)
  const path = join(scratch.path, 'vectors.npy')
  const toFile = await run(['embed', '-m', folder, '-o', path], { input })
  const toPipe = await run(['embed', '-m', folder, '--to', 'npy'], { input })
  assert.deepEqual([toFile.code, toPipe.code, toFile.stdout.length], [0, 0, 0])
  assert.ok(readFileSync(path).equals(toPipe.stdout))
  const { shape, start, rows, numbers } = readNpy(toPipe.stdout)
  assert.deepEqual(shape, [300, 16])
  assert.equal(numbers, 300 * 16)
  assert.equal(start % 64, 0)
  assert.deepEqual(rows, expected)
})

test('a record that failed is a row of NaN, and its error is on standard error', async () => {
  const { code, stdout, stderr } = await run(['embed', '-m', folder, '-f', 'jsonl', '-t', 'npy'], {
    input: '{"text":"one"}\noops\n{"text":"three"}\n'
  })
  const { shape, rows } = readNpy(stdout)
  assert.deepEqual([code, shape], [3, [3, 16]])
  assert.ok(rows[1].every(Number.isNaN))
  assert.deepEqual([rows[0], rows[2]], await model.embed(['one', 'three']))
  assert.deepEqual([JSON.parse(stderr).index, JSON.parse(stderr).error.code], [1, 'bad-json'])
})

test('no texts make a matrix of no rows', async () => {
  const { code, stdout } = await run(['embed', '-m', folder, '-t', 'npy'])
  assert.deepEqual([code, readNpy(stdout).shape], [0, [0, 16]])
})

test('a text that the weights make NaN of fails alone', async () => {
  const poisoned = writeTinyModel(join(scratch.path, 'poisoned'), { poison: (await model.tokenize('blue'))[1].id })
  const { code, stdout } = await run(['embed', '-m', poisoned], { input: 'fine\nblue\nfine too\n' })
  const records = jsonLines(stdout)
  assert.deepEqual(
    records.map(({ error }) => error?.code),
    [undefined, 'non-finite', undefined]
  )
  assert.equal(code, 3)
})

test('an output that cannot be written ends with 1', async () => {
  for (const name of ['no/such/folder.jsonl', 'no/such/folder.npy']) {
    const { code, stderr } = await run(['embed', '-m', folder, '-o', join(scratch.path, name)], { input })
    assert.equal(code, 1)
    assert.match(stderr, /cannot be written/)
  }
})

test('a reader that goes away, as head does, is no error', async () => {
  const many = Array(30).fill(input).join('\n')
  const line = '"$0" "$1" embed -m "$2" | head -1; exit "$PIPESTATUS"'
  const shell = spawn('bash', ['-c', line, process.execPath, program, folder])
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr']) shell[name].on('data', (piece) => (said[name] += piece))
  shell.stdin.on('error', () => {})
  shell.stdin.end(many)
  const [code] = await once(shell, 'close')
  assert.deepEqual([code, said.stderr, JSON.parse(said.stdout).index], [0, '', 0])
})
