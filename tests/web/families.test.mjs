// Every family that can be loaded, on the page: the tiny models of tests/golden/families in every view.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadModel } from '../../dist/index.js'
import { loadFolder, webFolder } from './support/browser.mjs'
import { server, settled, story, word } from './support/story.mjs'

const views = readdirSync(`${webFolder}views`, { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .map(({ name }) => name)
const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }
const modelOf = (name) => fileURLToPath(new URL(`../golden/families/${name}/model`, import.meta.url))

/** By folder: what the dialog says of it, in two places. */
const families = {
  bert: ['BERT', 'its word, its place and its sentence, a learned row for each'],
  distilbert: ['DistilBERT', 'its word and its place, a learned row for each'],
  electra: [
    'ELECTRA',
    'its word, its place and its sentence, a learned row for each, 16 numbers that a matrix makes 24'
  ],
  roberta: ['RoBERTa', 'its word and its place, a learned row for each'],
  albert: [
    'ALBERT: all layers have one set of weights',
    'its word, its place and its sentence, a learned row for each, 16 numbers that a matrix makes 24'
  ]
}

async function go(page, hash) {
  await page.goto(`${server.address}#v=1&${hash}`)
  await settled(page)
  if (hash.includes('view=steps')) await page.locator('.steps[data-ready]').waitFor()
}

const fits = async (page, where) => {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(over <= 0, `${where}: ${over} px over the edge`)
}

const textOf = (mask) => `text=${encodeURIComponent(`The dog crossed the ${mask}.`)}`

story('each family: its facts in words, every view, steps that agree, the words for a mask', async (page) => {
  for (const [name, [family, starts]] of Object.entries(families)) {
    const model = await loadModel(modelOf(name))
    const { layers, heads, maskToken } = model.info
    const [filled] = await model.fillMask(`The dog crossed the ${maskToken.text}.`, { top: 5 })
    model.dispose()
    await loadFolder(page, modelOf(name))
    await page.locator('button.chip').click()
    const facts = await page.locator('dialog dl').textContent()
    for (const said of [family, starts, 'LayerNorm after each sum', `for a ${maskToken.text} in the sentence`])
      assert.ok(facts.includes(said), `${name} does not say “${said}”: ${facts}`)
    await page.keyboard.press('Escape')
    assert.match(await page.locator('button.chip').getAttribute('title'), new RegExp(family.split(':')[0]))

    for (const view of views) {
      await go(page, `view=${view}&${textOf(maskToken.text)}`)
      await fits(page, `${name}, ${view}`)
      if (view === 'links') await word(page, 'query', maskToken.text).waitFor()
      if (name === 'roberta')
        assert.doesNotMatch(
          await page.locator('body').innerText(),
          /\[(CLS|SEP|MASK)\]/,
          `${view} speaks of BERT's tokens`
        )
    }
    assert.deepEqual(
      (await page.locator('.masks li button bdi').allTextContents()).map((text) => text.trim()),
      filled.candidates.map(({ text }) => text.trim())
    )
    for (const head of ['0.0', `${layers - 1}.${heads - 1}`]) {
      await go(page, `view=steps&heads=${head}&${textOf(maskToken.text)}`)
      const all = page.getByRole('button', { name: 'Open all' })
      if (await all.isVisible()) await all.click()
      await page.locator('.steps[data-ready]').waitFor()
      // Of thirteen steps one copies, and a later layer's first does too.
      const checks = page.locator('.telling [data-check]')
      assert.equal(await checks.count(), head === '0.0' ? 12 : 11, `${name}, head ${head}`)
      assert.equal(await page.locator('.telling .bad').count(), 0, `${name}, head ${head}`)
    }
  }
})

story(
  'each family on a phone, in Chinese and dark: nothing runs over the edge in any view',
  async (page) => {
    for (const name of Object.keys(families)) {
      await loadFolder(page, modelOf(name))
      for (const view of views) {
        await go(page, `view=${view}&text=${encodeURIComponent('The dog crossed the street.')}`)
        await fits(page, `${name}, ${view}`)
      }
    }
  },
  { options: { ...phone, locale: 'zh-CN', colorScheme: 'dark' } }
)
