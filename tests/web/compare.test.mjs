// Two sentences side by side: what is drawn and said must be what the model gives for each of them.
import assert from 'node:assert/strict'
import { axeFaults, field, press, settled, story, word } from './support/story.mjs'
import { truthModel, truthOf } from './support/truth.mjs'

const tired = "The animal didn't cross the street because it was too tired"
const wide = "The animal didn't cross the street because it was too wide"
const opened = '#v=1&view=compare'
const signed = (value, digits) => `${value > 0 ? '+' : '\u2212'}${Math.abs(value).toFixed(digits)}`

const numbersAt = (page, row) => page.locator('.numbers').nth(row).locator('span').allInnerTexts()
const ready = (page) => page.locator('.numbers').first().waitFor()

story(
  'the numbers beside each word are the two sentences’ weights and their difference',
  async (page) => {
    await ready(page)
    const [first, second] = [await truthOf(tired), await truthOf(wide)]
    for (const key of ['[CLS]', 'animal', 'street', 'it']) {
      const [a, b] = [first.at(3, 1, 'it', key), second.at(3, 1, 'it', key)]
      const shown = await numbersAt(page, first.labels.indexOf(key))
      assert.deepEqual(shown, [a.toFixed(2), b.toFixed(2), signed(b - a, 2)], key)
    }
  },
  { hash: opened }
)

story(
  'the width of a difference is its size, and its sign is a dash, not only a colour',
  async (page) => {
    await ready(page)
    await page.getByRole('radio', { name: 'Difference' }).check()
    await settled(page)
    const [first, second] = [await truthOf(tired), await truthOf(wide)]
    const drawn = await page
      .locator('.strong path')
      .evaluateAll((paths) =>
        paths.map((path) => [Number(path.getAttribute('stroke-width')), path.hasAttribute('stroke-dasharray')])
      )
    for (const key of ['animal', 'street', 'cross']) {
      const change = second.at(3, 1, 'it', key) - first.at(3, 1, 'it', key)
      assert.ok(
        drawn.some(([width, dashed]) => Math.abs(width - 12 * Math.abs(change)) < 0.01 && dashed === change > 0),
        `${key} ${change}`
      )
    }
  },
  { hash: opened }
)

story(
  'the greatest change is listed first, with both weights, and pins its word',
  async (page) => {
    const row = page.locator('section[aria-labelledby=changes-title] tbody tr').first()
    await row.waitFor()
    const [first, second] = [await truthOf(tired), await truthOf(wide)]
    const [a, b] = [first.at(3, 1, 'too', 'tired'), second.at(3, 1, 'too', 'wide')]
    assert.deepEqual(await row.locator('td').allInnerTexts(), [a.toFixed(3), b.toFixed(3), signed(b - a, 3)])
    await row.getByRole('button').click()
    assert.equal(await word(page, 'query', 'too').getAttribute('aria-pressed'), 'true')
  },
  { hash: opened }
)

story(
  '“I saw a saw”: the cosine of the two vectors after each layer is the model’s own',
  async (page) => {
    await field(page).fill('I saw a saw')
    await page.getByRole('combobox', { name: 'Words' }).waitFor()
    await page.getByRole('img', { name: /^Cosine/ }).waitFor()
    const { hidden } = await truthOf('I saw a saw')
    const width = (await truthModel()).info.width
    const cosine = (state) => {
      const [a, b] = [state.subarray(2 * width, 3 * width), state.subarray(4 * width, 5 * width)]
      const dot = (x, y) => x.reduce((sum, value, i) => sum + value * y[i], 0)
      return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
    }
    const wanted = Array.from({ length: 7 }, (_, i) => cosine(hidden(i)))
    assert.deepEqual(
      await page.locator('.cosine text.value').allTextContents(),
      wanted.map((value) => value.toFixed(3))
    )
    await page.getByText('The cosines as a table').click()
    assert.deepEqual(
      await page.locator('.cosine td').allInnerTexts(),
      wanted.map((value) => value.toFixed(4))
    )
  },
  { hash: opened }
)

story(
  'sentences of unlike length: a word that only one has stands alone, and its change is not called a number',
  async (page) => {
    await page
      .getByRole('textbox', { name: 'Second sentence' })
      .fill("The animal didn't cross the very old street because it was too tired")
    await word(page, 'query', 'very').waitFor()
    const labels = await page.locator('[data-side=key] button').allInnerTexts()
    assert.deepEqual(await numbersAt(page, labels.indexOf('very')).then(([a, , change]) => [a, change]), ['·', '·'])
    await word(page, 'query', 'very').click()
    const second = await truthOf("The animal didn't cross the very old street because it was too tired")
    assert.deepEqual(await numbersAt(page, labels.indexOf('street')), [
      '·',
      second.at(3, 1, 'very', 'street').toFixed(2),
      '·'
    ])
  },
  { hash: opened }
)

story(
  'the keyboard alone: to another word, pinned, and its numbers in the table',
  async (page) => {
    await ready(page)
    await word(page, 'query', 'it').focus()
    await press(page, 'ArrowUp', 'Enter')
    assert.equal(await word(page, 'query', 'because').getAttribute('aria-pressed'), 'true')
    await page.getByText('Numbers as a table', { exact: true }).press('Enter')
    const [first, second] = [await truthOf(tired), await truthOf(wide)]
    const row = page.getByRole('region', { name: 'Numbers as a table' }).getByRole('row', { name: /^animal/ })
    const [a, b] = [first.at(3, 1, 'because', 'animal'), second.at(3, 1, 'because', 'animal')]
    assert.deepEqual((await row.getByRole('cell').allInnerTexts()).slice(0, 2), [a.toFixed(3), b.toFixed(3)])
  },
  { hash: opened }
)

for (const colorScheme of ['light', 'dark'])
  story(
    `nothing wrong for axe in ${colorScheme}, and a phone has no sideways scroll`,
    async (page) => {
      await ready(page)
      assert.deepEqual(await axeFaults(page), [])
      await page.setViewportSize({ width: 360, height: 780 })
      await page.getByRole('radio', { name: 'Difference' }).check()
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
      assert.deepEqual(await axeFaults(page), [])
    },
    { hash: opened, options: { colorScheme } }
  )

story(
  'in Chinese every word of the view is Chinese',
  async (page) => {
    await ready(page)
    await page.getByRole('radio', { name: '差别' }).check()
    const said = await page.locator('.picture').innerText()
    for (const english of ['Both', 'change', 'layer', 'Words', 'Numbers']) assert.ok(!said.includes(english), english)
  },
  { hash: opened, options: { locale: 'zh-CN' } }
)

const pair = '#v=1&with=pair&second=It%20was%20hungry%2E&text=A%20dog%20ate%20the%20food%2E'
for (const [locale, said, view] of [
  ['en', 'The two are read as one pair. Choose “Set it against the first” to compare them.', 'compare'],
  ['zh-CN', '两句现在连成一对；选“与第一句对照”才能比较。', 'compare'],
  ['en', 'The two are read as one pair. Choose “Set it against the first” to see', 'find'],
  ['zh-CN', '两句现在连成一对；选“与第一句对照”，就能看到', 'find']
])
  story(
    `two sentences read as a pair: ${view} does not say that there is no second one (${locale})`,
    async (page) => {
      await page.getByText(said).waitFor()
      assert.equal(await page.getByText(/no second sentence|Write a second|没有第二句|再写一句/).count(), 0)
    },
    { hash: `${pair}&view=${view}`, options: { locale } }
  )

story(
  'what sets two vectors apart: the position only where it differs',
  async (page) => {
    const said = page.locator('.cosine')
    await said.getByText('what sets the vectors apart is the words around it.').waitFor()
    await field(page).fill(`Yes, ${tired}`)
    await said.getByText('what sets the vectors apart is the words around it and its position.').waitFor()
  },
  { hash: `${opened}&second=${encodeURIComponent(wide)}` }
)
