// Find the head: two words, every head ranked, here and in the contrasting sentence; all values must be the trace's.
import assert from 'node:assert/strict'
import { accessStories, field, heading, press, settled, story } from './support/story.mjs'
import { truthOf } from './support/truth.mjs'

const tired = "The animal didn't cross the street because it was too tired"
const wide = "The animal didn't cross the street because it was too wide"
const opened = { hash: '#v=1&view=find' }
const rows = (page) => page.locator('[data-rank]')
const ready = (page) => page.locator('.columns .second .number').first().waitFor()
const numbers = (page, row) => rows(page).nth(row).locator('.number').allInnerTexts()
const choice = (page, label) =>
  page
    .locator('[data-word]')
    .filter({ hasText: new RegExp(`^${label}(,|$)`) })
    .first()
const result = (page) => page.locator('.result').innerText()
const signed = (value) => `${value > 0 ? '+' : '\u2212'}${Math.abs(value).toFixed(3)}`

story(
  'at first sight: from it to animal, layer 3 head 1 changes most, 0.640 against 0.266',
  async (page) => {
    await ready(page)
    assert.match(
      await result(page),
      /From “it” to “animal”, Layer 3, head 1 changes most: 0.640 with “tired”, 0.266 with/
    )
    assert.equal(await rows(page).first().getAttribute('data-rank'), '3·1')
    assert.deepEqual(await numbers(page, 0), ['0.640', '0.266', '\u22120.374'])
  },
  opened
)

story(
  'all 72 heads, each with the two weights of the traces, the greatest change first',
  async (page) => {
    await ready(page)
    await page.getByRole('button', { name: 'Show all 72 heads' }).click()
    const [first, second] = [await truthOf(tired), await truthOf(wide)]
    const expected = Array.from({ length: 72 }, (_, i) => {
      const [layer, head] = [Math.floor(i / 12), i % 12]
      const [a, b] = [first.at(layer, head, 'it', 'animal'), second.at(layer, head, 'it', 'animal')]
      return { name: `${layer}·${head}`, a, b, change: b - a }
    }).sort((x, y) => Math.abs(y.change) - Math.abs(x.change))
    const shown = await rows(page).evaluateAll((all) =>
      all.map((row) => [row.dataset.rank, ...[...row.querySelectorAll('.number')].map((one) => one.textContent)])
    )
    assert.equal(shown.length, 72)
    assert.deepEqual(
      shown.slice(0, 20),
      expected.slice(0, 20).map(({ name, a, b, change }) => [name, a.toFixed(3), b.toFixed(3), signed(change)])
    )
    assert.deepEqual(shown.map(([name]) => name).sort(), expected.map(({ name }) => name).sort())
  },
  opened
)

story(
  'the link keeps what comes first',
  async (page) => {
    const strongest = page.getByRole('radio', { name: 'Strongest: wide' })
    await strongest.check()
    await page.waitForFunction(() => location.hash.includes('rank=second'))
    const address = await page.evaluate(() => location.href)
    await page.goto('about:blank')
    await page.goto(address)
    await ready(page)
    assert.ok(await strongest.isChecked())
  },
  opened
)

story(
  'two clicks choose two words, and the strongest head is said',
  async (page) => {
    await ready(page)
    await choice(page, 'cross').click()
    await page.getByText('And which word should “cross” look at?').waitFor()
    await choice(page, 'street').click()
    await page.getByRole('radio', { name: 'Strongest: tired' }).check()
    const truth = await truthOf(tired)
    const best = Array.from({ length: 72 }, (_, i) => truth.at(Math.floor(i / 12), i % 12, 'cross', 'street'))
    const most = Math.max(...best)
    const at = best.indexOf(most)
    assert.equal(await rows(page).first().getAttribute('data-rank'), `${Math.floor(at / 12)}·${at % 12}`)
    assert.equal((await numbers(page, 0))[0], most.toFixed(3))
  },
  opened
)

story(
  'dragging from one word to another chooses both',
  async (page) => {
    await ready(page)
    await choice(page, 'tired').hover()
    await page.mouse.down()
    await choice(page, 'street').hover()
    await page.mouse.up()
    assert.match(await result(page), /From “tired” to “street”/)
  },
  opened
)

story(
  'the keyboard alone: arrow keys and Enter choose, Escape leaves a half choice, and the rank list opens a head',
  async (page) => {
    await ready(page)
    await choice(page, 'it').focus()
    await press(page, 'ArrowRight', 'Enter', 'Escape')
    assert.match(await result(page), /From “it” to “animal”/)
    await press(page, 'Enter', 'ArrowRight', 'ArrowRight', 'Enter')
    assert.match(await result(page), /From “was” to “tired”/)
    await rows(page).nth(2).focus()
    await press(page, 'Enter')
    assert.equal(await rows(page).nth(2).getAttribute('aria-pressed'), 'true')
  },
  opened
)

story(
  'a ranked head that is clicked is chosen, keeps the pair, and opens in Links with both words pinned',
  async (page) => {
    await ready(page)
    await rows(page).nth(1).click()
    assert.match(await result(page), /From “it” to “animal”/)
    await page.getByRole('button', { name: /in Links$/ }).click()
    await settled(page)
    assert.match(await heading(page), /^Layer 5, head 11/)
    assert.deepEqual(await page.locator('[data-side=query] [aria-pressed=true]').allInnerTexts(), ['it'])
    assert.deepEqual(await page.locator('[data-side=key] [aria-pressed=true]').allInnerTexts(), ['animal'])
  },
  opened
)

story(
  'the words change places',
  async (page) => {
    await ready(page)
    await page.getByRole('button', { name: /Swap the two words/ }).click()
    const truth = await truthOf(tired)
    await page.getByRole('radio', { name: 'Strongest: tired' }).check()
    const most = Math.max(...Array.from({ length: 72 }, (_, i) => truth.at(Math.floor(i / 12), i % 12, 'animal', 'it')))
    assert.equal((await numbers(page, 0))[0], most.toFixed(3))
  },
  opened
)

story(
  'another sentence has no contrast: it is ranked alone, and a second one is asked for',
  async (page) => {
    await ready(page)
    await field(page).fill('A dog ate the food because it was hungry')
    await page.getByText('Write a second sentence, with one word changed').waitFor()
    await settled(page)
    const truth = await truthOf('A dog ate the food because it was hungry')
    assert.match(await result(page), /From “it” to “dog”/)
    const most = Math.max(...Array.from({ length: 72 }, (_, i) => truth.at(Math.floor(i / 12), i % 12, 'it', 'dog')))
    assert.deepEqual(await numbers(page, 0), [most.toFixed(3)])
  },
  opened
)

accessStories(
  'find the head',
  async (page) => {
    await ready(page)
    await page.getByText('Numbers as a table').click()
  },
  opened
)

story(
  'Chinese, with a Chinese sentence',
  async (page) => {
    await field(page).fill('狗吃了食物因为它饿了')
    await page.getByText('再写一句只换一个词的话').waitFor()
    await settled(page)
    assert.match(await result(page), /从“\u2068它 \[UNK\]\u2069”到/)
  },
  { ...opened, options: { locale: 'zh-CN' } }
)
