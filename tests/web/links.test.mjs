// The links: what is drawn, what its numbers are, and how they are chosen.
import assert from 'node:assert/strict'
import { field, heading, labels, numberAt, pinned, press, settled, story, word } from './support/story.mjs'

story('first paint: "it" is pinned, layer 3 head 1 is chosen, and it looks at "animal" with 0.64', async (page) => {
  assert.equal(await numberAt(page, 'animal'), '0.64')
  assert.deepEqual(await pinned(page, 'query'), ['it'])
  assert.match(await heading(page), /^Layer 3, head 1/)
  assert.match(await page.locator('.foot').textContent(), /28 of 169 links, 81% of attention/)
  assert.match(await page.locator('.foot').textContent(), /55% goes to \[CLS\] and \[SEP\], drawn grey/)
})

story('the width of the link is its weight on the fixed scale', async (page) => {
  const widest = await page
    .locator('.strong path:not(.grey)')
    .evaluateAll((paths) => Math.max(...paths.map((path) => Number(path.getAttribute('stroke-width')))))
  assert.ok(Math.abs(widest - 12 * 0.64) < 0.02, `drawn ${widest} px wide`)
})

story('one click from tired to wide, and the link falls to 0.27', async (page) => {
  await page.getByRole('button', { name: 'wide', exact: true }).click()
  await word(page, 'query', 'wide').waitFor()
  await settled(page)
  assert.equal(await numberAt(page, 'animal'), '0.27')
  assert.deepEqual(await pinned(page, 'query'), ['it'])
  assert.equal(await field(page).inputValue(), "The animal didn't cross the street because it was too wide")
})

story('both sentences are compared, with the numbers of both', async (page) => {
  await page.locator('dd').first().waitFor()
  const figures = await page.locator('dd .number').allInnerTexts()
  assert.deepEqual(figures.slice(0, 2), ['0.64', '0.27'])
})

story(
  'reduced motion: the picture changes at once',
  async (page) => {
    await page.getByRole('button', { name: 'wide', exact: true }).click()
    await word(page, 'query', 'wide').waitFor()
    const animations = await page.evaluate(() => document.getAnimations().length)
    assert.equal(animations, 0)
  },
  { options: { reducedMotion: 'reduce' } }
)

story('hovering previews a word of either side, and leaving brings the pin back', async (page) => {
  await word(page, 'query', 'cross').hover()
  await page.getByRole('heading', { name: 'Strongest from “cross”' }).waitFor()
  await word(page, 'key', 'animal').hover()
  await page.getByRole('heading', { name: 'Who looks at “animal”' }).waitFor()
  await page.mouse.move(2, 2)
  await page.getByRole('heading', { name: 'Strongest from “it”' }).waitFor()
})

story('a click pins, Shift adds, Esc clears', async (page) => {
  await word(page, 'query', 'tired').click()
  assert.deepEqual(await pinned(page, 'query'), ['tired'])
  await word(page, 'query', 'cross').click({ modifiers: ['Shift'] })
  assert.deepEqual(await pinned(page, 'query'), ['cross', 'tired'])
  await press(page, 'Escape')
  assert.deepEqual(await pinned(page, 'query'), [])
})

story('heads overlay up to four, each with its own number, and one can be shown alone', async (page) => {
  for (const head of ['5.11', '0.2', '1.8', '2.2'])
    await page.locator(`[data-head="${head}"]`).click({ modifiers: ['Shift'] })
  assert.match(await heading(page), /^4 heads overlaid/)
  assert.match(await page.getByRole('status').last().textContent(), /Four heads at most/)
  assert.deepEqual(
    await page.locator('[role=gridcell] i').evaluateAll((all) => all.map((one) => one.dataset.slot).sort()),
    ['1', '2', '3', '4']
  )
  await page.getByRole('button', { name: 'Show only head 5·11' }).click()
  assert.match(await heading(page), /^Layer 5, head 11/)
  await settled(page)
  assert.equal(await numberAt(page, 'animal'), '0.65')
})

story('hiding [CLS] and [SEP] is said, and rescales nothing', async (page) => {
  await page.getByText('Hide', { exact: true }).click()
  await settled(page)
  assert.ok(!(await labels(page, 'key')).includes('[CLS]'))
  assert.equal(await numberAt(page, 'animal'), '0.64')
  assert.match(await page.locator('.foot').textContent(), /55% goes to \[CLS\] and \[SEP\], not drawn/)
})

story('pieces show what the model sees', async (page) => {
  await page.getByText('Pieces', { exact: true }).click()
  await word(page, 'query', 'didn').waitFor()
  assert.equal((await labels(page, 'query')).length, 15)
  assert.deepEqual(await pinned(page, 'query'), ['it'])
})

story('the threshold says how many links it leaves', async (page) => {
  await page.getByRole('slider').focus()
  await press(page, 'End')
  await settled(page)
  assert.match(await page.locator('.foot').textContent(), /169 of 169 links, 100% of attention/)
})

story('the table says the same numbers', async (page) => {
  await page.getByText('Numbers as a table').click()
  const cells = await page.locator('tbody tr').first().locator('td').allInnerTexts()
  assert.equal(cells[2], '0.640')
  assert.equal(cells.at(-1), '1.00')
})
