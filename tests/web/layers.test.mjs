// One word through all layers: means and rollout on screen must be those of the model's own weights.
import assert from 'node:assert/strict'
import { axeFaults, press, readLonger, story } from './support/story.mjs'
import { truthModel, truthOf } from './support/truth.mjs'

const text = "The animal didn't cross the street because it was too tired"
const options = { hash: '#v=1&view=layers' }
const row = (page, label) =>
  page
    .getByRole('region', { name: /^Where/ })
    .getByRole('row', { name: new RegExp(`^${label}`) })
    .first()
const cells = (page, label) =>
  row(page, label)
    .getByRole('cell')
    .allInnerTexts()
    .then((all) => all.map((one) => one.trim()))
const ready = (page) => page.getByRole('region', { name: /^Where/ }).waitFor()
const range = (count) => Array.from({ length: count }, (_, i) => i)

story(
  'the mean of the heads is the mean of the heads, and every column sums to 1',
  async (page) => {
    await ready(page)
    const truth = await truthOf(text)
    for (const key of ['[CLS]', 'animal', 'tired']) {
      const name = key.replace(/[[\]]/g, '\\$&')
      const wanted = range(6).map(
        (layer) => range(12).reduce((sum, head) => sum + truth.at(layer, head, 'it', key), 0) / 12
      )
      assert.deepEqual(
        await cells(page, name),
        wanted.map((value) => value.toFixed(3)),
        key
      )
    }
    assert.deepEqual(
      await cells(page, 'sum'),
      range(6).map(() => '1.000')
    )
    assert.match(await page.locator('.named').first().textContent(), /^An aggregate/)
  },
  options
)

story(
  'the greatest of any head is named an aggregate that does not sum to 1',
  async (page) => {
    await ready(page)
    await page.getByRole('radio', { name: 'Greatest of any head' }).check()
    const truth = await truthOf(text)
    const wanted = range(6).map((layer) => Math.max(...range(12).map((head) => truth.at(layer, head, 'it', 'animal'))))
    assert.deepEqual(
      await cells(page, 'animal'),
      wanted.map((value) => value.toFixed(3))
    )
    assert.match(
      await page.locator('.named').first().textContent(),
      /An aggregate.*do not sum to 1, but to something from 1 to 12, the number of heads/
    )
    assert.equal(await row(page, 'sum').count(), 0)
  },
  options
)

story(
  'rollout is the product of 0.5 W + 0.5 I over the layers, with its formula and its source',
  async (page) => {
    await ready(page)
    await page.getByRole('radio', { name: 'Attention rollout' }).check()
    const result = await (await truthModel()).encode(text, { trace: { attention: true } })
    const t = result.tokens.length
    const at = result.tokens.findIndex((token) => token.text === 'it')
    let whole = range(t).map((i) => range(t).map((j) => (i === j ? 1 : 0)))
    const wanted = range(6).map((layer) => {
      const heads = range(12).map((head) => result.attention(layer, head))
      const a = (i, j) => 0.5 * (heads.reduce((sum, w) => sum + w[i * t + j], 0) / 12) + (i === j ? 0.5 : 0)
      whole = range(t).map((i) => range(t).map((j) => range(t).reduce((sum, m) => sum + a(i, m) * whole[m][j], 0)))
      return whole[at][result.tokens.findIndex((token) => token.text === 'animal')]
    })
    assert.deepEqual(
      await cells(page, 'animal'),
      wanted.map((value) => value.toFixed(3))
    )
    assert.deepEqual(
      await cells(page, 'sum'),
      range(6).map(() => '1.000')
    )
    const said = await page.locator('.picture').innerText()
    assert.match(said, /0\.5/)
    assert.match(said, /Abnar and Zuidema.*2020/)
  },
  options
)

story(
  'every head names the word it looks at most, and choosing one chooses it for all views',
  async (page) => {
    await ready(page)
    const truth = await truthOf(text)
    for (const [layer, head] of [
      [0, 2],
      [3, 1],
      [5, 11]
    ]) {
      const words = truth.units.flatMap((unit, i) => (unit.special ? [] : [i]))
      const weights = words.map((i) => truth.at(layer, head, 'it', truth.labels[i]))
      const best = Math.max(...weights)
      const shown = await page.locator(`[data-top="${layer}.${head}"]`).innerText()
      assert.match(shown, new RegExp(`${truth.labels[words[weights.indexOf(best)]]}\\s+${best.toFixed(2)}`))
    }
    await page.locator('[data-top="3.1"]').focus()
    await press(page, 'ArrowDown', 'ArrowRight', 'Enter')
    await page.waitForFunction(() => location.hash.includes('heads=4.2'))
  },
  options
)

story(
  'another word is chosen from the keyboard',
  async (page) => {
    await ready(page)
    await page.getByRole('toolbar').getByRole('button', { name: 'it', exact: true }).focus()
    await press(page, 'ArrowRight', 'Enter')
    await page.getByRole('heading', { name: 'Where “was” looks, layer by layer' }).waitFor()
  },
  options
)

for (const colorScheme of ['light', 'dark'])
  story(
    `nothing wrong for axe in ${colorScheme}, and a phone has no sideways scroll`,
    async (page) => {
      await ready(page)
      assert.deepEqual(await axeFaults(page), [])
      await page.getByRole('radio', { name: 'Attention rollout' }).check()
      await page.setViewportSize({ width: 360, height: 780 })
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
      assert.deepEqual(await axeFaults(page), [])
    },
    { ...options, options: { colorScheme } }
  )

story(
  'five hundred words: the strongest are shown, and how many they are of how many is said',
  async (page) => {
    await ready(page)
    await page.getByRole('textbox').first().fill('the old keeper wrote a letter to her brother by the sea '.repeat(45))
    await readLonger(page)
    await page.getByText(/^\d+ of 512 words/).waitFor({ timeout: 60_000 })
    assert.ok((await page.locator('tbody tr').count()) <= 31)
  },
  options
)
