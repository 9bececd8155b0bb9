// What is typed: nothing is lost, nothing is markup, nothing is too long.
import assert from 'node:assert/strict'
import {
  column,
  enterField,
  field,
  labels,
  numberAt,
  pinned,
  press,
  readLonger,
  settled,
  story,
  word,
  write
} from './support/story.mjs'

story('typing changes the picture, and no keystroke is lost', async (page) => {
  const before = await page
    .locator('.faint path')
    .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')).join())
  await enterField(page)
  await press(page, 'Control+A')
  await page.keyboard.type('I saw a saw near the old mill', { delay: 15 })
  await word(page, 'query', 'mill').waitFor()
  await settled(page)
  assert.equal(await field(page).inputValue(), 'I saw a saw near the old mill')
  assert.equal((await labels(page, 'key')).join(' '), '[CLS] I saw a saw near the old mill [SEP]')
  assert.notEqual(
    await page.locator('.faint path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')).join()),
    before
  )
})

story('a pin follows its word while the text is edited', async (page) => {
  await write(page, "Yesterday the animal didn't cross the street because it was too tired", 'Yesterday')
  assert.deepEqual(await pinned(page, 'query'), ['it'])
})

story('an example is one click away, and the first sentence too', async (page) => {
  await page.getByRole('button', { name: 'A dog ate the food because it was hungry' }).click()
  await word(page, 'query', 'hungry').waitFor()
  await settled(page)
  assert.equal(await numberAt(page, 'dog'), '0.53')
  await page.getByRole('button', { name: /^The animal didn/ }).click()
  await word(page, 'query', 'tired').waitFor()
  await settled(page)
  assert.equal(await numberAt(page, 'animal'), '0.64')
})

story('a new sentence has its last word pinned, not its full stop', async (page) => {
  await write(page, 'Nobody came home!', 'home')
  assert.deepEqual(await pinned(page, 'query'), ['home'])
})

story('600 words: the cut is said, links are capped and said so, and the page stays usable', async (page) => {
  await field(page).fill(`${'word '.repeat(599)}end`)
  await page.getByText('The model reads 256 tokens; the last 346 were left out').waitFor({ timeout: 60_000 })
  await readLonger(page)
  await page.getByText('The model reads 512 tokens; the last 90 were left out').waitFor({ timeout: 60_000 })
  await page.getByText('Only the strongest 2 000 of these').waitFor()
  assert.equal((await labels(page, 'query')).length, 512)
  await page.waitForFunction(() => location.hash.includes('longer=1'))
  await page.getByText("read up to the model's 512 positions; its own files say 256").waitFor()
  assert.ok((await page.locator('.faint path').count()) <= 2000)
  assert.equal(
    await page
      .locator('.cut')
      .textContent()
      .then((cut) => cut.trim().split(/\s+/).length),
    90
  )
  await word(page, 'query', '[CLS]').hover()
  await page.getByRole('heading', { name: 'Strongest from “[CLS]”' }).waitFor()
})

const hostile =
  '<img src=x onerror="globalThis.broken=1"> <script>globalThis.broken=1</script> "\u202Edetrevni\u202C" a\u200Bb & {@html}'

story('hostile text stays text', async (page) => {
  await field(page).fill(hostile)
  await column(page, 'query').getByText('onerror').first().waitFor()
  await settled(page)
  assert.equal(await page.evaluate(() => globalThis.broken), undefined)
  assert.equal(await page.locator('main img, main script').count(), 0)
  assert.ok((await labels(page, 'query')).some((label) => label.includes('onerror')))
  const bare = await column(page, 'query')
    .getByRole('button')
    .evaluateAll((all) => all.filter((one) => one.firstElementChild?.localName !== 'bdi').length)
  assert.equal(bare, 0, 'labels that are not isolated')
})

story('a character that turns the direction turns no label', async (page) => {
  await write(page, 'a\u202eevil\u202c end', 'end')
  assert.deepEqual(await labels(page, 'query'), ['[CLS]', 'aevil', 'end', '[SEP]'])
})

story('labels never overlap: a word of 100 letters, an address, Arabic, emoji, Chinese', async (page) => {
  await field(page).fill(
    `${'a'.repeat(100)} https://example.com/a/very/long/path?with=query&and=more#fragment مرحبا بالعالم 👨‍👩‍👧‍👦🍕🍕 我爱自然语言处理 end`
  )
  await word(page, 'query', 'end').waitFor()
  const overlaps = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('[data-side] button')].map((one) => one.getBoundingClientRect())
    let count = 0
    for (const [i, a] of boxes.entries())
      for (const b of boxes.slice(i + 1))
        if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) count++
    return count
  })
  assert.equal(overlaps, 0)
})

story('a word that fits still fits when it is pinned', async (page) => {
  for (const width of [1280, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    await word(page, 'query', 'because').click()
    const cut = await word(page, 'query', 'because').evaluate((label) => label.scrollWidth > label.clientWidth)
    assert.equal(cut, false, `at ${width}`)
    await word(page, 'query', 'it').click()
  }
})

story('empty text: a friendly hint and a way back', async (page) => {
  await field(page).fill('   ')
  await page.getByText('No words yet').waitFor()
  await page.locator('.empty button').click()
  await word(page, 'query', 'tired').waitFor()
})

for (const invisible of ['\u200b', '\u0000', '\ufeff \u00ad']) {
  story(`${JSON.stringify(invisible)} has no words, and that is said`, async (page) => {
    await field(page).fill(invisible)
    await page.getByText('No words yet.').waitFor({ timeout: 5000 })
  })
}

story('a picture of the text before says that it is being replaced', async (page) => {
  await field(page).fill('word '.repeat(500))
  assert.equal(await page.locator('.picture').getAttribute('aria-busy'), 'true')
  await page.locator('.picture[aria-busy=false]').waitFor()
})
