import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTs } from './support/load-ts.mjs'

const { Address, isAddress } = await loadTs('state/address.ts')
const { address } = await loadTs('shell/address.ts')
const { field, flag } = await loadTs('state/fields.ts')
const { defaults } = address
const readAddress = (hash) => address.read(hash)
const writeAddress = (state) => address.write(state)
const differences = (a, b) => address.differences(a, b)

const full = {
  view: 'matrix',
  heads: [
    { layer: 5, head: 11 },
    { layer: 0, head: 2 }
  ],
  pins: [
    { side: 'query', index: 8 },
    { side: 'key', index: 0 }
  ],
  sinks: 'hide',
  pieces: true,
  mass: 0.35,
  flow: 'rows',
  difference: true,
  longer: true,
  step: 'softmax',
  heatScale: 'log',
  measure: 'entropy',
  headOrder: 'high',
  headRange: [0.07, 0.29],
  findOrder: 'second',
  compareMode: 'difference',
  aggregate: 'rollout',
  secondUse: 'pair',
  pair: 'ab',
  secondText: '狗吃了食物',
  text: 'I saw a saw & "100%" #1'
}

test('what is written is read again, every part of it', () => {
  assert.deepEqual(readAddress(writeAddress(full)), full)
  assert.deepEqual(readAddress(writeAddress(defaults)), defaults)
})

test('no pins at all is a choice too, and is kept apart from no choice', () => {
  assert.deepEqual(readAddress(writeAddress({ ...defaults, pins: [] })).pins, [])
  assert.equal(readAddress(writeAddress(defaults)).pins, null)
})

const texts = {
  'marks that end a link in other programs': "It's (so) done!*~._-",
  'white space and line ends': '  a\tb\r\nc  ',
  'scripts and emoji': 'مرحبا 👨‍👩‍👧‍👦 cafe\u0301 我爱',
  'markup and a plus': '<script>a+b</script> "x" &amp; %41 %zz',
  'marks that turn the direction, and invisible ones': 'a\u202eb\u202c\u200b\u2066',
  empty: ''
}

for (const [name, text] of Object.entries(texts)) {
  test(`a text goes round: ${name}`, () => {
    const hash = writeAddress({ ...defaults, text })
    assert.equal(readAddress(hash).text, text)
    assert.match(hash, /^#[\w=&%,.]*$/)
    // As a browser gives it back.
    assert.equal(readAddress(new URL(hash, 'http://page/').hash).text, text)
  })
}

test('half a surrogate pair is replaced, and nothing throws', () => {
  assert.equal(readAddress(writeAddress({ ...defaults, text: 'a\ud83dz' })).text, 'a\ufffdz')
})

test('an address cut anywhere keeps all that came before the cut', () => {
  const hash = writeAddress(full)
  for (let end = 0; end <= hash.length; end++) {
    const state = readAddress(hash.slice(0, end))
    if (end > hash.indexOf('&text=') + 6) {
      assert.ok(full.text.startsWith(state.text), `${end}: ${state.text}`)
      assert.deepEqual({ ...state, text: full.text }, full)
    }
  }
  const chinese = writeAddress({ ...defaults, text: '狗吃' })
  assert.equal(readAddress(chinese.slice(0, -2)).text, '狗')
})

const hostile = [
  '#v=1&heads=999999.1,-1.2,a.b,1e3.0&pins=q99999,x1,,,&mass=1e9&view=<img>&sinks=constructor&flow=__proto__&measure=toString&range=90.10&order=%&rank=',
  '#v=1&range=0.999&measure=&colour=2',
  '#v=1&__proto__=1&constructor=2&toString=3&=&&&====',
  `#v=1&heads=${'1.1,'.repeat(10_000)}&pins=${'q1,'.repeat(10_000)}`,
  '#v=99&something=new',
  '#v=1&text=%&second=%f&heads',
  '#',
  ''
]

for (const hash of hostile) {
  test(`what cannot be read is answered by the page's own choice: ${hash.slice(0, 40)}`, () => {
    const state = readAddress(hash)
    assert.deepEqual(Object.keys(state), Object.keys(defaults))
    assert.ok(state.heads.length >= 1 && state.heads.length <= 12)
    assert.ok(state.heads.every(({ layer, head }) => layer <= 999 && head <= 999))
    assert.ok(state.pins === null || state.pins.length <= 64)
    assert.ok(state.mass >= 0.1 && state.mass <= 1)
    assert.match(state.view, /^[a-z]+$/)
    assert.ok(['show', 'fade', 'hide'].includes(state.sinks))
    assert.deepEqual(state.headRange, [0, 1])
    assert.equal(state.measure, 'distance')
    assert.equal(state.heatScale, 'fixed')
    assert.ok(['columns', 'rows'].includes(state.flow))
  })
}

test('the readable parts of a bad address are kept', () => {
  const state = readAddress('#v=1&heads=2.3,x&pins=k4,zz&mass=500&sinks=hide&text=still%20here%E7')
  assert.deepEqual(state.heads, [{ layer: 2, head: 3 }])
  assert.deepEqual(state.pins, [{ side: 'key', index: 4 }])
  assert.equal(state.mass, 1)
  assert.equal(state.sinks, 'hide')
  assert.equal(state.text, 'still here')
})

test('marks that another program escaped are read as they were meant', () => {
  const state = readAddress('#v=1&heads=2%2E3%2C4%2E5&pins=q1%2ck2&range=10%2E20&view=matri%78')
  assert.deepEqual(state.heads, [
    { layer: 2, head: 3 },
    { layer: 4, head: 5 }
  ])
  assert.deepEqual(state.pins, [
    { side: 'query', index: 1 },
    { side: 'key', index: 2 }
  ])
  assert.deepEqual(state.headRange, [0.1, 0.2])
  assert.equal(state.view, 'matrix')
})

test('of a key that stands there twice the first counts', () => {
  assert.deepEqual(readAddress('#v=1&heads=1.1&heads=2.2').heads, [{ layer: 1, head: 1 }])
})

test('a text from an address is never longer than 100 000', () => {
  assert.equal(readAddress(`#v=1&text=${'a'.repeat(200_000)}`).text.length, 100_000)
})

test('a hash that is not of this page is told apart', () => {
  assert.ok(isAddress('#v=1&text=a'))
  assert.ok(!isAddress('#picture'))
  assert.ok(!isAddress(''))
})

test('states are compared part by part', () => {
  assert.deepEqual(differences(defaults, { ...defaults, mass: 0.5, text: 'x' }), ['mass', 'text'])
  assert.deepEqual(differences(full, { ...full, heads: [...full.heads] }), [])
})

test('two parts of the same name are refused, whether of views or of the page', () => {
  const one = (key, name) => ({ [key]: field(name, false, flag) })
  assert.throws(() => new Address([one('a', 'x'), one('b', 'x')]), /called b or x/)
  assert.throws(() => new Address([one('a', 'x'), one('a', 'y')]), /called a or y/)
  assert.throws(() => new Address([one('text', 'x')]), /called text or/)
  assert.equal(
    new Address([one('a', 'x')]).write({ ...new Address([one('a', 'x')]).defaults, a: true }).match(/x=1/)[0],
    'x=1'
  )
})

test('links from before views kept their own choices are read as they were meant', () => {
  const before =
    '#v=1&view=matrix&heads=5.11,0.2&pins=q8,k0&sinks=hide&pieces=1&mass=35&flow=rows&minus=1&longer=1&step=softmax&colour=log&measure=entropy&order=high&range=7.29&rank=second&compare=difference&across=rollout&with=pair&pair=ab&second=%E7%8B%97%E5%90%83%E4%BA%86%E9%A3%9F%E7%89%A9&text=I%20saw%20a%20saw%20%26%20%22100%25%22%20%231'
  assert.deepEqual(readAddress(before), full)
  assert.deepEqual(writeAddress(full).split('&').sort(), before.split('&').sort())
})
