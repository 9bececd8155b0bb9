// All heads at once: the measures on screen must be those of the trace.
import assert from 'node:assert/strict'
import { loadTs } from './support/load-ts.mjs'
import { accessStories, field, heading, press, readLonger, settled, story } from './support/story.mjs'
import { truthOf } from './support/truth.mjs'

const { axisEnd, measureHead } = await loadTs('reading/measures.ts')

const tired = "The animal didn't cross the street because it was too tired"
const opened = { hash: '#v=1&view=heads' }
const tile = (page, name) => page.locator(`[data-tile="${name}"]`)
const tiles = (page) => page.locator('[data-tile]')
const order = (page) => tiles(page).evaluateAll((all) => all.map((one) => one.dataset.tile))
const ready = (page) => page.getByText('72 of 72 heads').waitFor()
const names = Array.from({ length: 72 }, (_, i) => [Math.floor(i / 12), i % 12])

async function measured() {
  const truth = await truthOf(tired)
  return names.map(([layer, head]) => ({
    name: `${layer}.${head}`,
    ...measureHead(truth.weights(layer, head))
  }))
}

for (const [measure, label, written] of [
  ['distance', 'Distance', (value) => value.toFixed(1)],
  ['entropy', 'Entropy', (value) => value.toFixed(2)],
  ['special', '[CLS], [SEP]', (value) => `${Math.round(value * 100)}%`],
  ['previous', 'Word before', (value) => `${Math.round(value * 100)}%`],
  ['next', 'Word after', (value) => `${Math.round(value * 100)}%`]
]) {
  story(
    `${label}: every head has the value that the trace gives, and the ranking is by it`,
    async (page) => {
      await ready(page)
      await page.getByRole('radio', { name: label, exact: true }).check()
      const expected = await measured()
      const shown = await tiles(page).locator('b').allInnerTexts()
      assert.deepEqual(
        shown,
        expected.map((head) => written(head[measure]))
      )
      await page.getByRole('radio', { name: 'Highest first' }).check()
      const ranked = [...expected].sort((a, b) => b[measure] - a[measure])
      assert.deepEqual(
        await order(page),
        ranked.map(({ name }) => name)
      )
    },
    opened
  )
}

story(
  'local and global heads stand apart: the range leaves only those inside it, and says so',
  async (page) => {
    await ready(page)
    await page.getByRole('radio', { name: 'Lowest first' }).check()
    const highest = page.getByRole('slider', { name: 'Leave out what is above' })
    await highest.fill('30')
    const end = 5
    const expected = (await measured()).filter(({ distance }) => distance <= 0.3 * end)
    assert.ok(expected.length > 3 && expected.length < 20)
    await page.getByText(`${expected.length} of 72 heads`).waitFor()
    assert.deepEqual((await order(page)).sort(), expected.map(({ name }) => name).sort())
    await page.getByRole('radio', { name: 'By layer' }).check()
    assert.equal(await tiles(page).count(), 72)
    await page.getByRole('button', { name: 'Show all' }).click()
    await ready(page)
  },
  opened
)

story(
  'the link keeps the measure, the order and the range; another measure starts with all of its axis',
  async (page) => {
    await page.getByText(/^\d+ of 72 heads$/).waitFor()
    assert.ok(await page.getByRole('radio', { name: 'Word before' }).isChecked())
    assert.ok(await page.getByRole('radio', { name: 'Highest first' }).isChecked())
    const all = await measured()
    const end = axisEnd(
      all.map(({ previous }) => previous),
      1
    )
    const expected = all.filter(({ previous }) => previous >= 0.2 * end && previous <= 0.9 * end)
    assert.ok(expected.length > 3 && expected.length < 40)
    assert.deepEqual((await order(page)).sort(), expected.map(({ name }) => name).sort())
    await page.getByRole('slider', { name: 'Leave out what is above' }).fill('100')
    await page.waitForFunction(() => location.hash.includes('measure=previous&order=high&range=20.100'))
    await page.getByRole('radio', { name: 'Entropy' }).check()
    await ready(page)
    await page.waitForFunction(() => location.hash.includes('measure=entropy&order=high&text'))
  },
  { hash: '#v=1&view=heads&measure=previous&order=high&range=20.90' }
)

story(
  'a picture is its head: one pixel a weight, the strongest the darkest, special columns grey',
  async (page) => {
    await ready(page)
    const truth = await truthOf(tired)
    const pixels = await tile(page, '3.1')
      .locator('canvas')
      .evaluate((canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
        return { side: canvas.width, alpha: [...data].filter((_, i) => i % 4 === 3) }
      })
    assert.equal(pixels.side, 13)
    const expected = [...truth.weights(3, 1).values].map((w) => Math.round(255 * w ** 0.75))
    assert.ok(pixels.alpha.every((alpha, i) => Math.abs(alpha - expected[i]) <= 1))
  },
  opened
)

story(
  'a click opens the head in Links',
  async (page) => {
    await ready(page)
    await tile(page, '5.11').click()
    await settled(page)
    assert.match(await heading(page), /^Layer 5, head 11/)
    assert.equal(await page.locator('nav [aria-current=page]').innerText(), 'Links')
  },
  opened
)

story(
  'the keyboard: arrow keys go from head to head, Enter opens',
  async (page) => {
    await ready(page)
    await tile(page, '3.1').focus()
    await press(page, 'ArrowRight', 'ArrowDown', 'Home', 'End', 'ArrowUp')
    assert.equal(await page.evaluate(() => document.activeElement.dataset.tile), '4.11')
    await press(page, 'Enter')
    await settled(page)
    assert.match(await heading(page), /^Layer 4, head 11/)
  },
  opened
)

story(
  'the table says the same numbers',
  async (page) => {
    await ready(page)
    await page.getByText('Numbers as a table').click()
    const row = await page.locator('tbody tr').nth(37).locator('th, td').allInnerTexts()
    const head = (await measured())[37]
    assert.deepEqual(row, [
      'Layer 3, head 1',
      head.distance.toFixed(3),
      head.entropy.toFixed(3),
      ...[head.special, head.previous, head.next].map((share) => `${(share * 100).toFixed(1)}%`)
    ])
  },
  opened
)

story(
  '512 tokens: measured, and it is said that pixels are shared',
  async (page) => {
    await field(page).fill('the cat saw the dog because '.repeat(110))
    await readLonger(page)
    await page.locator('.picture[aria-busy=false]').waitFor()
    await page.getByText('each pixel shows the strongest').waitFor({ timeout: 30_000 })
    await ready(page)
  },
  opened
)

accessStories(
  'all heads',
  async (page) => {
    await ready(page)
    await page.getByText('Numbers as a table').click()
  },
  opened
)

story(
  'Chinese: measures and ends of the axis are named',
  async (page) => {
    await page.getByText('72 个头中的 72 个').waitFor()
    const text = await page.locator('.picture').innerText()
    for (const said of ['距离', '局部', '全局', '对各词一视同仁：3.6 个词', '按层', '第 5 层'])
      assert.ok(text.includes(said), said)
  },
  { ...opened, options: { locale: 'zh-CN' } }
)
