// Who reads the page: by keyboard, by screen reader, in Chinese, on a phone, in the dark.
import assert from 'node:assert/strict'
import { axeFaults, field, focused, heading, pinned, press, settled, story, tabTo, word } from './support/story.mjs'

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
      `axe finds no fault: ${colorScheme}, ${device}`,
      async (page) => {
        await page.getByText('Numbers as a table').click()
        await page.locator('[data-head="5.11"]').click({ modifiers: ['Shift'] })
        await page.mouse.move(2, 2)
        await settled(page)
        assert.deepEqual(await axeFaults(page), [])
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
  'a phone: the tab of the open view is in sight, and more tabs before it are hinted at',
  async (page) => {
    const tabs = page.getByRole('navigation', { name: 'Views' })
    await tabs.and(page.locator('[data-more=left]')).waitFor()
    const cut = await tabs.evaluate((nav) => {
      const [outer, inner] = [nav, nav.querySelector('[aria-current]')].map((one) => one.getBoundingClientRect())
      return Math.max(outer.left - inner.left, inner.right - outer.right)
    })
    assert.ok(cut <= 0.5, `${cut} px cut`)
  },
  { options: { viewport: { width: 360, height: 780 } }, hash: '#v=1&view=layers' }
)

story(
  'a phone: what scrolls shows where there is more, and the arrow keys get there',
  async (page) => {
    const table = page.getByRole('region', { name: /^Where/ })
    await table.and(page.locator('[data-more=right]')).waitFor()
    await tabTo(page, '[role=region]')
    await page.keyboard.press('ArrowRight')
    await page.waitForFunction(() => document.activeElement.scrollLeft > 0)
    await table.evaluate((element) => element.scrollTo({ left: 10_000 }))
    await table.and(page.locator(':not([data-more])')).waitFor()
  },
  { options: { viewport: { width: 360, height: 780 } }, hash: '#v=1&view=layers' }
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

const views = ['links', 'matrix', 'heads', 'find', 'steps', 'compare', 'layers']

for (const [locale, names] of [
  ['en-US', ['Links', 'Matrix', 'All heads', 'Find the head', 'Steps', 'Compare', 'Across layers']],
  ['zh-CN', ['连线', '矩阵', '所有头', '寻找注意力头', '分步计算', '对比', '跨层']]
]) {
  story(
    `the number keys go through every view, the language and theme keys work in each (${locale})`,
    async (page) => {
      await page.locator('main').focus()
      for (const [at, view] of views.entries()) {
        await press(page, String(at + 1))
        await page.locator(`.picture[data-ready=${view}]`).waitFor()
        assert.equal(await page.locator('nav [aria-current=page]').textContent(), names[at])
      }
      const language = () => page.evaluate(() => document.documentElement.lang)
      const before = await language()
      await press(page, 'l')
      assert.notEqual(await language(), before)
      await press(page, 't')
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light')
    },
    { options: { locale, reducedMotion: 'reduce' } }
  )
}

story('brackets change the head and the layer, the slash goes to the sentence', async (page) => {
  await page.locator('main').focus()
  await press(page, ']', '}')
  assert.match(await heading(page), /^Layer 4, head 2/)
  await press(page, '[', '[', '{')
  assert.match(await heading(page), /^Layer 3, head 0/)
  await press(page, '/')
  assert.equal(await page.evaluate(() => document.activeElement.tagName), 'TEXTAREA')
  await press(page, ']')
  assert.match(await heading(page), /^Layer 3, head 0/)
})

story('the question mark lists the keys; single keys can be switched off', async (page) => {
  await page.locator('main').focus()
  await press(page, '?')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  await dialog.waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await dialog.getByRole('checkbox').uncheck()
  await press(page, 'Escape')
  await dialog.waitFor({ state: 'detached' })
  await press(page, '2')
  await page.waitForTimeout(300)
  assert.equal(await page.locator('nav [aria-current=page]').textContent(), 'Links')
})

story(
  'without a network everything goes on: typing, every view, heads',
  async (page) => {
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(1500)
    await page.context().setOffline(true)
    await field(page).fill('Tom chased Jerry')
    await word(page, 'query', 'Jerry').waitFor()
    await page.locator('main').focus()
    for (const [at, view] of views.entries()) {
      await press(page, String(at + 1))
      await page.locator(`.picture[data-ready=${view}]`).waitFor()
    }
  },
  // The browser asks for the icon again whenever the address changes.
  { alone: true, options: { reducedMotion: 'reduce' }, expected: /favicon|ERR_INTERNET_DISCONNECTED/ }
)

story(
  'more contrast is honoured: what is said quietly is said in a strong colour',
  async (page) => {
    const colours = await page.evaluate(() => {
      const root = getComputedStyle(document.documentElement)
      return ['--paper', '--soft', '--ink'].map((name) => root.getPropertyValue(name).trim())
    })
    assert.deepEqual(colours, ['#fff', '#2b2823', '#000'])
    assert.deepEqual(await axeFaults(page), [])
  },
  { options: { contrast: 'more' } }
)

story(
  'on paper: dark on white, without controls, nothing cut',
  async (page) => {
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.locator('.actions').isVisible(), false)
    assert.equal(await page.locator('.tools').isVisible(), false)
    assert.ok(await word(page, 'query', 'animal').isVisible())
    const paper = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--ink').trim())
    assert.equal(paper, '#000')
  },
  { options: { colorScheme: 'dark' } }
)

story(
  'on paper nothing scrolls, and nothing is wider than the sheet',
  async (page) => {
    await page.getByRole('grid').waitFor()
    await page.emulateMedia({ media: 'print' })
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX))
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .map((element) => element.className)
    )
    assert.deepEqual(cut, [])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(wide <= 0, `${wide} px beyond the sheet`)
  },
  { options: { viewport: { width: 794, height: 1123 } }, hash: '#v=1&view=layers' }
)

for (const view of views) {
  story(
    `where the system chooses the colours, what is chosen still stands out: ${view}`,
    async (page) => {
      const lost = await page.evaluate(() => {
        const chosen =
          '[aria-current], [aria-pressed=true], [aria-checked=true], [aria-selected=true], label:has([type=radio]:checked)'
        const marked = ({ outlineStyle, borderBottomWidth }) => outlineStyle !== 'none' || borderBottomWidth === '3px'
        return [...document.querySelectorAll(chosen)]
          .filter((element) => element.checkVisibility() && !element.querySelector('[type=checkbox]'))
          .filter((element) => !marked(getComputedStyle(element)))
          .map((element) => element.outerHTML.slice(0, 120))
      })
      assert.deepEqual(lost, [])
      const text = await page.evaluate(() => {
        const probe = document.createElement('button')
        document.body.append(probe)
        const system = getComputedStyle(probe).color
        probe.remove()
        return [...document.querySelectorAll('nav button')].filter((tab) => getComputedStyle(tab).color !== system)
          .length
      })
      assert.equal(text, 0, 'the names of the views have the system’s colour')
    },
    { options: { forcedColors: 'active', reducedMotion: 'reduce' }, hash: `#v=1&view=${view}` }
  )
}
