// What comes in: lines, JSONL and CSV, right and wrong.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadModel } from 'attnscope'
import { jsonLines, readNpy, run, scratchFolder, start } from './support/run.mjs'
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
    '{"text":"one"}\n{"text":\n[]\nnull\n"two"\n{"text":null}\n{"text":3}\n{"body":"x"}\n{"text":"nine"}\n',
    ['one', ...Array(4).fill('!bad-json'), ...Array(3).fill('!bad-field'), 'nine']
  ],
  [
    'JSONL with blank lines, which are no records',
    ['-f', 'jsonl'],
    '\n{"text":"one"}\n\n \t \n\r\n{"text":"two"}\r\n\u00a0\n\r\r\n{"text":""}\n\n\n   ',
    ['one', 'two', '']
  ],
  ['JSONL of blank lines alone', ['-f', 'jsonl'], '\n\n\r\n  \n', []],
  ['JSONL of a byte order mark alone', ['-f', 'jsonl'], '\ufeff', []],
  ['JSONL of a mark and a blank line', ['-f', 'jsonl'], '\ufeff\r\n{"text":"one"}', ['one']],
  ['JSONL after a mark', ['-f', 'jsonl'], '\ufeff{"text":"one"}\n', ['one']],
  ['a byte order mark alone', [], '\ufeff', []],
  ['a file that ends within what might have been a mark', [], bytes([0xef, 0xbb]), ['!bad-utf8']],
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
  ['CSV with a mark and a line end in its first record', ['-f', 'csv'], '\ufeff"te\nxt",text\n1,"a\nb"\n', ['a\nb']],
  [
    'CSV with a mark, a line end in its first record, and no header',
    ['-f', 'csv', '--no-header'],
    '\ufeff"a\r\n""b"",\n",1\nc,2\n',
    ['a\r\n"b",\n', 'c']
  ],
  [
    'CSV without quotes',
    ['-f', 'csv', '--quote', 'none'],
    'id,text\n1,"one\n2,two"\n3,"three"\n',
    ['"one', 'two"', '"three"']
  ],
  [
    'TSV, which has no quotes',
    ['-f', 'tsv'],
    'id\ttext\n1\t"A dog barked\n2\tall night"\n',
    ['"A dog barked', 'all night"']
  ],
  ['TSV by its delimiter', ['-f', 'csv', '--delimiter', '\\t'], 'id\ttext\r\n1\t"a\r\n2\t""b""\r\n', ['"a', '""b""']],
  ['TSV with a quote that opens and never closes', ['-f', 'tsv'], 'text\n"one\ntwo\n\nthree', ['"one', 'two', 'three']],
  ['TSV with quotes, where that is said', ['-f', 'tsv', '--quote', 'double'], 'id\ttext\n1\t"a\nb\tc"\n', ['a\nb\tc']],
  [
    'TSV with a mark and quotes in its header',
    ['-f', 'tsv', '--column', '"text"'],
    '\ufeff"text"\tb\n"one"\t2\n',
    ['"one"']
  ],
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

test('a quote that takes lines along is said, with the line on which it began', async () => {
  const { code, stdout } = await embed(['-f', 'csv'], 'id,text\n1,one\n2,"a\nb","open\n3,three\n4,four')
  assert.equal(code, 3)
  assert.deepEqual(jsonLines(stdout)[1], {
    index: 1,
    line: 3,
    error: {
      code: 'bad-csv',
      message:
        'the quote at line 4, character 4 is not closed; lines 4 to 6 went into it (--quote none reads quotes as letters)'
    }
  })
  const closed = await embed(['-f', 'csv'], 'id,text\n1,"A dog\n2,"barked" all\n3,night\n')
  const [record, next] = jsonLines(closed.stdout)
  assert.deepEqual([record.line, record.error.code, next.error], [2, 'bad-csv', undefined])
  assert.match(
    record.error.message,
    /^text follows the closing quote at line 3, character 3; lines 2 to 3 went into it/
  )
  const more = jsonLines((await embed(['-f', 'csv'], 'id,text\n1,"A dog\n2,barked"\n3,a,"b\nc"\n')).stdout)[1]
  assert.equal(more.line, 4)
  assert.match(more.error.message, /^the record has 3 fields, the first one has 2; lines 4 to 5 went into it/)
  const alone = jsonLines((await embed(['-f', 'csv'], 'id,text\n1,"open')).stdout)[0]
  assert.equal(alone.error.message, 'the quote at line 2, character 3 is not closed')
})

test('a quote that makes one record of what could be several is said once, and not where it is plain CSV', async () => {
  const swallowed = 'id,text\n1,"A dog barked\n2,all night"\n3,"so\n4,did I"\n'
  const { code, stdout, stderr } = await embed(['-f', 'csv'], swallowed)
  assert.deepEqual([code, jsonLines(stdout).length], [0, 2])
  assert.match(
    stderr,
    /^attnscope: standard input, line 2: a quote makes several lines one record; say --quote none [^\n]*\n$/
  )
  const file = join(scratch.path, 'dog.csv')
  writeFileSync(file, swallowed)
  assert.match((await embed([file], '')).stderr, /dog\.csv, line 2: /)
  assert.equal((await embed(['-f', 'csv'], 'id,text\n1,"Dear all,\nas said\n\nyours, B"\n')).stderr, '')
})

const values = [
  '1278347468690915330',
  '-9007199254740993',
  '123456789012345678901234567890.000',
  '1e400',
  '-1E-400',
  '1.0',
  '-0',
  '0.10',
  '"\\u00e9\\/\\ud800 \\"x\\\\"',
  '"\\\\"',
  '""',
  '"a, b: {c} [d]"',
  'true',
  'null',
  '{}',
  '[]',
  '{"b": [1.0, {"2":1e2, "1" : [ ]}],\t"a":"}" ,"a":"]\\""}',
  '[ 1278347468690915331 ,"[", {"x":"\\\\"} ]',
  '"é 世界 👋 \u2028"'
]
test('a kept value is the text that stands there, byte for byte', async () => {
  const lines = values.map((value, i) => {
    const blank = i % 2 ? ' ' : ''
    return `{"text":"a",${blank}"id"${blank}:${blank}${value}${blank},"z":[{"id":0}]}`
  })
  const { code, stdout } = await embed(['-f', 'jsonl', '--keep', 'id'], `\ufeff${lines.join('\r\n')}`)
  const got = stdout.toString().trim().split('\n')
  assert.deepEqual([code, got.length], [0, values.length])
  for (const [i, value] of values.entries()) {
    assert.ok(got[i].startsWith(`{"index":${i},"id":${value},"embedding":[`), `${got[i].slice(0, 100)} is not ${value}`)
  }
})

test('kept fields: the last of one name counts, their order is that of --keep, and errors have them too', async () => {
  const kept = async (keep, line, args = ['-f', 'jsonl']) => {
    const text = (await embed([...args, '--keep', keep], line)).stdout.toString()
    return /^\{"index":0,(.*?),"(?:embedding|line)":/s.exec(text)[1]
  }
  assert.equal(await kept('id', '{"id":1.0,"text":"a","id" : 2.0 ,"i\\u0064":3.00}'), '"id":3.00')
  assert.equal(await kept('2,b,1', '{"1":1.0,"2":2.0,"text":"a"}'), '"2":2.0,"b":null,"1":1.0')
  assert.equal(
    await kept('__proto__,constructor', '{"__proto__":1e400,"text":"a"}'),
    '"__proto__":1e400,"constructor":null'
  )
  assert.equal(await kept('a "b"', '{"a \\"b\\"":01,"text":"a"}').catch(() => 'none'), 'none')
  assert.equal(await kept('a "b"', '{"a \\"b\\"":1.50,"text":7}'), '"a \\"b\\"":1.50')
  assert.equal(await kept('text', '{"text":"\\u0061"}'), '"text":"\\u0061"')
  const csv = ['-f', 'csv', '--no-header', '--column', '3']
  assert.equal(await kept('2,1', '1e400,"say ""x""",a', csv), '"2":"say \\"x\\"","1":"1e400"')
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
  writeFileSync(table, 'id\ttext\n1\t"five, six\n')
  const { code, stdout } = await embed([plain, json, '-', table], 'from the pipe\n')
  const records = jsonLines(stdout)
  await assertRecords(records, ['one', 'two', 'three', '!bad-json', 'from the pipe', '"five, six'])
  assert.deepEqual([code, records[3].file, records[3].line], [3, json, 2])
})

const impossible = [
  ['a missing file', ['no-such-file.txt'], '', /no-such-file\.txt cannot be read/],
  ['a folder', [scratch.path], '', /is a folder/],
  ['a missing column', ['-f', 'csv'], 'id,body\n1,x\n', /has no column 'text'; it has 'id', 'body'/],
  ['a missing kept column', ['-f', 'csv', '--keep', 'nr'], 'id,text\n1,x\n', /has no column 'nr'/],
  ['a column past the last', ['-f', 'csv', '--no-header', '--column', '3'], 'a,b\n', /has 2 columns/],
  ['a broken header', ['-f', 'csv'], '"a"b,text\n', /the first record is no CSV/],
  [
    'a header with a quote that is never closed',
    ['-f', 'csv'],
    'id,"text\n1,x\n',
    /quote at line 1, character 4 is not/
  ],
  ['UTF-16, the other way round', [], Buffer.from('\ufeffone\n', 'utf16le').swap16(), /is UTF-16/],
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

test('a byte order mark is one in however small pieces it comes', async () => {
  const child = start(['embed', '-m', folder, '-f', 'csv', '--no-header'])
  for (const byte of Buffer.from('\ufeff"a\nb"\n')) {
    child.stdin.write(Buffer.of(byte))
    await sleep(20)
  }
  child.stdin.end()
  const [[piece], [code]] = await Promise.all([once(child.stdout, 'data'), once(child, 'close')])
  assert.equal(code, 0)
  await assertRecords(jsonLines(piece), ['a\nb'])
})

test('a blank line of JSONL has no row in a matrix', async () => {
  const { code, stdout, stderr } = await embed(['-f', 'jsonl', '-t', 'npy'], '{"text":"one"}\n\n{"text":"two"}\n\n')
  const { rows } = readNpy(stdout)
  assert.deepEqual([code, stderr, rows], [0, '', await model.embed(['one', 'two'])])
})
