// What comes in: lines, JSONL and CSV, right and wrong.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { loadModel } from 'attnscope'
import { jsonLines, run, scratchFolder } from './support/run.mjs'
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

const embed = (args, input) => run(['embed', '--model', folder, ...args], { input })

/** The records are the embeddings of these texts, in order; a string after `!` is the code of an error record. */
async function assertRecords(records, expected) {
  assert.equal(records.length, expected.length)
  for (const [i, text] of expected.entries()) {
    assert.equal(records[i].index, i)
    if (text.startsWith('!')) {
      assert.equal(records[i].error.code, text.slice(1), JSON.stringify(records[i]))
      assert.equal(records[i].embedding, undefined)
    } else {
      assert.equal(records[i].error, undefined, JSON.stringify(records[i]))
      assert.deepEqual(Float32Array.from(records[i].embedding), (await model.embed([text]))[0], `record ${i}`)
    }
  }
}

const bytes = (...parts) => Buffer.concat(parts.map((part) => Buffer.from(part)))
const long = 'a '.repeat(600_000)

const cases = [
  ['lines', [], 'one\ntwo\n', ['one', 'two']],
  ['a last line without an end', [], 'one\ntwo', ['one', 'two']],
  ['Windows line ends', [], 'one\r\ntwo\r\n', ['one', 'two']],
  ['empty lines, which are texts', [], 'one\n\n\ntwo\n', ['one', '', '', 'two']],
  ['nothing', [], '', []],
  ['one line end', [], '\n', ['']],
  ['a byte order mark', [], '\ufeffone\ntwo\n', ['one', 'two']],
  ['NUL and control characters', [], 'one\0two\nth\u0007ree\n', ['one\0two', 'th\u0007ree']],
  [
    'invalid UTF-8',
    [],
    bytes('one\n', [0xff, 0xfe, 10], 'caf', [0xc3, 10], 'four\n'),
    ['one', '!bad-utf8', '!bad-utf8', 'four']
  ],
  ['an overlong line', ['--max-line', '1'], `one\n${long}\nthree\n`, ['one', '!too-long', 'three']],
  ['an overlong line at the end', ['--max-line', '1'], `one\n${long}`, ['one', '!too-long']],
  ['a long line that is read', [], `one\n${long}\nthree\n`, ['one', long, 'three']],
  ['other writing', [], 'Grüße, 世界 👋\n한국어\n', ['Grüße, 世界 👋', '한국어']],
  ['JSONL', ['-f', 'jsonl'], '{"text":"one"}\n{"x":1,"text":"two\\nlines"}\n', ['one', 'two\nlines']],
  ['another field', ['-f', 'jsonl', '--field', '__proto__'], '{"__proto__":"one"}\n{}\n', ['one', '!bad-field']],
  ['half a character in JSON', ['-f', 'jsonl'], '{"text":"a\\ud800b"}\n', ['a\ufffdb']],
  [
    'bad JSON',
    ['-f', 'jsonl'],
    '{"text":"one"}\n{"text":\n\n[]\nnull\n"two"\n{"text":null}\n{"text":3}\n{"body":"x"}\n{"text":"nine"}\n',
    ['one', ...Array(5).fill('!bad-json'), ...Array(3).fill('!bad-field'), 'nine']
  ],
  ['deeply nested JSON', ['-f', 'jsonl'], `${'['.repeat(1e5)}\n{"text":"two"}\n`, ['!bad-json', 'two']],
  ['CSV', ['-f', 'csv'], 'id,text\n1,one\n2,two\n', ['one', 'two']],
  ['CSV with quotes', ['-f', 'csv'], 'id,text\r\n1,"a, b"\r\n2,"say ""hi"""\r\n3,""\r\n', ['a, b', 'say "hi"', '']],
  ['CSV with line ends in quotes', ['-f', 'csv'], 'text,id\n"a\nb\r\n\nc",1\nd,2\n', ['a\nb\r\n\nc', 'd']],
  ['CSV with a quote inside of a plain field', ['-f', 'csv'], 'text\n5" pipe\nnext\n', ['5" pipe', 'next']],
  ['CSV with blank lines', ['-f', 'csv'], 'text\n\none\n\n', ['one']],
  ['CSV with a mark and a quoted header', ['-f', 'csv'], '\ufeff"text",b\none,2\n', ['one']],
  ['CSV whose column has a name of its own', ['-f', 'csv', '--column', 'a "b", c'], '"a ""b"", c",d\none,2\n', ['one']],
  ['CSV without a header', ['-f', 'csv', '--no-header', '--column', '2'], '1,one\n2,two\n', ['one', 'two']],
  ['CSV with semicolons', ['-f', 'csv', '--delimiter', ';'], 'a;text\n1;x, y\n', ['x, y']],
  ['CSV with tabs', ['-f', 'csv', '--delimiter', '\\t'], 'a\ttext\n1\tone\n', ['one']],
  [
    'CSV with wrong records',
    ['-f', 'csv'],
    'id,text\n1,one\n2\n3,a,b\n4,"x"y\n5,five\n6,"never closed\n7,seven\n',
    ['one', '!bad-csv', '!bad-csv', '!bad-csv', 'five', '!bad-csv']
  ],
  ['CSV with a header alone', ['-f', 'csv'], 'id,text\n', []]
]

for (const [what, args, input, expected] of cases) {
  test(`${what}: every record has its result, in its place`, async () => {
    const { code, stdout, stderr } = await embed(args, input)
    await assertRecords(jsonLines(stdout), expected)
    assert.equal(code, expected.some((text) => text.startsWith('!')) ? 3 : 0)
    assert.equal(stderr, '', 'nothing is said in a pipe')
  })
}

test('an error record says on which line it began, also where records span lines', async () => {
  const { stdout } = await embed(['-f', 'csv'], 'id,text\n1,"a\nb\nc"\n2\n')
  assert.deepEqual(jsonLines(stdout)[1], {
    index: 1,
    line: 5,
    error: { code: 'bad-csv', message: 'the record has 1 fields, the first one has 2' }
  })
})

test('kept fields come along, with their types, in results and in errors', async () => {
  const lines = '{"id":7,"tags":["x"],"text":"a"}\n{"id":"8","text":0}\n{"text":"b"}\n'
  const records = jsonLines((await embed(['-f', 'jsonl', '--keep', 'id,tags'], lines)).stdout)
  assert.deepEqual(
    records.map(({ id, tags }) => [id, tags]),
    [
      [7, ['x']],
      ['8', null],
      [null, null]
    ]
  )
  const csv = jsonLines((await embed(['-f', 'csv', '--keep', 'id'], 'id,text\n007,a\n')).stdout)
  assert.equal(csv[0].id, '007')
})

test('several files are read one after the other, each by its own name', async () => {
  const [plain, json, table] = ['a.txt', 'b.jsonl', 'c.tsv'].map((name) => join(scratch.path, name))
  writeFileSync(plain, 'one\ntwo')
  writeFileSync(json, '{"text":"three"}\nnot json\n')
  writeFileSync(table, 'id\ttext\n1\tfive, six\n')
  const { code, stdout } = await embed([plain, json, '-', table], 'from the pipe\n')
  const records = jsonLines(stdout)
  await assertRecords(records, ['one', 'two', 'three', '!bad-json', 'from the pipe', 'five, six'])
  assert.deepEqual([code, records[3].file, records[3].line], [3, json, 2])
})

const impossible = [
  ['a missing file', ['no-such-file.txt'], '', /no-such-file\.txt cannot be read/],
  ['a folder', [scratch.path], '', /is a folder/],
  ['a missing column', ['-f', 'csv'], 'id,body\n1,x\n', /has no column 'text'; it has 'id', 'body'/],
  ['a missing kept column', ['-f', 'csv', '--keep', 'nr'], 'id,text\n1,x\n', /has no column 'nr'/],
  ['a column past the last', ['-f', 'csv', '--no-header', '--column', '3'], 'a,b\n', /has 2 columns/],
  ['a broken header', ['-f', 'csv'], '"a"b,text\n', /the first record is no CSV/],
  ['UTF-16', [], Buffer.from('\ufeffone\n', 'utf16le'), /is UTF-16/]
]

for (const [what, args, input, message] of impossible) {
  test(`${what} ends with 1 and a sentence`, async () => {
    const { code, stdout, stderr } = await embed(args, input)
    assert.equal(code, 1)
    assert.equal(stdout.toString(), '')
    assert.match(stderr, message)
    assert.equal(stderr.trim().split('\n').length, 1, stderr)
  })
}
