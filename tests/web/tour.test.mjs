// The guided tour on the live page: what it says must be what the page shows, and it can be left and resumed.
import assert from 'node:assert/strict'
import { axeFaults, field, press, settled, story, word } from './support/story.mjs'
import { truthOf } from './support/truth.mjs'

const tour = (page) => page.getByRole('region', { name: 'Guided tour' })
const title = (page) => tour(page).getByRole('heading', { level: 2 }).textContent()
const start = async (page) => {
  await page.getByRole('button', { name: 'Guided tour', exact: true }).click()
  await tour(page).waitFor()
}
const next = (page) => tour(page).getByRole('button', { name: 'Next' }).click()
const done = (page) => tour(page).getByText('Done: you tried it.').waitFor()

story('all ten stations: each opens its picture, and “Show me” does what it asks for', async (page) => {
  await start(page)
  const titles = new Set()
  for (let at = 1; at <= 10; at++) {
    assert.match(await title(page), new RegExp(`^Station ${at} of 10`))
    titles.add(await title(page))
    assert.equal(await tour(page).getByText('Done: you tried it.').count(), 0)
    await tour(page).getByRole('button', { name: 'Show me' }).click()
    await done(page)
    if (at < 10) await next(page)
  }
  assert.equal(titles.size, 10)
  await tour(page).getByRole('button', { name: 'Finish' }).click()
  assert.equal(await tour(page).count(), 0)
  assert.equal(await page.evaluate(() => localStorage.getItem('attnscope.tour')), null)
})

story('what the reader does on the page itself counts, and nothing is in the way of it', async (page) => {
  await start(page)
  await word(page, 'query', 'cross').click()
  await done(page)
  for (let i = 0; i < 7; i++) await next(page)
  await page.getByRole('button', { name: 'wide', exact: true }).click()
  await done(page)
  await settled(page)
  assert.equal(await field(page).inputValue(), "The animal didn't cross the street because it was too wide")
  await next(page)
  await field(page).fill('The bank by the river bank')
  await done(page)
})

/** Of what the station speaks of: how much stands between the top of the window and the sheet, and where the sheet is. */
const seen = (page, selector) =>
  page.evaluate((wanted) => {
    const sheet = document.querySelector('.tour').getBoundingClientRect()
    const box = (document.querySelector(wanted) ?? document.querySelector('.picture')).getBoundingClientRect()
    return {
      seen: Math.min(box.bottom, sheet.top) - Math.max(box.top, 0),
      height: box.height,
      room: sheet.top,
      below: innerHeight - sheet.bottom,
      page: innerHeight
    }
  }, selector)
const spoken = [
  ['[data-side=query] [aria-pressed=true]', '[data-side=query] [aria-pressed=true]'],
  ['[data-step=key]', '[data-step=value]'],
  ['[data-step=scores]', '[data-step=scale]'],
  ['[data-step=softmax]', '.picture'],
  ['[data-tile="3.1"]', '[data-side=query] [aria-pressed=true]'],
  ['[data-tile="3.1"]', '[data-side=query] [aria-pressed=true]'],
  ['[data-side=query] [aria-pressed=true]', '[data-side=query] [aria-pressed=true]'],
  ['[data-side=query] [aria-pressed=true]', '[data-side=query] [aria-pressed=true]'],
  ['.cosine', '.cosine'],
  ['.picture', '.picture']
]
for (const [device, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  laptop: { width: 1280, height: 720 }
}))
  for (const locale of ['en-US', 'zh-CN'])
    story(
      `on a ${device} (${locale}) what each station speaks of is in sight, and so is the tour`,
      async (page) => {
        const ready = async (selector, where) => {
          // As much as has room, but for a hair; and the sheet stays at the bottom and leaves most of the window.
          await page.waitForFunction((wanted) => document.querySelector(wanted), selector, { timeout: 20_000 })
          let now
          for (let tries = 0; tries < 40; tries++) {
            now = await seen(page, selector)
            if (now.seen >= Math.min(now.height, now.room - 80) - 2) break
            await page.waitForTimeout(250)
          }
          assert.ok(now.seen >= Math.min(now.height, now.room - 80) - 2, `${where}: ${JSON.stringify(now)}`)
          assert.ok(Math.abs(now.below) <= 1 && now.room >= 0.5 * now.page, `${where}: ${JSON.stringify(now)}`)
        }
        await page.locator('[data-tour]').click()
        await page.locator('.tour').waitFor()
        for (const [at, [start, shown]] of spoken.entries()) {
          await ready(start, `station ${at + 1}`)
          await page.locator('.tour .small button').first().click()
          await ready(shown, `station ${at + 1}, shown`)
          if (at < spoken.length - 1) await page.locator('.tour .strong').click()
        }
      },
      { options: { viewport, locale, reducedMotion: 'reduce' } }
    )

story('a station ticks itself only for what it asks, and the sheet does not grow by it', async (page) => {
  const sheet = () => page.locator('.tour').evaluate((element) => element.offsetHeight)
  await start(page)
  const before = await sheet()
  await word(page, 'query', 'cross').click()
  await done(page)
  assert.equal(await sheet(), before)
  assert.match(await page.locator('.tour .done').textContent(), /^✓\u00a0Done/)
  await tour(page).getByRole('button', { name: /^10 / }).click()
  // Not at the first key, nor while the writing goes on.
  // Where the sentence begins: in the middle may stand the word that a click changes.
  await field(page).click({ position: { x: 16, y: 16 } })
  await page.keyboard.press('End')
  await page.keyboard.type('a')
  assert.equal(await page.locator('.tour .done').textContent(), '')
  await done(page)
  await tour(page).getByRole('button', { name: /^9 / }).click()
  await field(page).fill('The dog and the cat')
  await page.waitForTimeout(2500)
  assert.equal(await page.locator('.tour .done').textContent(), '', '“the” twice is not a word in two senses')
  await field(page).fill('The bank by the river bank')
  await done(page)
})

story('station 6 puts the heads in the order it speaks of: 0·2 is first', async (page) => {
  await start(page)
  await tour(page).getByRole('button', { name: /^6 / }).click()
  await page.locator('[data-tile]').first().waitFor()
  await page.waitForFunction(() => document.querySelector('[data-tile]').dataset.tile === '0.2')
})

story('left and resumed: the station and what was tried are still there after a reload', async (page) => {
  await start(page)
  await tour(page).getByRole('button', { name: 'Show me' }).click()
  await done(page)
  await next(page)
  await next(page)
  await tour(page)
    .getByRole('button', { name: /^Leave/ })
    .click()
  assert.equal(await tour(page).count(), 0)
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Guided tour')
  await page.reload()
  await page.locator('.picture').waitFor()
  await start(page)
  assert.match(await title(page), /^Station 3 of 10: Why divide by √d/)
  await tour(page)
    .getByRole('button', { name: /^1 A word asks/ })
    .click()
  await done(page)
})

story('by keyboard: into a station, on to the next, and the focus is on what to read', async (page) => {
  await page.getByRole('button', { name: 'Guided tour', exact: true }).focus()
  await press(page, 'Enter')
  await tour(page).waitFor()
  await page.waitForFunction(() => document.activeElement.tagName === 'H2')
  for (let i = 0; i < 12 && !(await page.evaluate(() => document.activeElement.textContent === 'Next')); i++)
    await press(page, 'Tab')
  await press(page, 'Enter')
  await page.waitForFunction(() => /^Station 2 of 10/.test(document.activeElement.textContent))
})

story('each station asks first: the answer is there only after a guess, by keyboard, and is heard', async (page) => {
  await start(page)
  for (let at = 1; at <= 10; at++) {
    const group = tour(page).locator('.guess')
    const options = group.getByRole('group').getByRole('button')
    assert.ok((await options.count()) >= 2)
    assert.equal(await group.getByRole('status').textContent(), '')
    assert.equal(await group.locator('.right').count(), 0)
    await options.first().focus()
    await press(page, at % 2 ? 'Enter' : 'Space')
    const heard = await group.getByRole('status').textContent()
    assert.match(heard, /^(Right|Not quite)\. ./)
    assert.equal(await options.first().getAttribute('aria-pressed'), 'true')
    assert.equal(await group.locator('.right').count(), 1)
    assert.equal(heard.startsWith('Right.'), (await group.locator('.right[aria-pressed=true]').count()) === 1)
    if (at < 10) await next(page)
  }
})

story('the figures in the stations are the model’s own', async (page) => {
  const [tired, wide] = [
    await truthOf("The animal didn't cross the street because it was too tired"),
    await truthOf("The animal didn't cross the street because it was too wide")
  ]
  assert.equal(tired.at(3, 1, 'it', 'animal').toFixed(2), '0.64')
  assert.equal(wide.at(3, 1, 'it', 'animal').toFixed(2), '0.27')
  assert.ok(wide.at(3, 1, 'it', 'street') > tired.at(3, 1, 'it', 'street'))
  const local = tired.weights(0, 2).values
  const n = tired.units.length
  const before = tired.units.flatMap((unit, i) => (unit.special || i === 1 ? [] : [local[i * n + i - 1]]))
  assert.ok(before.reduce((sum, w) => sum + w, 0) / before.length > 0.9, before.join())
  assert.match(await page.locator('.foot').textContent(), /Words give 54% of their attention to \[CLS\] and \[SEP\]/)
})

for (const colorScheme of ['light', 'dark'])
  story(
    `axe finds nothing in ${colorScheme}, and a phone has no sideways scroll`,
    async (page) => {
      await start(page)
      assert.deepEqual(await axeFaults(page), [])
      await page.setViewportSize({ width: 360, height: 780 })
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
      assert.deepEqual(await axeFaults(page), [])
    },
    { options: { colorScheme } }
  )

story(
  'in Chinese the tour is Chinese',
  async (page) => {
    await page.getByRole('button', { name: '导览' }).click()
    const panel = page.getByRole('region', { name: '导览' })
    await panel.waitFor()
    assert.match(await panel.getByRole('heading', { level: 2 }).textContent(), /^第 1 站，共 10 站：一个词在提问/)
  },
  { options: { locale: 'zh-CN' } }
)
