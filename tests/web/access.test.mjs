// Who reads the page: by keyboard, by screen reader, in Chinese, on a phone, in the dark.
import assert from 'node:assert/strict'
import { field, focused, heading, pinned, press, seriousFaults, settled, story, word } from './support/story.mjs'

story('the whole story from the keyboard: words, pins, heads', async (page) => {
  await word(page, 'query', '[CLS]').waitFor()
  for (
    let i = 0;
    i < 30 && !(await page.evaluate(() => document.activeElement?.matches('[data-side=query] button')));
    i++
  )
    await press(page, 'Tab')
  await press(page, 'Home', 'ArrowDown', 'ArrowDown', 'Enter')
  assert.deepEqual(await pinned(page, 'query'), ['animal'])
  await press(page, 'ArrowDown', 'Shift+Enter')
  assert.deepEqual(await pinned(page, 'query'), ['animal', "didn't"])
  await press(page, 'ArrowRight')
  await page.getByRole('heading', { name: "Who looks at “didn't”" }).waitFor()
  await press(page, 'Escape')
  assert.deepEqual(await pinned(page, 'query'), [])
  for (let i = 0; i < 30 && !(await page.evaluate(() => document.activeElement?.matches('[role=gridcell]'))); i++)
    await press(page, 'Tab')
  await press(page, 'ArrowUp', 'ArrowRight', 'Enter')
  assert.match(await heading(page), /^Layer 2, head 2/)
  await press(page, 'ArrowRight', 'Shift+Enter')
  assert.match(await heading(page), /^2 heads overlaid/)
})

story('a control that goes away hands the focus to its neighbour', async (page) => {
  const onto = async (button) => {
    await button.focus()
    await page.keyboard.press('Enter')
    await settled(page)
    return focused(page)
  }
  const example = page.getByRole('button', { name: 'I saw a saw', exact: true })
  assert.equal(await onto(example), 'I am good')
  await page.locator('[data-head="3.2"]').click({ modifiers: ['Shift'] })
  await page.locator('[data-head="3.3"]').click({ modifiers: ['Shift'] })
  assert.equal(await onto(page.getByRole('button', { name: 'Take head 3·2 away' })), '3·3')
  await field(page).fill('')
  assert.equal(await onto(page.locator('.empty button')), '[CLS]')
})

story(
  'Chinese: the browser says zh, the page speaks it, and one click changes it',
  async (page) => {
    await page.getByText('谁在看 · 查询 Q').waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh-CN')
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByText('looks from · query').waitFor()
  },
  { options: { locale: 'zh-CN' } }
)

for (const colorScheme of ['light', 'dark']) {
  for (const [device, viewport] of [
    ['desktop', { width: 1280, height: 900 }],
    ['phone', { width: 360, height: 780 }]
  ]) {
    story(
      `axe finds no serious fault: ${colorScheme}, ${device}`,
      async (page) => {
        await page.getByText('Numbers as a table').click()
        await page.locator('[data-head="5.11"]').click({ modifiers: ['Shift'] })
        await page.mouse.move(2, 2)
        await settled(page)
        assert.deepEqual(await seriousFaults(page), [])
      },
      { options: { colorScheme, viewport, reducedMotion: 'reduce' } }
    )
  }
}

story(
  'a phone: nothing scrolls sideways',
  async (page) => {
    const spare = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(spare <= 0, `${spare} px too wide`)
  },
  { options: { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true } }
)

story(
  'the theme switch goes round: system, light, dark',
  async (page) => {
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
    assert.equal(await theme(), 'dark')
    await page.getByRole('button', { name: 'Theme: as the system' }).click()
    assert.equal(await theme(), 'light')
    await page.getByRole('button', { name: 'Theme: light' }).click()
    assert.equal(await theme(), 'dark')
  },
  { options: { colorScheme: 'dark' } }
)

for (const locale of ['en-US', 'zh-CN']) {
  story(
    `nothing in the head of a narrow phone is cut (${locale})`,
    async (page) => {
      const cut = await page
        .locator('header > *')
        .evaluateAll((parts) =>
          parts.filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.className)
        )
      assert.deepEqual(cut, [])
    },
    { options: { viewport: { width: 360, height: 740 }, locale } }
  )
}
