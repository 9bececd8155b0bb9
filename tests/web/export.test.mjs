// Files saved from the page: each is opened and looked into.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { axeFaults, field, press, settled, story } from './support/story.mjs'
import { modelFolder, truthOf } from './support/truth.mjs'

const text = "The animal didn't cross the street because it was too tired"
const hostile = '<script>alert(1)</script> "quoted" \u202eabc\u202c =1+1 &amp; 你好 שלום'

const saveAs = (name) => (page) => choose(page, name)
async function choose(page, name) {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}
const saveSvg = saveAs(/SVG/)
const savePng = saveAs(/PNG/)
const saveJson = saveAs(/JSON/)
const saveCsv = saveAs(/CSV/)

// The page runs relaxed SIMD, Node need not: the last digits may differ.
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-5, `${a} is not ${b}`)

/** Opens an SVG file on its own, and reads what is in it. */
async function openSvg(page, bytes) {
  const tab = await page.context().newPage()
  let ran = false
  tab.on('dialog', async (dialog) => {
    ran = true
    await dialog.dismiss()
  })
  await tab.goto(`data:image/svg+xml;base64,${bytes.toString('base64')}`)
  const seen = await tab.evaluate(() => ({
    root: document.documentElement.tagName,
    scripts: document.getElementsByTagName('script').length,
    texts: [...document.querySelectorAll('text')].map((one) => one.textContent),
    paths: [...document.querySelectorAll('path[stroke-width]')].map((one) => Number(one.getAttribute('stroke-width'))),
    images: document.querySelectorAll('image').length,
    styles: document.documentElement.outerHTML.match(/var\(|class=/g)?.length ?? 0
  }))
  await tab.close()
  return { ...seen, ran }
}

/** What each view has when its numbers are there. */
const marks = {
  matrix: 'canvas',
  heads: 'canvas',
  find: 'svg path',
  steps: '.steps[data-ready]',
  compare: '.cosine .value',
  layers: '[role=grid]'
}

/** The view is there and has not changed for a while, however slow the machine is. */
async function drawn(page, view) {
  await page.locator(`.picture ${marks[view]}`).first().waitFor({ timeout: 60_000 })
  await page.evaluate(async () => {
    const picture = () => document.querySelector('.picture')?.innerHTML
    let [seen, since] = [picture(), performance.now()]
    while (performance.now() - since < 500) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      if (picture() !== seen) [seen, since] = [picture(), performance.now()]
    }
  })
}

/** Size of a PNG, and how many of its pixels differ from its first one. */
const inkOf = (page, bytes) =>
  page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([data], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')
    context.drawImage(bitmap, 0, 0)
    const pixels = new Uint32Array(context.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer)
    return { width: bitmap.width, height: bitmap.height, ink: pixels.filter((pixel) => pixel !== pixels[0]).length }
  }, bytes.toString('base64'))

story('links as SVG: every word, the width of every strong link, no style left to resolve', async (page) => {
  const { name, bytes } = await saveSvg(page)
  assert.equal(name, 'attnscope-links.svg')
  const seen = await openSvg(page, bytes)
  assert.equal(seen.root, 'svg')
  for (const word of ['animal', "didn't", '[CLS]', '0.64']) assert.ok(seen.texts.includes(word), word)
  const truth = await truthOf(text)
  assert.ok(seen.paths.some((width) => Math.abs(width - 12 * truth.at(3, 1, 'it', 'animal')) < 0.01))
  assert.equal(seen.styles, 0)
})

for (const view of ['matrix', 'heads', 'find', 'steps', 'compare', 'layers'])
  story(
    `${view}: SVG and PNG of what is seen, of one size, and not empty`,
    async (page) => {
      await drawn(page, view)
      const [vector, raster] = [await saveSvg(page), await savePng(page)]
      const seen = await openSvg(page, vector.bytes)
      assert.equal(seen.root, 'svg')
      assert.ok(seen.texts.length > 10, `${seen.texts.length} texts`)
      const { width, height, ink } = await inkOf(page, raster.bytes)
      const [, w, h] = /width="([\d.]+)" height="([\d.]+)"/.exec(vector.bytes.toString())
      assert.ok(Math.abs(width / height - w / h) < 0.02)
      assert.ok(ink > width * height * 0.01, `${ink} of ${width * height} pixels`)
      if (view === 'matrix' || view === 'heads') assert.ok(seen.images > 0)
    },
    { hash: `#v=1&view=${view}`, settle: true }
  )

story('a long sentence is saved whole, with what one has to scroll to', async (page) => {
  const words = Array.from({ length: 60 }, (_, i) => `word${i + 1}`)
  await field(page).fill(words.join(' '))
  await page.locator('[data-side=query] [data-unit="60"]').waitFor()
  await settled(page)
  const scroller = page.locator('.scroller')
  const before = await scroller.evaluate((element) => {
    element.scrollTo(0, 300)
    return [element.clientHeight, element.scrollHeight, element.scrollTop]
  })
  assert.ok(before[1] > before[0] + 300, 'the picture scrolls')
  const { bytes } = await saveSvg(page)
  const seen = await openSvg(page, bytes)
  for (const word of words) assert.ok(seen.texts.filter((one) => one === word).length >= 2, word)
  const height = Number(/height="([\d.]+)"/.exec(bytes.toString())[1])
  assert.ok(height > before[1], `${height} is the whole picture's height`)
  const after = await scroller.evaluate((element) => [element.clientHeight, element.scrollHeight, element.scrollTop])
  assert.deepEqual(after, before, 'and the page is as it was')
})

story(
  'on a phone a table that scrolls sideways is saved with every column',
  async (page) => {
    await drawn(page, 'layers')
    const { bytes } = await saveSvg(page)
    const seen = await openSvg(page, bytes)
    for (const layer of [0, 1, 2, 3, 4, 5]) assert.ok(seen.texts.includes(`layer ${layer}`), `layer ${layer}`)
    assert.ok(Number(/width="([\d.]+)"/.exec(bytes.toString())[1]) > 400)
  },
  { hash: '#v=1&view=layers', options: { viewport: { width: 360, height: 780 } } }
)

story('hostile text comes out of every file as text', async (page) => {
  await field(page).fill(hostile)
  await page.locator('[data-side=query]').getByRole('button', { name: 'שלום' }).waitFor()
  await settled(page)
  const { bytes } = await saveSvg(page)
  const seen = await openSvg(page, bytes)
  assert.equal(seen.scripts, 0)
  assert.equal(seen.ran, false)
  assert.ok(seen.texts.includes('script>alert(1)</'), seen.texts.join('|'))
  assert.doesNotMatch(bytes.toString(), /[\u202a-\u202e\u2066-\u2069]/)
  const table = (await saveCsv(page)).bytes.toString()
  assert.doesNotMatch(table, /(^|,|\n)"?[=+@]/)
  const json = JSON.parse((await saveJson(page)).bytes.toString())
  assert.equal(json.text, hostile)
})

story('the numbers of the links: JSON and CSV hold every weight that the model gave', async (page) => {
  const truth = await truthOf(text)
  const json = JSON.parse((await saveJson(page)).bytes.toString())
  assert.equal(json.weights.length, 169)
  const found = json.weights.find((row) => row['query word'] === 'it' && row['key word'] === 'animal')
  near(found.weight, truth.at(3, 1, 'it', 'animal'))
  const lines = (await saveCsv(page)).bytes
    .toString()
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
  assert.equal(lines.length, 170)
  const line = lines.find((one) => /^3,1,\d+,it,\d+,animal,/.test(one))
  assert.equal(Number(line.split(',').at(-1)), found.weight)
})

const tables = { heads: 'heads', layers: 'layers', compare: 'comparison', steps: 'one query' }
for (const [view, table] of Object.entries(tables))
  story(
    `the numbers of ${view} are in its file`,
    async (page) => {
      await drawn(page, view)
      const json = JSON.parse((await saveJson(page)).bytes.toString())
      const truth = await truthOf(text)
      const rows = json[table]
      if (view === 'heads') assert.equal(rows.length, 72)
      if (view === 'layers') {
        const row = rows.find((one) => one.layer === 3 && one['key word'] === 'animal')
        near(row['head 1'], truth.at(3, 1, 'it', 'animal'))
        const sum = rows.filter((one) => one.layer === 5).reduce((total, one) => total + one.rollout, 0)
        assert.ok(Math.abs(sum - 1) < 1e-5)
      }
      if (view === 'compare') {
        const row = rows.find((one) => one['first query'] === 'it' && one['first key'] === 'animal')
        near(row.first, truth.at(3, 1, 'it', 'animal'))
        assert.ok(row.second < row.first && Math.abs(row.change - (row.second - row.first)) < 1e-12)
        assert.equal(json.cosines[0].embedding > 0.99, true)
      }
      if (view === 'steps') {
        assert.ok(Math.abs(rows.reduce((sum, row) => sum + row.weight, 0) - 1) < 1e-5)
        for (const row of rows) assert.ok(Math.abs(row.score / Math.sqrt(32) - row.scaled) < 1e-4)
        assert.equal(json.q.length, rows.length)
      }
    },
    { hash: `#v=1&view=${view}` }
  )

/** Reads again, for ten seconds at most, until what is read is what is wanted. */
async function eventually(read, wanted) {
  for (const end = Date.now() + 10_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const text = await read()
    if (wanted.test(text)) return text
    assert.ok(Date.now() < end, `still no ${wanted} in: ${text}`)
  }
}

story(
  'the copied JavaScript, run, gives the number on the screen; the Python names the same head',
  async (page) => {
    const read = () => page.evaluate(() => navigator.clipboard.readText())
    /** The message of an earlier copy may still be there: what counts is what the clipboard holds. */
    const copy = async (name, wanted) => {
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('menuitem', { name }).click()
      await page.getByText('Code copied').waitFor()
      return eventually(read, wanted)
    }
    const code = await copy(/JavaScript/, /loadModel/)
    const runnable = code
      .replace("'attnscope'", JSON.stringify(new URL('../../dist/index.js', import.meta.url).href))
      .replace(/loadModel\("hf:[^"]*"\)/, `loadModel(${JSON.stringify(modelFolder)})`)
    const module = await import(
      `data:text/javascript,${encodeURIComponent(`${runnable}\nexport { weights, result }\nmodel.dispose()`)}`
    )
    const names = module.result.tokens.map((token) => token.text)
    const weight = module.weights[names.indexOf('it') * names.length + names.indexOf('animal')]
    assert.equal(weight.toFixed(2), '0.64')
    const python = await copy(/Python/, /from transformers/)
    assert.match(python, /outputs\.attentions\[3\]\[0, 1\]/)
    assert.match(python, /"sentence-transformers\/all-MiniLM-L6-v2"/)
  },
  { options: { permissions: ['clipboard-read', 'clipboard-write'] } }
)

story(
  'the menu opens, moves and closes from the keyboard, gives the focus back, and is clean for axe',
  async (page) => {
    await page.getByRole('button', { name: 'Save', exact: true }).focus()
    await press(page, 'Enter', 'ArrowDown', 'ArrowDown')
    assert.match(await page.evaluate(() => document.activeElement.textContent), /JSON/)
    assert.deepEqual(await axeFaults(page), [])
    await press(page, 'Escape')
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-haspopup')), 'menu')
    assert.equal(await page.getByRole('menu').count(), 0)
  }
)

story(
  'on a phone the whole menu is on the screen',
  async (page) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    for (const item of await page.getByRole('menuitem').all()) {
      const box = await item.boundingBox()
      assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= 360 && box.y + box.height <= 780, JSON.stringify(box))
    }
  },
  { options: { viewport: { width: 360, height: 780 } } }
)
