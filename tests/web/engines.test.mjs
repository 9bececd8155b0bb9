// The main story, all views, the dark and a phone in each of the three engines that is installed: other engines for the
// script, the layout and the module. The READMEs say which versions were tried last (engines-table.mjs).
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepTried } from './engines-table.mjs'
import { servePage } from './support/browser.mjs'
import { engines } from './support/engines.mjs'

const views = ['links', 'matrix', 'heads', 'find', 'steps', 'compare', 'layers']
const desktop = { width: 1280, height: 900 }
const phone = { width: 360, height: 780 }

let server
before(async () => (server = await servePage()))
after(() => server?.close())

/** Reads again, for two minutes at most, until it is what is wanted. */
async function eventually(tab, expression, wanted) {
  for (const end = Date.now() + 120_000; ; await sleep(200)) {
    const value = await tab.run(expression)
    if (value === wanted) return
    assert.ok(Date.now() < end, `${expression} is ${value}, not ${wanted}`)
  }
}

async function openPage(tab) {
  await tab.goto(server.address)
  await eventually(tab, `document.querySelector('.picture')?.dataset.ready`, 'links')
}

const clickOn = (tab, text) =>
  tab.run(`void [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === '${text}').click()`)

const weightOf = (label) =>
  `[...document.querySelectorAll('[data-side=key] .row')].find((row) => row.querySelector('button').textContent === '${label}')?.querySelector('.number')?.textContent`

const queryWords = `[...document.querySelectorAll('[data-side=query] button')].map((word) => word.textContent).join(' ')`

/** How light what lies behind everything is: 0 black, 255 white. */
const ground = `(() => {
  const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/[0-9.]+/g).map(Number)
  return Math.round((r + g + b) / 3)
})()`

for (const { name, skip, open } of engines) {
  for (const [where, options] of [
    ['on a desktop', desktop],
    ['on a phone in the dark', { ...phone, dark: true }]
  ]) {
    describe(`${name} ${where}`, { skip, timeout: 300_000 }, () => {
      let tab
      before(async () => {
        tab = await open(options)
        await openPage(tab)
      })
      after(() => tab?.close())

      test('"it" looks at the animal when it is tired, and less when the street is wide', async () => {
        await eventually(tab, weightOf('animal'), '0.64')
        await clickOn(tab, 'wide')
        await eventually(tab, weightOf('animal'), '0.27')
      })

      test('what is typed is drawn', async () => {
        await tab.run(`(document.querySelector('textarea').focus(), document.querySelector('textarea').select())`)
        await tab.type('Tom saw Jerry')
        await eventually(tab, queryWords, '[CLS] Tom saw Jerry [SEP]')
      })

      test('it is as light or as dark as the system', async () => {
        const light = await tab.run(ground)
        assert.ok(options.dark ? light < 60 : light > 230, `the ground is ${light}`)
      })

      for (const view of views) {
        test(`the view ${view} is drawn, and nothing is wider than the screen`, async () => {
          await tab.run(`void document.querySelectorAll('nav button')[${views.indexOf(view)}].click()`)
          await eventually(tab, `document.querySelector('.picture')?.dataset.ready`, view)
          const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
          assert.equal(await tab.run(wider), 0)
        })
      }

      test('and the page never complained', async () => {
        assert.deepEqual(await tab.faults(), [])
        keepTried(name, tab.version)
      })
    })
  }
}
