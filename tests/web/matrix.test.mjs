// The matrix of one head: every value, sum and colour must be the trace's.
import assert from 'node:assert/strict'
import { loadTs } from './support/load-ts.mjs'
import { accessStories, field, press, readLonger, settled, story, tabTo } from './support/story.mjs'
import { truthOf } from './support/truth.mjs'

const { exactly } = await loadTs('views/matrix/matrix.ts')
const { inkOf } = await loadTs('picture/heat.ts')

const tired = "The animal didn't cross the street because it was too tired"
const opened = { hash: '#v=1&view=matrix' }
const picture = (page) => page.getByRole('application')
const pair = (page) => page.locator('.said .pair').innerText()
const value = (page) => page.locator('[data-value]').innerText()
/** The cell that is pointed at, without its outline, in the window's pixels. */
const cursor = (page) =>
  page.locator('rect.cell').evaluate((rect) => {
    const box = rect.ownerSVGElement.getBoundingClientRect()
    const [x, y, width] = ['x', 'y', 'width'].map((name) => Number(rect.getAttribute(name)))
    return { x: box.left + x, y: box.top + y, width }
  })
const sums = (page) => page.locator('text.sum:not(.name)').allTextContents()
const letter =
  'The keeper of the lighthouse wrote to her brother every week, and because the boat came seldom, she kept the letters in a tin by the stove until it did. '

/** Writes a text and waits until the picture is that of it. */
async function write(page, text) {
  await field(page).fill(text)
  await page.waitForTimeout(50)
  await settled(page)
}

story(
  'at first sight the pinned word points at its strongest link, to four decimals',
  async (page) => {
    const truth = await truthOf(tired)
    assert.equal(await pair(page), 'it → animal')
    assert.equal(await value(page), exactly(truth.at(3, 1, 'it', 'animal')))
  },
  opened
)

story(
  'hovering a cell gives its value, its row and its column',
  async (page) => {
    const truth = await truthOf(tired)
    const { x, y, width } = await cursor(page)
    // From it -> animal: four rows up and four columns on is cross -> street.
    await page.mouse.move(x + width * 4.5, y - width * 3.5)
    assert.equal(await pair(page), 'cross → street')
    assert.equal(await value(page), exactly(truth.at(3, 1, 'cross', 'street')))
    assert.equal(await page.locator('.place').innerText(), 'row 5, column 7')
    await page.mouse.move(2, 2)
    assert.equal(await pair(page), 'it → animal')
  },
  opened
)

story(
  'the keyboard alone: arrow keys move a cell cursor that is announced, Enter pins the row, Escape lets go',
  async (page) => {
    const truth = await truthOf(tired)
    await tabTo(page, '[role=application]')
    await press(page, 'ArrowUp', 'ArrowUp', 'ArrowRight')
    const expected = exactly(truth.at(3, 1, 'street', "didn't"))
    assert.equal(await value(page), expected)
    assert.match(
      await page.locator('.picture p[aria-live]').innerText(),
      new RegExp(`street looks at didn't: ${expected.replaceAll('.', '\\.')}. Row 7, column 4`)
    )
    await press(page, 'End', 'Control+Home')
    assert.equal(await pair(page), '[CLS] → [CLS]')
    await press(page, 'ArrowDown', 'Enter')
    assert.equal(await page.locator('text.row.pinned').textContent(), 'The')
    await press(page, 'Escape')
    assert.equal((await pair(page)).split(' ')[0], 'The')
  },
  opened
)

story(
  'row sums: 1 with all columns, and what is left where the special tokens are hidden',
  async (page) => {
    const truth = await truthOf(tired)
    assert.deepEqual(
      await sums(page),
      Array.from({ length: 13 }, () => '1.00')
    )
    await page.getByText('Hide', { exact: true }).click()
    const words = truth.labels.slice(1, -1)
    const expected = words.map((from) => words.reduce((sum, to) => sum + truth.at(3, 1, from, to), 0).toFixed(2))
    // The row that is pointed at is drawn last.
    assert.deepEqual((await sums(page)).sort(), expected.sort())
  },
  opened
)

/** Reads three cells of the picture: each has the colour of its weight on a scale that ends at `full`, or by powers of ten. */
async function coloursAre(page, truth, full, log = false) {
  const size = await cursor(page)
  const box = await page.locator('.window canvas').boundingBox()
  const cells = [
    [0, 0, 'it', 'animal'],
    [-4, 4, 'cross', 'street'],
    [0, 4, 'it', 'street']
  ]
  const points = cells.map(([rows, columns]) => [
    size.x - box.x + size.width * columns + 5,
    size.y - box.y + size.width * rows + 5
  ])
  const seen = await page.locator('.window canvas').evaluate((canvas, wanted) => {
    const { width, height } = canvas
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
    const scale = width / canvas.clientWidth
    return wanted.map(([x, y]) => data[4 * (Math.round(y * scale) * width + Math.round(x * scale)) + 3] / 255)
  }, points)
  for (const [i, [, , from, to]] of cells.entries()) {
    const ink = inkOf(truth.at(3, 1, from, to) / full, log)
    // Over the ground of every cell, which is 5% of colour.
    const expected = ink + 0.05 * (1 - ink)
    assert.ok(Math.abs(seen[i] - expected) < 0.015, `${from} -> ${to}: ${seen[i]}, not ${expected}`)
  }
}

story(
  'a colour is its weight on the fixed scale, for a strong link and a weak one',
  async (page) => coloursAre(page, await truthOf(tired), 1),
  opened
)

story(
  'stretched, the strongest link between words has full colour; the legend says so, and the link keeps it',
  async (page) => {
    const truth = await truthOf(tired)
    const words = truth.labels.slice(1, -1)
    const from = truth.labels.flatMap((row) => words.map((column) => truth.at(3, 1, row, column)))
    const strongest = Math.max(...from)
    await page.getByRole('radio', { name: 'To strongest' }).check()
    await page.getByText(`Stretched: full colour is ${strongest.toFixed(2)}, not 1.`).waitFor()
    await coloursAre(page, truth, strongest)
    await page.waitForFunction(() => location.hash.includes('colour=strongest'))
    await page.getByRole('radio', { name: '0 to 1' }).check()
    await page.waitForFunction(() => !location.hash.includes('colour'))
    assert.equal(await page.getByText('Stretched').count(), 0)
  },
  opened
)

story(
  'on the logarithmic scale a weak link is seen, and the legend says from where on',
  async (page) => {
    await page.getByRole('radio', { name: 'Logarithmic' }).check()
    await page.getByText(/^Logarithmic: .* 0\.001 and less is bare/).waitFor()
    await coloursAre(page, await truthOf(tired), 1, true)
  },
  opened
)

story(
  'zoom by button, by Ctrl and wheel, and back; the wheel keeps the cell under the pointer',
  async (page) => {
    await write(page, letter.repeat(2))
    const before = (await cursor(page)).width
    await page.getByRole('button', { name: 'Zoom in' }).click()
    assert.ok(Math.abs((await cursor(page)).width / before - 1.5) < 0.01)
    const box = await picture(page).boundingBox()
    await page.mouse.move(box.x + 420, box.y + 300)
    const under = await pair(page)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -120)
    await page.keyboard.up('Control')
    await page.waitForTimeout(200)
    assert.match(await page.locator('.zoom .fit').innerText(), /24\d%/)
    await page.mouse.move(box.x + 420.5, box.y + 300)
    assert.equal(await pair(page), under)
    await page.getByRole('button', { name: 'Show all of it' }).click()
    assert.match(await page.locator('.zoom .fit').innerText(), /^100%/)
  },
  opened
)

story(
  '512 tokens: the right value, no two labels on one another, and it is said that some are left out',
  async (page) => {
    const text = letter.repeat(15)
    await write(page, text)
    await readLonger(page)
    const truth = await truthOf(text)
    assert.match(await page.locator('.foot').innerText(), /room to name one word in \d+/)
    const clash = await page.locator('text.row').evaluateAll((labels) => {
      const boxes = labels.map((label) => label.getBoundingClientRect()).sort((a, b) => a.top - b.top)
      return boxes.filter((box, i) => i > 0 && box.top < boxes[i - 1].bottom - 3).length
    })
    assert.equal(clash, 0)
    await picture(page).focus()
    await press(page, 'Control+Home', 'PageDown', 'PageDown', 'ArrowRight', 'ArrowRight')
    assert.equal(await value(page), exactly(truth.weights(3, 1).values[20 * truth.units.length + 2]))
  },
  opened
)

story(
  'markup, a word of 100 letters and Arabic stay text, and no label leaves the picture',
  async (page) => {
    await write(page, `${'a'.repeat(100)} <script>alert(1)</script> مرحبا بالعالم 👨‍👩‍👧‍👦 我爱你`)
    const rows = await page.locator('text.row').allTextContents()
    assert.ok(rows.some((label) => label.includes('script')))
    assert.ok(rows.some((label) => /^a{5,}…$/.test(label)))
    const outside = await picture(page).evaluate((frame) => {
      const box = frame.getBoundingClientRect()
      return [...frame.querySelectorAll('text')].filter((label) => {
        const { left, right, top } = label.getBoundingClientRect()
        return left < box.left - 1 || right > box.right + 1 || top < box.top - 4
      }).length
    })
    assert.equal(outside, 0)
  },
  opened
)

accessStories(
  'the matrix',
  async (page) => {
    await page.getByText('Numbers as a table').click()
  },
  opened
)

story(
  'Chinese: axes, scale and sums are named',
  async (page) => {
    const text = await page.locator('.picture').innerText()
    for (const said of ['谁在看 · 查询 Q', '看向谁 · 键 K', '颜色即权重', '加起来是 1'])
      assert.ok(text.includes(said), said)
  },
  { ...opened, options: { locale: 'zh-CN' } }
)
