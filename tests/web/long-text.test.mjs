// A text far longer than the model reads: it is kept whole, and a key costs what it costs in a short one.
import assert from 'node:assert/strict'
import { field, labels, press, readLonger, settled, story, word } from './support/story.mjs'

const sentence = 'The quick brown fox jumps over the lazy dog. '
const long = (length) => sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length)
const kinds = {
  sentences: long(1_000_000),
  blanks: `${' '.repeat(1_000_000)}end`
}

/** Processor time of the page's own thread for what `work` does, in milliseconds. */
async function threadTime(page, work) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value
  const before = await read()
  await work()
  return ((await read()) - before) * 1000
}

const paste = (page, text) =>
  field(page).evaluate((area, whole) => {
    area.focus()
    area.select()
    document.execCommand('insertText', false, whole)
  }, text)

for (const [name, text] of Object.entries(kinds))
  story(
    `1 MB, ${name}: a key takes the page's thread less than 100 ms`,
    async (page) => {
      await paste(page, text)
      await page.getByText(/more characters, which are kept but not shown/).waitFor({ timeout: 60_000 })
      await page.locator('.picture[data-ready]').waitFor({ timeout: 60_000 })
      assert.ok((await field(page).inputValue()).length <= 20_000)
      await field(page).evaluate((area) => area.setSelectionRange(4, 4))
      await page.waitForTimeout(500)
      const keys = [...'abcdefgh']
      const time = await threadTime(page, async () => {
        await press(page, ...keys)
        await page.waitForTimeout(600)
      })
      console.log(`  ${name}: ${(time / keys.length).toFixed(1)} ms of the page's thread a key`)
      assert.ok(time / keys.length < 100, `${time / keys.length} ms a key`)
      assert.match(await field(page).inputValue(), /^.{4}abcdefgh/s)
    },
    // The thread must have no more to do than a user's.
    { alone: true }
  )

story('the whole text is kept: undone, saved, and given up only by hand', async (page) => {
  const text = long(1_000_000)
  await paste(page, text)
  await word(page, 'query', 'quick').waitFor()
  await readLonger(page)
  assert.match(
    await page.getByRole('status').first().textContent(),
    /reads the first 512 tokens; the 99\d,\d{3} characters after them/
  )
  assert.equal((await labels(page, 'query')).length, 512)
  await page.waitForTimeout(1000)
  await page.getByRole('button', { name: 'I saw a saw' }).click()
  await word(page, 'query', 'saw').waitFor()
  await page.waitForTimeout(400)
  await page.goBack()
  await page.getByText('… and 990,000 more characters').waitFor()
  await settled(page)
  // In the middle of what is shown: the rest stays.
  await field(page).evaluate((area) => area.setSelectionRange(0, 4))
  await field(page).evaluate((area) => area.focus())
  await page.keyboard.type('A')
  await word(page, 'query', 'Aquick').waitFor()
  assert.match(await field(page).inputValue(), /^Aquick brown/)
  await page.getByText('… and 990,000 more characters').waitFor()
  // What the model cannot read is changed: the numbers stay those of the same run.
  await field(page).evaluate((area) => area.setSelectionRange(area.value.length, area.value.length))
  await page.keyboard.type('xyz')
  await settled(page)
  // All of it replaced by hand: the rest goes with it.
  await press(page, 'Control+A')
  await page.keyboard.type('Short again')
  await word(page, 'query', 'again').waitFor()
  assert.equal(await page.getByText('more characters').count(), 0)
  assert.equal(await field(page).inputValue(), 'Short again')
  // And by a program.
  await paste(page, text)
  await page.getByText('… and 990,000 more characters').waitFor()
  await field(page).fill('By a program')
  await word(page, 'query', 'program').waitFor()
  assert.equal(await page.getByText('more characters').count(), 0)
  await paste(page, text)
  await page.getByRole('button', { name: 'Drop them' }).click()
  assert.equal(await page.getByText('more characters').count(), 0)
  assert.equal((await field(page).inputValue()).length, 10_000)
})

story('erasing what is shown brings the rest into the field', async (page) => {
  await paste(page, `${'a '.repeat(8000)}${'b '.repeat(8000)}`)
  await page.getByText('… and 22,000 more characters').waitFor()
  await field(page).evaluate((area) => area.setSelectionRange(0, 9000))
  await press(page, 'Delete')
  await page.getByText('… and 13,000 more characters').waitFor()
  assert.equal((await field(page).inputValue()).length, 10_000)
  assert.equal(await field(page).evaluate((area) => area.selectionStart), 0)
})
