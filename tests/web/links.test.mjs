// The links: what is drawn, what its numbers are, and how they are chosen.
import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { loadModel } from 'attnscope'
import { column, field, heading, labels, numberAt, pinned, press, settled, story, word } from './support/story.mjs'

const modelFolder = fileURLToPath(new URL('../../models/all-MiniLM-L6-v2', import.meta.url))

story('first paint: "it" is pinned, layer 3 head 1 is chosen, and it looks at "animal" with 0.64', async (page) => {
  assert.equal(await numberAt(page, 'animal'), '0.64')
  assert.deepEqual(await pinned(page, 'query'), ['it'])
  assert.match(await heading(page), /^Layer 3, head 1/)
  assert.match(await page.locator('.foot').textContent(), /28 of 169 links, 81% of all attention/)
  assert.match(
    await page.locator('.foot').textContent(),
    /Words give 54% of their attention to \[CLS\] and \[SEP\], drawn grey/
  )
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
  for (const head of ['5.11', '0.2', '1.8']) await page.locator(`[data-head="${head}"]`).click({ modifiers: ['Shift'] })
  assert.match(await heading(page), /^4 heads overlaid/)
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
  assert.match(
    await page.locator('.foot').textContent(),
    /Words give 54% of their attention to \[CLS\] and \[SEP\], not drawn/
  )
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
  assert.match(await page.locator('.foot').textContent(), /169 of 169 links, 100% of all attention/)
})

story('the table says the same numbers', async (page) => {
  await page.getByText('Numbers as a table').click()
  const cells = await page.locator('tbody tr').first().locator('td').allInnerTexts()
  assert.equal(cells[2], '0.640')
  assert.equal(cells.at(-1), '1.00')
})

story('beyond four the heads stand side by side, up to twelve, and one opens', async (page) => {
  for (const head of ['5.11', '0.2', '1.8', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '2.8', '2.9', '2.10'])
    await page.locator(`[data-head="${head}"]`).click({ modifiers: ['Shift'] })
  assert.match(await heading(page), /^12 heads side by side/)
  assert.equal(await page.locator('.picture li').count(), 12)
  await page.getByText('Twelve heads at most').waitFor()
  await page.getByRole('button', { name: 'Show only layer 5, head 11' }).click()
  await settled(page)
  assert.match(await heading(page), /^Layer 5, head 11/)
  assert.equal(await numberAt(page, 'animal'), '0.65')
})

/** Weights of a head of the page's own model, through the package in Node. */
async function weightsOf(text, layer, head) {
  const model = await loadModel(modelFolder)
  const result = await model.encode(text, { trace: { attention: [[layer, head]] } })
  const weights = result.attention(layer, head)
  model.dispose()
  return { tokens: result.tokens.map((token) => token.text), at: (q, k) => weights[q * result.tokens.length + k] }
}

story(
  'the difference of two heads: signed numbers, and what is less is dashed',
  async (page) => {
    await page.getByRole('checkbox', { name: /^Difference: 3·1 minus 5·8/ }).check()
    await settled(page)
    const [first, second] = [await weightsOf('I saw a saw', 3, 1), await weightsOf('I saw a saw', 5, 8)]
    const numbers = await column(page, 'key')
      .locator('.row:has(.number)')
      .evaluateAll((rows) =>
        rows.map((row) => [Number(row.querySelector('button').dataset.unit), row.querySelector('.number').textContent])
      )
    assert.equal(numbers.length, 5)
    for (const [key, said] of numbers) {
      const value = first.at(2, key) - second.at(2, key)
      assert.equal(said, `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`, String(key))
    }
    const dashes = await page
      .locator('.strong path')
      .evaluateAll((paths) =>
        paths.map((path) => [path.classList.contains('slot-1'), path.hasAttribute('stroke-dasharray')])
      )
    assert.ok(dashes.some(([less]) => less) && dashes.every(([less, dashed]) => less === dashed))
    assert.match(await page.locator('.foot').textContent(), /of 36 differences/)
  },
  { hash: '#v=1&heads=3.1,5.8&pins=q2&text=I%20saw%20a%20saw' }
)

story(
  'a pair is read as one, and the filter leaves the links from the second sentence to the first',
  async (page) => {
    assert.deepEqual(await labels(page, 'query'), ['[CLS]', 'I', 'saw', 'it', '[SEP]', 'It', 'was', 'red', '[SEP]'])
    await page.getByText('B→A', { exact: true }).click()
    await settled(page)
    assert.deepEqual(await labels(page, 'query'), ['It', 'was', 'red', '[SEP]'])
    assert.deepEqual(await labels(page, 'key'), ['[CLS]', 'I', 'saw', 'it', '[SEP]'])
    const truth = await weightsOf(['I saw it', 'It was red'], 3, 1)
    await word(page, 'query', 'It').click()
    await settled(page)
    for (const [key, label] of truth.tokens.slice(0, 5).entries())
      assert.equal(
        await numberAt(page, await labels(page, 'key').then((all) => all[key])),
        truth.at(5, key).toFixed(2),
        label
      )
    assert.match(await page.locator('.foot').textContent(), /only links B→A of the pair/)
  },
  { hash: '#v=1&with=pair&second=It%20was%20red&text=I%20saw%20it' }
)

story('a second sentence is written, read as a pair, and taken away again', async (page) => {
  await page.getByRole('button', { name: '+ second sentence' }).click()
  const second = page.getByRole('textbox', { name: 'Second sentence' })
  await second.fill('It slept')
  await page.getByText('Read both as one pair').click()
  await word(page, 'query', 'slept').waitFor()
  await page.getByRole('button', { name: 'Take the second sentence away' }).click()
  await word(page, 'query', 'slept').waitFor({ state: 'detached' })
  assert.equal(await second.count(), 0)
})

story(
  'several pinned words: their weights are added up, and that is said',
  async (page) => {
    const truth = await weightsOf('I saw a saw', 3, 1)
    assert.equal(await numberAt(page, 'a'), (truth.at(1, 3) + truth.at(2, 3)).toFixed(2))
    assert.match(await page.locator('.foot').textContent(), /the numbers add up 2 words/)
  },
  { hash: '#v=1&pins=q1,q2&text=I%20saw%20a%20saw' }
)

story('in lines the words stand side by side, and the arrows go along them', async (page) => {
  await page.getByText('Lines', { exact: true }).click()
  await settled(page)
  const tops = await column(page, 'query')
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom)))
  assert.equal(new Set(tops.slice(1, -1)).size, 1)
  await word(page, 'query', 'it').focus()
  await press(page, 'ArrowLeft', 'Enter')
  assert.deepEqual(await pinned(page, 'query'), ['because'])
  await press(page, 'ArrowDown')
  await page.getByRole('heading', { name: 'Who looks at “because”' }).waitFor()
})
