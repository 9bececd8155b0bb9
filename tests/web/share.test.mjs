// The link to what is shown, and the way back through what was done.
import assert from 'node:assert/strict'
import {
  enterField,
  field,
  heading,
  labels,
  numberAt,
  pinned,
  press,
  server,
  settled,
  story,
  word,
  write
} from './support/story.mjs'

const hash = (page) => page.evaluate(() => location.hash)
const hashHas = (page, part) => page.waitForFunction((wanted) => location.hash.includes(wanted), part)
/** The pause of a reader: what follows sooner is the same step. */
const pause = (page) => page.waitForTimeout(300)

story('the address is clean until the reader chooses something, and then says it', async (page) => {
  assert.equal(await hash(page), '')
  await page.locator('[data-head="2.3"]').click()
  await hashHas(page, 'heads=2.3')
  await word(page, 'query', 'cross').click()
  await hashHas(page, 'pins=q4')
})

story('a link opened elsewhere shows the same: text, heads, pins, options', async (page) => {
  await write(page, 'Tom saw "Jerry" & ran 100% away!', 'away')
  await page.locator('[data-head="5.11"]').click()
  await page.locator('[data-head="0.2"]').click({ modifiers: ['Shift'] })
  await word(page, 'key', 'Tom').click()
  await page.getByText('Hide', { exact: true }).click()
  await hashHas(page, 'sinks=hide')
  const link = await page.evaluate(() => location.href)
  const other = await page.context().newPage()
  await other.goto(link)
  await settled(other)
  await word(other, 'query', 'away').waitFor()
  assert.equal(await field(other).inputValue(), 'Tom saw "Jerry" & ran 100% away!')
  assert.match(await heading(other), /^2 heads overlaid/)
  assert.deepEqual(await pinned(other, 'key'), ['Tom'])
  assert.deepEqual(await pinned(other, 'query'), [])
  assert.deepEqual(await labels(other, 'query'), await labels(page, 'query'))
  assert.equal(await numberAt(other, 'Tom'), await numberAt(page, 'Tom'))
})

story('the very first word that is pinned is a step of its own', async (page) => {
  await word(page, 'query', 'cross').click()
  await hashHas(page, 'pins=q4')
  await page.goBack()
  await word(page, 'query', 'it').and(page.locator('[aria-pressed=true]')).waitFor()
})

story('back and forward go through selections, and so do the buttons and the keys', async (page) => {
  const undo = page.getByRole('button', { name: /^Undo/ })
  assert.ok(await undo.isDisabled())
  await page.locator('[data-head="2.3"]').click()
  await hashHas(page, 'heads=2.3')
  await pause(page)
  await word(page, 'query', 'tired').click()
  await hashHas(page, 'pins=q11')
  await page.goBack()
  await word(page, 'query', 'it').and(page.locator('[aria-pressed=true]')).waitFor()
  assert.match(await heading(page), /^Layer 2, head 3/)
  await page.goForward()
  await word(page, 'query', 'tired').and(page.locator('[aria-pressed=true]')).waitFor()
  await undo.click()
  await word(page, 'query', 'it').and(page.locator('[aria-pressed=true]')).waitFor()
  await page.locator('main').focus()
  await press(page, 'Control+z')
  await page.getByRole('heading', { name: /^Layer 3 .*, head 1\b/ }).waitFor()
  await undo.and(page.locator(':disabled')).waitFor()
  await press(page, 'Control+Shift+z')
  await page.getByRole('heading', { name: /^Layer 2 .*, head 3\b/ }).waitFor()
})

for (const { view, name, part, first } of [
  { view: 'compare', name: 'Difference', part: 'compare=difference', first: 'Both' },
  { view: 'layers', name: 'Attention rollout', part: 'across=rollout', first: 'Mean of the heads' }
]) {
  story(
    `what ${view} draws goes with the link, and back takes it back: ${name}`,
    async (page) => {
      const choice = (where, label) => where.getByRole('radio', { name: label, exact: true })
      await choice(page, name).check()
      await hashHas(page, part)
      const other = await page.context().newPage()
      await other.goto(await page.evaluate(() => location.href))
      await settled(other)
      assert.ok(await choice(other, name).isChecked())
      await page.goBack()
      await page.waitForFunction((gone) => !location.hash.includes(gone), part)
      assert.ok(await choice(page, first).isChecked())
    },
    { hash: `#v=1&view=${view}` }
  )
}

story('undo brings back a text with the pins it had', async (page) => {
  await word(page, 'query', 'cross').click()
  await hashHas(page, 'pins=q')
  await pause(page)
  await page.getByRole('button', { name: 'I saw a saw', exact: true }).click()
  await word(page, 'query', 'saw').waitFor()
  await settled(page)
  await hashHas(page, 'text=I%20saw')
  await pause(page)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await word(page, 'query', 'tired').waitFor()
  await settled(page)
  assert.deepEqual(await pinned(page, 'query'), ['cross'])
  await page.getByRole('button', { name: /^Redo/ }).click()
  await word(page, 'query', 'saw').waitFor()
})

story('typing is one step, and Ctrl+Z inside the field is the field’s own', async (page) => {
  await enterField(page)
  await press(page, 'End')
  await page.keyboard.type(' and old', { delay: 20 })
  await word(page, 'query', 'old').waitFor()
  await hashHas(page, 'old')
  await press(page, 'Control+z')
  assert.ok((await hash(page)).includes('text='))
  await press(page, 'Escape')
  await field(page).fill('')
  await page.keyboard.type('x')
  await page.waitForTimeout(300)
  assert.ok((await page.evaluate(() => history.length)) <= 6)
})

for (const bad of ['#v=1&heads=99.99,zz&pins=q4000&view=nothing&mass=-5', '#picture', '#v=1&text=%3Cimg src=x']) {
  story(
    `an address that makes no sense still gives a page: ${bad}`,
    async (page) => {
      await page.locator('[data-head="0.0"]').waitFor()
      await page.locator('[data-head="3.1"]').click()
      await page.getByRole('heading', { name: /^Layer 3 .*, head 1\b/ }).waitFor()
      assert.equal(await page.locator('main img').count(), 0)
    },
    { hash: bad, settle: true }
  )
}

story(
  'the link is copied by a button',
  async (page) => {
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('Link copied').waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    assert.ok(link.startsWith(`${server.address}#v=1&heads=3.1&pins=q8&text=The%20animal`), link)
  },
  { options: { permissions: ['clipboard-read', 'clipboard-write'] } }
)

story('a text too long for an address is not lost on the way back', async (page) => {
  const long = `${'word '.repeat(8000)}end`
  await field(page).fill(long)
  await page.getByRole('button', { name: /^Undo/ }).and(page.locator(':enabled')).waitFor()
  assert.equal(await hash(page), '')
  // Texts that follow one another within a breath are one step.
  await page.waitForTimeout(1500)
  await page.getByRole('button', { name: 'I saw a saw', exact: true }).click()
  await word(page, 'query', 'saw').waitFor()
  await hashHas(page, 'text=I%20saw')
  await pause(page)
  await page.goBack()
  // Of a long text the field shows the beginning.
  await page.getByText('… and 30,003 more characters').waitFor()
  assert.equal(await field(page).inputValue(), long.slice(0, 10_000))
})
