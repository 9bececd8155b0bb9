// The other commands, help, and the exit codes.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { loadModel } from 'attnscope'
import { jsonLines, run, scratchFolder, start } from './support/run.mjs'
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

const text = 'The animal was too tired'
const commands = ['embed', 'encode', 'tokenize', 'fill-mask', 'serve', 'info']

test('help names every command, and every command has help that fits a terminal', async () => {
  const { code, stdout } = await run(['--help'])
  assert.equal(code, 0)
  for (const name of commands) {
    assert.match(stdout.toString(), new RegExp(`^  ${name} `, 'm'))
    const help = await run([name, '--help'])
    assert.equal(help.code, 0)
    assert.match(help.stdout.toString(), new RegExp(`^attnscope ${name} `))
    assert.match(help.stdout.toString(), /Exit code: 0/)
    const widest = Math.max(
      ...help.stdout
        .toString()
        .split('\n')
        .map(({ length }) => length)
    )
    assert.ok(widest <= 84, `${name}: ${widest}`)
    assert.ok(help.stdout.equals((await run(['help', name])).stdout))
  }
})

test('the version is the package’s', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  assert.equal((await run(['--version'])).stdout.toString(), `${version}\n`)
})

const wrong = [
  [[], /^Usage: attnscope COMMAND/m],
  [['embd'], /there is no command 'embd'/],
  [['embed'], /which model\? Say --model/],
  [['embed', '-m', folder, '--colour'], /Unknown option '--colour'/],
  [['embed', '-m', folder, '--precision', 'int4'], /float32 or int8/],
  [['embed', '-m', folder, '--workers', '0'], /from 1 to 64/],
  [['embed', '-m', folder, '--threads', '1.5'], /from 1 to 32/],
  [['embed', '-m', folder, '--from', 'xml'], /lines or jsonl or csv/],
  [['embed', '-m', folder, '--to', 'csv'], /jsonl or npy/],
  [['embed', '-m', folder, '--keep', 'index'], /field of that name already/],
  [['embed', '-m', folder, '--delimiter', ';;'], /one ASCII character/],
  [['embed', '-m', folder, '--no-header', '--column', 'text'], /whole number/],
  [['encode', '-m', folder, 'a', 'b'], /one TEXT/],
  [['encode', '-m', folder, '-a', '1-2', 'a'], /heads such as 3\.1/],
  [['fill-mask', '-m', folder, '--top', '0', 'x'], /--top is '0'; it can be a whole number from 1/],
  [['fill-mask', '-m', folder, '--input', 'a', 'x'], /either TEXT or --input/],
  [['fill-mask', '-m', folder, '-o', 'a', 'x'], /--output is for texts of a file/],
  [['info', '-m', folder, 'x'], /takes no 'x'/],
  [['serve', '--port', '99999'], /from 0 to 65535/]
]
for (const [args, message] of wrong) {
  test(`wrong usage ends with 2: ${args.map((arg) => arg.replace(folder, 'FOLDER')).join(' ') || '(nothing)'}`, async () => {
    const { code, stdout, stderr } = await run(args)
    assert.deepEqual([code, stdout.toString()], [2, ''])
    assert.match(stderr, message)
  })
}

test('a model that is not there ends with 1 and a sentence', async () => {
  for (const args of [
    ['embed'],
    ['embed', '-w', '2'],
    ['encode', 'x'],
    ['tokenize', 'x'],
    ['fill-mask', 'x'],
    ['info']
  ]) {
    const { code, stdout, stderr } = await run([...args, '-m', '/no/such/model'])
    assert.deepEqual([code, stdout.toString()], [1, ''])
    assert.match(stderr, /^attnscope: .*\/no\/such\/model\/[^\n]*\n$/)
  }
  const far = await run(['embed', '-w', '2', '-m', 'http://127.0.0.1:9/model'])
  assert.equal(far.code, 1)
  assert.match(far.stderr, /could not be fetched/)
})

test('tokenize gives the tokens of arguments and of lines', async () => {
  const expected = await model.tokenize(text)
  const args = await run(['tokenize', '-m', folder, text, 'two'])
  const lines = await run(['tokenize'], { input: `${text}\n${'a '.repeat(50)}\n`, env: { ATTNSCOPE_MODEL: folder } })
  assert.deepEqual(jsonLines(args.stdout)[0], { index: 0, tokens: expected })
  const [first, cut] = jsonLines(lines.stdout)
  assert.deepEqual(first, { index: 0, tokens: expected })
  assert.deepEqual([cut.tokens.length, cut.truncated], [16, { kept: 16, total: 52 }])
})

test('encode gives tokens, embedding, attention and hidden states as JSON', async () => {
  const encoded = await model.encode([text, 'a pair'], { trace: true })
  const { code, stdout } = await run(['encode', '-m', folder, '-a', '0.1', '--hidden', '--pair', 'a pair', text])
  const { tokens, embedding, attention, hidden, truncated } = JSON.parse(stdout)
  assert.deepEqual([code, truncated, tokens], [0, null, encoded.tokens])
  assert.deepEqual(Float32Array.from(embedding), encoded.embedding)
  assert.deepEqual([attention.length, attention[0].layer, attention[0].head], [1, 0, 1])
  assert.equal(attention[0].weights.length, tokens.length)
  assert.deepEqual(Float32Array.from(attention[0].weights.flat()), encoded.attention(0, 1))
  assert.deepEqual(
    hidden.map((state) => Float32Array.from(state.flat())),
    [encoded.hidden(0), encoded.hidden(1)]
  )
})

test('encode writes safetensors with every head', async () => {
  const encoded = await model.encode(text, { trace: true })
  const path = join(scratch.path, 'out.safetensors')
  const { code } = await run(['encode', '-m', folder, '-a', 'all', '--hidden', '-o', path], { input: `${text}\n` })
  assert.equal(code, 0)
  const file = readFileSync(path)
  const start = 8 + Number(file.readBigUInt64LE(0))
  const { __metadata__, ...tensors } = JSON.parse(file.toString('utf8', 8, start))
  const bytes = (name) => new Uint8Array(file.subarray(...tensors[name].data_offsets.map((at) => start + at))).buffer
  const count = encoded.tokens.length
  assert.equal(start % 8, 0)
  assert.deepEqual(
    JSON.parse(__metadata__.tokens),
    encoded.tokens.map((token) => token.text)
  )
  assert.deepEqual(tensors.attention.shape, [1, 2, count, count])
  assert.deepEqual(
    new Float32Array(bytes('attention')),
    Float32Array.of(...encoded.attention(0, 0), ...encoded.attention(0, 1))
  )
  assert.deepEqual(new Float32Array(bytes('hidden')), Float32Array.of(...encoded.hidden(0), ...encoded.hidden(1)))
  assert.deepEqual(new Float32Array(bytes('embedding')), encoded.embedding)
  assert.deepEqual(
    [...new BigInt64Array(bytes('ids'))].map(Number),
    encoded.tokens.map(({ id }) => id)
  )
  assert.equal(Math.max(...Object.values(tensors).map(({ data_offsets: [, end] }) => end)), file.length - start)
})

test('encode names the heads that there are when one is not', async () => {
  const { code, stderr } = await run(['encode', '-m', folder, '-a', '6.0', text])
  assert.equal(code, 1)
  assert.match(stderr, /no head 6\.0: the model has layers 0 to 0 with heads 0 to 1/)
})

test('info says what the model is', async () => {
  const json = JSON.parse((await run(['info', '--json', '-m', folder])).stdout)
  assert.deepEqual(json, { ...model.info })
  assert.match((await run(['info', '-m', folder])).stdout.toString(), /^width \(D\) +16$/m)
})

test('serve gives the page and the model, isolated, and nothing else', async () => {
  const page = join(scratch.path, 'page')
  mkdirSync(join(page, 'assets'), { recursive: true })
  writeFileSync(join(page, 'index.html'), '<title>page</title>')
  writeFileSync(join(page, 'assets', 'a.js'), '1')
  writeFileSync(join(page, '.secret'), 'x')
  const child = start(['serve', '--page', page, '-m', folder, '--port', '0'])
  let said = ''
  while (!/Ctrl-C/.test(said)) said += (await once(child.stderr, 'data'))[0]
  const [address] = /http:\S+/.exec(said)
  const get = (path, options) => fetch(new URL(path, address), options)
  const root = await get('')
  assert.equal(await root.text(), '<title>page</title>')
  assert.equal(root.headers.get('cross-origin-opener-policy'), 'same-origin')
  assert.equal(root.headers.get('cross-origin-embedder-policy'), 'require-corp')
  assert.match((await get('assets/a.js')).headers.get('content-type'), /^text\/javascript/)
  assert.equal((await (await get('models/all-MiniLM-L6-v2/config.json')).json()).hidden_size, 16)
  for (const path of ['.secret', '%2e%2e/tiny/config.json', 'assets/..%2f..%2fpage.npy', '%zz', 'no', 'assets/']) {
    assert.equal((await get(path)).status, 404, path)
  }
  assert.equal((await get('', { method: 'POST' })).status, 405)
  const taken = await run(['serve', '--page', page, '--port', new URL(address).port])
  assert.deepEqual([taken.code, /somebody else has it/.test(taken.stderr)], [1, true])
  child.kill('SIGINT')
  assert.deepEqual(await once(child, 'close'), [0, null])
})

test('serve without a built page says where one comes from', async () => {
  const { code, stderr } = await run(['serve', '--page', folder])
  assert.equal(code, 1)
  assert.match(stderr, /no built page/)
})
