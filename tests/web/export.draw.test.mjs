import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { loadTs } from './support/load-ts.mjs'

const csv = await loadTs('shell/export/csv.ts')
const svg = await loadTs('shell/export/svg.ts')
const scene = await loadTs('shell/export/scene.ts')
const { readColour } = await loadTs('shell/export/colour.ts')
const { everyHeadCode, quote, weightsCode } = await loadTs('shared/code.ts')
const { factsOf } = await loadTs('model/facts.ts')
const { toJson } = await loadTs('shell/export/json.ts')

const hostile = '</text><script>alert("1")</script> \u202egnp.exe\u2066 \u0000\ud800 \'"`$ {1}\\ \n\u2028 👨‍👩‍👧 你好'

/** RFC 4180, read by hand. */
function parseCsv(text) {
  const rows = [[]]
  let [field, quoted] = ['', false]
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (quoted) {
      if (c !== '"') field += c
      else if (text[i + 1] === '"') field += text[++i]
      else quoted = false
    } else if (c === '"') quoted = true
    else if (c === ',' || c === '\r') {
      rows.at(-1).push(field)
      field = ''
      if (c === '\r') {
        assert.equal(text[++i], '\n')
        rows.push([])
      }
    } else field += c
  }
  assert.deepEqual(rows.pop(), [])
  return rows
}

test('a model by any name is text in the code, in either language', async () => {
  const { codeOf } = await loadTs('shell/export/save.ts')
  const reading = { texts: ['a'], text: 'a', units: [] }
  const shown = (model) => ({
    view: { id: 'links' },
    parts: { code: weightsCode },
    reading,
    second: null,
    heads: [{ layer: 0, head: 0 }],
    model,
    facts: factsOf(null)
  })
  const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', "it's", 'a"b', 'two\nlines', '<b>', hostile]
  for (const model of names)
    for (const language of ['javascript', 'python']) {
      const code = codeOf(language, shown(model))
      assert.ok(code.includes(`(${quote(model)})`) || code.includes(`= ${quote(model)}\n`), `${language}: ${code}`)
      assert.doesNotMatch(code, /native code|hf:/)
    }
  assert.match(codeOf('javascript', shown('all-MiniLM-L6-v2')), /hf:sentence-transformers\/all-MiniLM-L6-v2/)
})

test('CSV: what is written is what is read, whatever the text', () => {
  const rows = [
    ['a,b', 1.5, null],
    ['say "hi"', -0.25, 'line\r\nbreak'],
    [' blank ', 1e-9, '狗']
  ]
  const table = { name: 't', columns: ['x', 'y', 'z'], rows }
  assert.deepEqual(parseCsv(csv.toCsv(table)), [
    ['x', 'y', 'z'],
    ...rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell))))
  ])
})

test('CSV: no cell of text begins as a formula, and numbers stay numbers', () => {
  const cells = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =cmd|x',
    '\u200b=1',
    '＝1',
    '-',
    "-2+3+cmd|' /C calc'!A0"
  ]
  const read = parseCsv(csv.toCsv({ name: 't', columns: ['c'], rows: cells.map((cell) => [cell]) }))
  for (const [i, cell] of cells.entries()) assert.equal(read[i + 1][0], `'${cell}`)
  assert.match(csv.toCsv({ name: 't', columns: ['c'], rows: [[-0.5], ['it']] }), /^c\r\n-0\.5\r\nit\r\n$/)
})

const text = (words) => ({
  kind: 'text',
  text: words,
  x: 1,
  y: 2,
  width: 30,
  rtl: false,
  fill: '#112233',
  font: { family: '"A & B", serif', size: 12, weight: '600', style: 'normal', spacing: 0, tabular: true },
  turn: 0,
  opacity: 1,
  clip: null
})
const picture = (marks, title = 't') =>
  svg.toSvg({ width: 100, height: 50, background: '#ffffff', title, description: title, marks })

test('SVG: hostile text is text, and nothing in the source can turn the source around', () => {
  const file = picture([text(hostile)], hostile)
  assert.doesNotMatch(file, /<script/i)
  assert.doesNotMatch(file, /[\u202a-\u202e\u2066-\u2069\u2028]|\p{Surrogate}/u)
  assert.match(file, /&lt;script&gt;alert\(&quot;1&quot;\)&lt;\/script&gt; &#x202e;gnp\.exe&#x2066;/)
  assert.equal(file.includes('\0'), false)
  assert.equal(file.match(/<text /g).length, 1)
  assert.match(file, /font-family="&quot;A &amp; B&quot;, serif"/)
})

test('SVG: colours carry their opacity apart, clips are shared, and a box has round corners', () => {
  const clip = { x: 1, y: 2, width: 3, height: 4 }
  const shape = {
    kind: 'shape',
    path: scene.boxPath({ x: 0, y: 0, width: 10, height: 10 }, 3),
    matrix: [1, 0, 0, 1, 5, 6],
    opacity: 0.5,
    clip
  }
  const file = picture([
    { ...shape, fill: '#11223380', stroke: null },
    { ...shape, fill: null, stroke: { colour: '#000000', width: 2, dash: [4, 2], cap: 'round' } }
  ])
  assert.match(file, /fill="#112233" fill-opacity="0.5"/)
  assert.match(
    file,
    /fill="none" stroke="#000000" stroke-width="2" stroke-dasharray="4 2" stroke-linecap="round" transform="matrix\(1 0 0 1 5 6\)" opacity="0.5"/
  )
  assert.equal(file.match(/<clipPath/g).length, 1)
  assert.match(file, /a3 3 0 0 1/)
})

test('scene: boxes that do not meet have nothing in common', () => {
  const box = (x) => ({ x, y: 0, width: 10, height: 10 })
  assert.deepEqual(scene.overlap(box(0), box(6)), { x: 6, y: 0, width: 4, height: 10 })
  assert.equal(scene.overlap(box(0), box(10)), null)
  assert.deepEqual(scene.overlap(null, box(1)), box(1))
})

test('colours: as browsers compute them, to what every program reads', () => {
  assert.equal(readColour('rgb(15, 118, 110)'), '#0f766e')
  assert.equal(readColour('rgba(0, 0, 0, 0)'), null)
  assert.equal(readColour('rgb(255 0 0 / 50%)'), '#ff000080')
  assert.equal(readColour('color(srgb 0.5 0.25 1 / 0.4)'), '#8040ff66')
  assert.equal(readColour('none'), null)
})

const facts = (family) => ({ ...factsOf(null), family })
const wish = (more = {}) => ({
  facts: facts('bert'),
  texts: ['I saw a saw'],
  second: null,
  heads: [{ layer: 3, head: 1 }],
  source: 'hf:org/name',
  hub: 'org/name',
  ...more
})
const codes = {
  'chosen heads': weightsCode,
  'every head': everyHeadCode,
  ...Object.fromEntries(
    await Promise.all(
      ['steps', 'compare', 'layers'].map(async (view) => [view, (await loadTs(`views/${view}/code.ts`)).code])
    )
  )
}

test('code: a literal reads back as the text, and shows nothing that is not seen', () => {
  const literal = quote(hostile)
  assert.match(literal, /^"[^\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\n]*"$/)
  assert.equal(JSON.parse(literal), hostile.replace('\ud800', '\ufffd'))
  assert.equal(new Function(`return ${literal}`)(), hostile.replace('\ud800', '\ufffd'))
})

test('code: JavaScript of every view parses, with hostile text in every place', async () => {
  const { parse } = await import('acorn')
  for (const [view, { javascript }] of Object.entries(codes)) {
    const code = javascript(wish({ texts: [hostile, hostile], second: hostile, source: hostile })).join('\n')
    const program = parse(code, { ecmaVersion: 2022, sourceType: 'module', allowAwaitOutsideFunction: true })
    assert.equal(program.body[0].type, 'ImportDeclaration', view)
  }
})

const python = (() => {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return 'python3'
  } catch {
    return null
  }
})()

test('code: Python of every view parses, and its text is the text', {
  skip: python ? false : 'no python3 on PATH'
}, () => {
  const check =
    'import ast,sys,json\nt=ast.parse(sys.stdin.buffer.read().decode())\nprint(json.dumps([n.value for n in ast.walk(t) if isinstance(n,ast.Constant) and isinstance(n.value,str)]))'
  for (const [view, { python: inPython }] of Object.entries(codes)) {
    const code = inPython(wish({ texts: [hostile], second: hostile, hub: hostile })).join('\n')
    const strings = JSON.parse(execFileSync(python, ['-c', check], { input: code, encoding: 'utf8' }))
    assert.ok(strings.includes(hostile.replace('\ud800', '\ufffd')), view)
  }
})

test('code: Python loads the class of the family, and finds its query, key and value', () => {
  const said = (family) => codes.steps.python(wish({ facts: facts(family) })).join('\n')
  assert.match(
    said('bert'),
    /import AutoTokenizer, BertModel\n[\s\S]*model\.encoder\.layer\[layer\]\.attention\.self\n[\s\S]*attention\.query\(x\)/
  )
  assert.match(
    said('distilbert'),
    /= DistilBertModel\.from[\s\S]*model\.transformer\.layer\[layer\]\.attention\n[\s\S]*attention\.q_lin\(x\)/
  )
  assert.match(
    said('albert'),
    /= AlbertModel\.from[\s\S]*albert_layer_groups\[layer \* model\.config\.num_hidden_groups \/\/ model\.config\.num_hidden_layers\]\.albert_layers\[0\]\.attention\n/
  )
  assert.match(said('roberta'), /= RobertaModel\.from[\s\S]*model\.encoder\.layer\[layer\]\.attention\.self\n/)
  for (const family of ['some-other', 'constructor']) assert.match(said(family), /= AutoModel\.from/)
})

test('JSON: a line of a table is an object, and what is not there is null', () => {
  const read = JSON.parse(
    toJson({ text: hostile }, [
      {
        name: 'w',
        columns: ['a', 'b'],
        rows: [
          [1, 'x'],
          [2, null]
        ]
      }
    ])
  )
  assert.deepEqual(read.w, [
    { a: 1, b: 'x' },
    { a: 2, b: null }
  ])
  assert.equal(read.text, hostile)
})
