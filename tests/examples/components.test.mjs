// The components for people's own pages, each in Chromium on the real model: what they show, that a text typed over is
// let go, and that nothing runs on when they are gone.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { loadModel } from 'attnscope'
import { folder as modelFolder } from '../js/support/model.mjs'
import { findChromium, launch, openPage } from '../web/support/browser.mjs'
import { bundle, serve } from './support/bundle.mjs'
import { exampleTools } from './support/tools.mjs'

const chromium = findChromium()
const { folder: tools, missing } = await exampleTools()
// In CI nobody would read that it was skipped, so there it fails.
const noBrowser = !chromium && process.env.CI !== 'true' && 'there is no Chromium'

const sentence = (last) => `The animal didn't cross the street because it was too ${last}`
const expected = {}
let browser
before(async () => {
  if (noBrowser) return
  browser = await launch(chromium)
  const model = await loadModel(modelFolder)
  for (const last of ['tired', 'wide']) {
    const { tokens, attention } = await row(model, sentence(last))
    expected[last] = tokens.map(({ text }, i) => [text, attention[i]])
  }
  model.dispose()
})
after(() => browser?.close())

/** The row of "it" in layer 3, head 1, as Node has it. */
async function row(model, text) {
  const result = await model.encode(text, { trace: { attention: [[3, 1]] } })
  const { tokens } = result
  const query = tokens.findIndex((token) => token.text === 'it')
  return { tokens, attention: result.attention(3, 1).subarray(query * tokens.length, (query + 1) * tokens.length) }
}

const COMPONENTS = {
  React: {
    needs: missing,
    source: `
      import { createElement, StrictMode } from 'react'
      import { createRoot } from 'react-dom/client'
      import { AttentionRow } from './react/attention-row.jsx'
      const root = createRoot(document.querySelector('#app'))
      const component = createElement(AttentionRow, { source: '/model/' })
      root.render(createElement(StrictMode, null, component))
      window.unmount = () => root.unmount()`
  },
  Vue: {
    needs: missing,
    source: `
      import { createApp } from 'vue'
      import AttentionRow from './vue/attention-row.vue'
      const app = createApp(AttentionRow, { source: '/model/' })
      app.mount('#app')
      window.unmount = () => app.unmount()`
  },
  Svelte: {
    needs: false,
    source: `
      import { mount, unmount } from 'svelte'
      import AttentionRow from './svelte/attention-row.svelte'
      const component = mount(AttentionRow, { target: document.querySelector('#app'), props: { source: '/model/' } })
      window.unmount = () => unmount(component)`
  },
  // A notebook in small: a cell runs again when its input changes, and tells the run before that it is over.
  'Observable cell': {
    needs: false,
    source: `
      import { attentionCell, modelCell } from './observable/attention-cell.mjs'
      const app = document.querySelector('#app')
      const input = document.createElement('input')
      const place = document.createElement('div')
      input.value = ${JSON.stringify(sentence('tired'))}
      app.append(input, place)
      let gone, again = () => {}
      window.unmount = () => { again(); gone(); app.replaceChildren() }
      const model = await modelCell('/model/', new Promise((resolve) => (gone = resolve))).catch(() => null)
      async function run() {
        again()
        const superseded = new Promise((resolve) => (again = resolve))
        let over = false
        superseded.then(() => (over = true))
        try {
          const svg = await attentionCell(model, input.value, 'it', superseded)
          if (!over) place.replaceChildren(svg)
        } catch (error) {
          if (!over) throw error
        }
      }
      input.addEventListener('input', run)
      if (model) await run()`
  }
}

/** What is on the screen: [token, weight], from a list or from the cell's SVG. */
const shown = (page) =>
  page.evaluate(() => {
    const words = [...document.querySelectorAll('#app li, #app svg')].flatMap((element) =>
      [...element.querySelectorAll('button, output, text:not(:first-of-type)')].map((part) => part.textContent)
    )
    return words.flatMap((word, i) => (i % 2 ? [] : [[word, words[i + 1]]]))
  })

/** Polls until the screen shows these weights, to the last shown digit or one beside it. */
async function showsRow(page, wanted) {
  const isThere = (now) =>
    now.length === wanted.length &&
    wanted.every(([word, weight], i) => now[i][0] === word && Math.abs(Number(now[i][1]) - weight) < 0.0011)
  const until = Date.now() + 60_000
  let now
  do {
    now = await shown(page)
    if (isThere(now)) return
    await nextFrame(page)
  } while (Date.now() < until)
  assert.fail(`wanted ${JSON.stringify(wanted)}, the page shows ${JSON.stringify(now)}`)
}

const nextFrame = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))

/** Polls until the page has no worker, or has one. */
async function workers(page, wanted) {
  const until = Date.now() + 30_000
  while (page.workers().length > 0 !== wanted && Date.now() < until) await nextFrame(page)
  assert.equal(page.workers().length > 0, wanted)
}

for (const [name, { needs, source }] of Object.entries(COMPONENTS)) {
  describe(name, { skip: noBrowser || needs }, () => {
    const output = mkdtempSync(join(tmpdir(), 'attnscope-example-'))
    let server
    let opened
    before(async () => {
      await bundle(source, output, tools)
      server = await serve(output)
      opened = await openPage(browser, server.address)
      await opened.page.goto(server.address)
    })
    after(async () => {
      await opened?.close()
      server?.close()
      rmSync(output, { recursive: true, force: true })
    })

    test('shows what the head looks at from "it"', async () => {
      await showsRow(opened.page, expected.tired)
    })

    test('shows the text that was typed last, whatever was typed on the way', async () => {
      const { page } = opened
      const input = page.locator('#app input')
      await input.fill(sentence(''))
      await input.pressSequentially('wide')
      await showsRow(page, expected.wide)
      assert.equal(await page.locator('[role=alert]').count(), 0)
    })

    test('ends its worker when it goes, and did nothing wrong before', async () => {
      await opened.page.evaluate(() => window.unmount())
      await workers(opened.page, false)
      assert.deepEqual(opened.faults, [])
    })

    test('ends its worker also when it goes before the model is there', async () => {
      const { page } = opened
      await page.goto(server.address)
      await workers(page, true)
      await page.evaluate(() => window.unmount())
      await workers(page, false)
    })
  })
}
