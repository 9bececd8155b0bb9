// What a reader looks for is at hand: chosen words in sight, keys that answer, the word with a story pinned, things that
// can be clicked said to be so.
import assert from 'node:assert/strict'
import { field, pinned, press, settled, story } from './support/story.mjs'

const letter =
  'The keeper of the lighthouse wrote to her brother every week, and because the boat came seldom, she kept the letters in a tin by the stove until it did. '
const long = letter.repeat(2)
const hash = (fields, text = long) => `#v=1&${fields}&text=${encodeURIComponent(text)}`

/** Whether an element lies wholly inside the box that scrolls around it. */
const inside = (page, box, selector) =>
  page.waitForFunction(
    ([outer, wanted]) => {
      const around = document.querySelector(outer)
      const own = around?.querySelector(wanted)?.getBoundingClientRect()
      const { top, bottom } = around?.getBoundingClientRect() ?? {}
      return own && own.top >= top - 2 && own.bottom <= bottom + 2
    },
    [box, selector]
  )

const boxes = [
  ['steps', '.steps [role=radiogroup]', '[aria-checked=true]'],
  ['layers', '.picture .strip', '[aria-pressed=true]'],
  ['find', '.picture .words[role=group]', '.from']
]
for (const [view, box, chosen] of boxes)
  story(
    `the chosen word of a long text is in sight in ${view}`,
    async (page) => {
      await inside(page, box, chosen)
      // Elsewhere on the page, as by a link: still.
      await page.evaluate((next) => (location.hash = next), hash(`view=${view}&pins=q2`))
      await settled(page)
      await inside(page, box, chosen)
    },
    { hash: hash(`view=${view}&pins=q59`), options: { viewport: { width: 390, height: 844 } } }
  )

story(
  'the keys of Steps work wherever the focus is, and not where they are text or switched off',
  async (page) => {
    const at = (id) => page.locator(`[data-step=${id}] button[aria-expanded=true]`).first().waitFor()
    await page.locator('.steps[data-ready]').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true)
    await press(page, '.')
    await at('scale')
    await press(page, ',')
    await at('scores')
    // By its number from another view, with the focus left on a tab.
    await press(page, '1')
    await page.locator('.picture[data-ready=links]').waitFor()
    await press(page, '5')
    await page.locator('.steps[data-ready]').waitFor()
    await press(page, '.')
    await at('scale')
    await press(page, 'k')
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await press(page, 'k')
    await page.getByRole('button', { name: 'Play' }).waitFor()
    await field(page).focus()
    await page.keyboard.type('.')
    assert.match(await field(page).inputValue(), /\.$/)
    await at('scale')
  },
  { hash: '#v=1&view=steps&step=scores' }
)

story(
  'Steps says that a number can be worked out and that all words can be seen at once',
  async (page) => {
    await page.locator('.steps[data-ready]').waitFor()
    await page.getByRole('button', { name: 'Work one out' }).click()
    await page.locator('.chosen').first().waitFor()
    await page.getByRole('button', { name: 'See all words at once' }).click()
    await page.locator('[data-map]').first().waitFor()
  },
  { hash: '#v=1&view=steps&step=scores' }
)

const stories = {
  'a pair: the pronoun of the second text': [
    '#v=1&with=pair&second=It%20was%20hungry%2E&text=A%20dog%20ate%20the%20food%2E',
    'It'
  ],
  'Chinese: the pronoun': [`#v=1&text=${encodeURIComponent('狗吃了食物因为它饿了')}`, '它\n[UNK]'],
  'a pronoun with words before it rather than the first': ['#v=1&text=They%20said%20she%20slept', 'she'],
  'none: the last word': ['#v=1&text=Nobody%20came%20home%21', 'home']
}
for (const [name, [address, wanted]] of Object.entries(stories))
  story(
    `what the page pins by itself, ${name}`,
    async (page) => assert.deepEqual(await pinned(page, 'query'), [wanted]),
    {
      hash: address
    }
  )

story(
  'Links has a legend for the grey bars and a word on two heads, and the model’s button shows that it opens',
  async (page) => {
    await page.getByText('grey bar: a word’s share for [CLS] and [SEP]').waitFor()
    await page.getByText(/A second head lies over the first/).waitFor()
    await page.locator('.chip .opens').waitFor()
  }
)

story(
  'All heads can be drawn by powers of ten, as the Matrix',
  async (page) => {
    const ink = () =>
      page.locator('[data-tile="3.1"] canvas').evaluate((canvas) => {
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })
        copy.drawImage(canvas, 0, 0)
        const { data } = copy.getImageData(0, 0, canvas.width, canvas.height)
        return data.reduce((sum, value, i) => sum + (i % 4 === 3 ? value : 0), 0)
      })
    await page.waitForFunction(() => document.querySelector('[data-tile="3.1"] b')?.textContent)
    const before = await ink()
    await page.getByRole('radio', { name: 'Logarithmic' }).check()
    await page.waitForTimeout(300)
    assert.ok((await ink()) > 2 * before, 'weak weights are in sight')
    assert.match(await page.evaluate(() => location.hash), /colour=log/)
  },
  { hash: hash('view=heads', letter) }
)

story(
  'on a phone nothing of a second sentence or of a choice is cut before what differs',
  async (page) => {
    const area = page.getByRole('textbox').nth(1)
    // The placeholder is as high as its lines: the mirror under it, which holds the same words, does not scroll.
    const { height, needs } = await area.evaluate((element) => ({
      height: element.clientHeight,
      needs: element.parentElement.querySelector('.mirror').scrollHeight
    }))
    assert.ok(height >= needs && height > 40, `${height} of ${needs}`)
    const options = await page.locator('.cosine option').allTextContents()
    assert.ok(
      options.every((text) => text.replace(/[\u2068\u2069]/g, '').length <= 34),
      options.join('; ')
    )
  },
  { hash: '#v=1&view=compare', options: { viewport: { width: 390, height: 844 } } }
)

story('the button for a second sentence shares its line with an example', async (page) => {
  await field(page).fill('')
  const [button, first] = await page
    .locator('.examples')
    .evaluate((examples) =>
      [examples.querySelector('.second'), examples.querySelector('.list')].map(
        (one) => one.getBoundingClientRect().bottom
      )
    )
  assert.ok(Math.abs(button - first) < 6, `${button} and ${first}`)
})

for (const [locale, wide] of [
  ['en-US', false],
  ['zh-CN', true]
])
  story(
    `fonts by language: ${locale}`,
    async (page) => {
      await page.locator('.steps[data-ready]').waitFor()
      const family = (selector) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => getComputedStyle(element).fontFamily)
      const cjk = /CJK|PingFang|YaHei|Songti/
      assert.equal(cjk.test(await family('body')), wide)
      // A formula is in no language: no Chinese font, and the dot that stands between two factors.
      assert.doesNotMatch(await family('[data-step=scores] math'), cjk)
      assert.match(await page.locator('[data-step=scores] math').first().textContent(), /q⋅k/)
      await page.locator('.steps .intro button').first().click()
      await page.locator('.sym').first().waitFor()
      assert.doesNotMatch(await family('.sym'), cjk)
    },
    { hash: '#v=1&view=steps&step=scores', options: { locale } }
  )
