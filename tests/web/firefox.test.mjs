// The main story once more in Firefox, where it is installed: another engine for the script, the layout and the module.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { servePage } from './support/browser.mjs'
import { findFirefox, openFirefox } from './support/firefox.mjs'

const program = findFirefox()
const skip = program ? false : 'no Firefox: set FIREFOX, or install it'
const options = { skip, timeout: 240_000 }

let server
let firefox

before(async () => {
  if (skip) return
  server = await servePage()
  firefox = await openFirefox(program)
})
after(async () => {
  await firefox?.close()
  await server?.close()
})

/** Reads again, for two minutes at most, until it is what is wanted. */
async function eventually(expression, wanted) {
  for (const end = Date.now() + 120_000; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const value = await firefox.run(expression)
    if (value === wanted) return
    assert.ok(Date.now() < end, `${expression} is ${value}, not ${wanted}`)
  }
}

async function open(hash = '') {
  firefox.faults.length = 0
  await firefox.goto('about:blank')
  await firefox.goto(server.address + hash)
  await eventually(`document.querySelector('.picture[data-ready]') !== null`, true)
}

const weightOf = (label) =>
  `[...document.querySelectorAll('[data-side=key] .row')].find((row) => row.querySelector('button').textContent === '${label}')?.querySelector('.number')?.textContent`

test('Firefox: "it" looks at the animal when it is tired, and less when the street is wide', options, async () => {
  await open()
  await eventually(weightOf('animal'), '0.64')
  await firefox.run(`[...document.querySelectorAll('button')].find((one) => one.textContent === 'wide').click()`)
  await eventually(weightOf('animal'), '0.27')
  assert.deepEqual(firefox.faults, [])
})

test('Firefox: what is typed is drawn', options, async () => {
  await open()
  await firefox.run(`document.querySelector('textarea').focus(), document.querySelector('textarea').select()`)
  await firefox.type('Tom saw Jerry')
  await eventually(
    `[...document.querySelectorAll('[data-side=query] button')].map((word) => word.textContent).join(' ')`,
    '[CLS] Tom saw Jerry [SEP]'
  )
  assert.deepEqual(firefox.faults, [])
})

for (const view of ['links', 'matrix', 'heads', 'find', 'steps', 'compare', 'layers']) {
  test(`Firefox: the view ${view} is drawn, and on a phone nothing is wider than the screen`, options, async () => {
    await firefox.resize(360, 780)
    await open(`#v=1&view=${view}`)
    await eventually(`document.querySelector('.picture').dataset.ready`, view)
    assert.equal(await firefox.run('document.documentElement.scrollWidth - document.documentElement.clientWidth'), 0)
    assert.deepEqual(firefox.faults, [])
  })
}
