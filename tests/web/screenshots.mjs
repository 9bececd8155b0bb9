// node tests/web/screenshots.mjs [start of a name ...]: pictures of the built page into web/shots/, for a person to look at.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, launch, openPage, servePage, settled, webFolder } from './support/browser.mjs'

const desktop = { viewport: { width: 1280, height: 900 } }
const phone = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }

const word = (page, side, label) =>
  page.locator(`[data-side=${side}]`).getByRole('button', { name: label, exact: true }).first()
const write = async (page, text) => {
  await page.getByRole('textbox').first().fill(text)
  await page.waitForTimeout(2500)
}
const hang = (page) => page.route('**/model.safetensors', () => undefined)
const refuse = (page) => page.route('**/model.safetensors', (route) => route.fulfill({ status: 404, body: '' }))
const letter =
  'The keeper of the lighthouse wrote to her brother every week, and because the boat came seldom, she kept the letters in a tin by the stove until it did. '

const stepsReady = (page) => page.locator('.steps[data-ready]').waitFor()
const openSteps = async (page) => {
  await stepsReady(page)
  await page.getByRole('button', { name: 'Open all' }).click()
}
const wholeSentence = async (page) => {
  await stepsReady(page)
  await page.getByText('Whole sentence').click()
}
const hoverQuery = async (page) => {
  await stepsReady(page)
  await page.locator('[data-step=query] [data-strip=q]').hover({ position: { x: 60, y: 8 } })
}

const unknownWords = `text=${encodeURIComponent('狗吃了食物因为它饿了')}`
/** Opens a station of the tour and guesses at its question. */
const guess = (station) => async (page) => {
  await page.locator('[data-tour]').click()
  await page
    .locator('.tour ol button')
    .nth(station - 1)
    .click()
  await page.locator('.guess button').last().click()
}

/** Each scene: context options, what happens before the page is opened, what after, and whether the whole page is shown. */
const scenes = {
  first: { options: desktop },
  'first-dark': { options: { ...desktop, colorScheme: 'dark' } },
  wide: { options: desktop, after: (page) => page.getByRole('button', { name: 'wide', exact: true }).click() },
  'wide-dark': {
    options: { ...desktop, colorScheme: 'dark' },
    after: (page) => page.getByRole('button', { name: 'wide', exact: true }).click()
  },
  whole: { options: desktop, full: true },
  '4k': { options: { viewport: { width: 1920, height: 1080 } } },
  tablet: { options: { viewport: { width: 900, height: 1100 } } },
  phone: { options: phone, full: true },
  'phone-dark': { options: { ...phone, colorScheme: 'dark' } },
  'phone-chinese': { options: { ...phone, locale: 'zh-CN' }, after: (page) => write(page, '狗吃了食物因为它饿了') },
  chinese: { options: { ...desktop, locale: 'zh-CN' }, after: (page) => write(page, '狗吃了食物因为它饿了') },
  loading: { options: desktop, before: hang, waits: false },
  'phone-loading': { options: phone, before: hang, waits: false },
  error: { options: desktop, before: refuse, waits: false },
  'phone-error-dark': { options: { ...phone, colorScheme: 'dark' }, before: refuse, waits: false },
  empty: { options: desktop, after: (page) => page.getByRole('textbox').first().fill('') },
  long: { options: desktop, after: (page) => write(page, letter.repeat(18)) },
  middle: { options: desktop, after: (page) => write(page, letter) },
  'phone-long': { options: phone, after: (page) => write(page, letter.repeat(18)) },
  hard: {
    options: desktop,
    after: (page) =>
      write(
        page,
        `${'a'.repeat(100)} https://example.com/a/long/path?with=query&and=more مرحبا بالعالم 👨‍👩‍👧‍👦🍕🍕 cafe\u0301 <img src=x> 我爱自然语言处理`
      )
  },
  editing: { options: desktop, after: (page) => page.getByRole('textbox').first().focus() },
  hover: { options: desktop, after: (page) => word(page, 'key', 'animal').hover() },
  keyboard: {
    options: desktop,
    after: async (page) => {
      await word(page, 'query', 'it').focus()
      await page.keyboard.press('ArrowDown')
    }
  },
  overlay: {
    options: desktop,
    after: async (page) => {
      for (const head of ['5.11', '0.2']) await page.locator(`[data-head="${head}"]`).click({ modifiers: ['Shift'] })
    }
  },
  'overlay-dark': {
    options: { ...desktop, colorScheme: 'dark' },
    after: async (page) => {
      for (const head of ['5.11', '0.2', '2.1'])
        await page.locator(`[data-head="${head}"]`).click({ modifiers: ['Shift'] })
      await word(page, 'query', 'tired').click({ modifiers: ['Shift'] })
    }
  },
  none: { options: desktop, after: (page) => page.keyboard.press('Escape') },
  hidden: { options: desktop, after: (page) => page.getByText('Hide', { exact: true }).click() },
  pieces: { options: desktop, after: (page) => page.getByText('Pieces', { exact: true }).click() },
  table: { options: desktop, full: true, after: (page) => page.getByText('Numbers as a table').click() },
  contrast: { options: { ...desktop, forcedColors: 'active' } },
  'more-contrast': { options: { ...desktop, contrast: 'more' } },
  rows: { options: desktop, hash: '#v=1&flow=rows&pins=q8' },
  'rows-phone': { options: phone, hash: '#v=1&flow=rows&pins=q8' },
  'rows-chinese': {
    options: { ...desktop, locale: 'zh-CN' },
    hash: `#v=1&flow=rows&text=${encodeURIComponent('狗吃了食物因为它饿了')}`
  },
  'rows-arabic': {
    options: desktop,
    hash: `#v=1&flow=rows&text=${encodeURIComponent('ذهبت القطة إلى البيت لأنها كانت جائعة')}`
  },
  'rows-long': { options: desktop, hash: `#v=1&flow=rows&text=${encodeURIComponent(letter)}` },
  difference: { options: desktop, hash: '#v=1&heads=3.1,5.11&minus=1&pins=q8' },
  'difference-dark': { options: { ...desktop, colorScheme: 'dark' }, hash: '#v=1&heads=3.1,5.11&minus=1&pins=q8' },
  summed: { options: desktop, hash: '#v=1&pins=q8,q11' },
  multiples: { options: desktop, hash: '#v=1&heads=3.1,5.11,0.2,2.1,4.4,1.7&pins=q8' },
  pair: { options: desktop, hash: '#v=1&with=pair&pins=q4&second=It%20was%20too%20tired&text=The%20animal%20stopped' },
  'pair-ab': {
    options: desktop,
    hash: '#v=1&with=pair&pair=ba&second=It%20was%20too%20tired&text=The%20animal%20stopped'
  },
  'phone-pair': {
    options: phone,
    hash: '#v=1&with=pair&pair=ba&second=It%20was%20too%20tired&text=The%20animal%20stopped'
  },
  second: { options: desktop, hash: '#v=1&second=A%20cat%20ate%20because%20it%20was%20hungry' },
  matrix: { options: desktop, hash: '#v=1&view=matrix', full: true },
  'matrix-dark': { options: { ...desktop, colorScheme: 'dark' }, hash: '#v=1&view=matrix' },
  'matrix-phone-chinese': { options: { ...phone, locale: 'zh-CN' }, hash: '#v=1&view=matrix', full: true },
  'matrix-long': {
    options: desktop,
    hash: `#v=1&view=matrix&text=${encodeURIComponent(letter.repeat(15))}`,
    full: true
  },
  'matrix-zoomed': {
    options: desktop,
    hash: `#v=1&view=matrix&text=${encodeURIComponent(letter.repeat(4))}`,
    after: (page) => page.getByRole('button', { name: 'Zoom in' }).click({ clickCount: 2 })
  },
  heads: { options: desktop, hash: '#v=1&view=heads', full: true },
  'heads-ranked-dark': {
    options: { ...desktop, colorScheme: 'dark' },
    hash: '#v=1&view=heads',
    full: true,
    after: (page) => page.getByRole('radio', { name: 'Lowest first' }).check()
  },
  'heads-phone-chinese': { options: { ...phone, locale: 'zh-CN' }, hash: '#v=1&view=heads', full: true },
  find: { options: desktop, hash: '#v=1&view=find', full: true },
  'find-dark': { options: { ...desktop, colorScheme: 'dark' }, hash: '#v=1&view=find', full: true },
  'find-phone': { options: phone, hash: '#v=1&view=find', full: true },
  'steps-query': { options: desktop, hash: '#v=1&view=steps&step=query', waits: false, after: hoverQuery },
  'steps-softmax-dark': {
    options: { ...desktop, colorScheme: 'dark' },
    hash: '#v=1&view=steps&step=softmax',
    full: true,
    waits: false,
    after: stepsReady
  },
  'steps-first-layer': {
    options: desktop,
    hash: '#v=1&view=steps&heads=0.2',
    full: true,
    waits: false,
    after: stepsReady
  },
  'steps-all': { options: desktop, hash: '#v=1&view=steps', full: true, waits: false, after: openSteps },
  'steps-phone': { options: phone, hash: '#v=1&view=steps&step=mix', full: true, waits: false, after: stepsReady },
  'steps-phone-chinese-dark': {
    options: { ...phone, locale: 'zh-CN', colorScheme: 'dark' },
    hash: '#v=1&view=steps&step=scores',
    full: true,
    waits: false,
    after: stepsReady
  },
  'steps-sentence': { options: desktop, hash: '#v=1&view=steps', full: true, waits: false, after: wholeSentence },
  'steps-phone-sentence': { options: phone, hash: '#v=1&view=steps', full: true, waits: false, after: wholeSentence },
  'steps-scale': {
    options: desktop,
    hash: '#v=1&view=steps&step=scale',
    full: true,
    waits: false,
    after: stepsReady
  },
  'steps-scale-phone-dark': {
    options: { ...phone, colorScheme: 'dark' },
    hash: '#v=1&view=steps&step=scale',
    full: true,
    waits: false,
    after: stepsReady
  },
  unknown: { options: desktop, hash: `#v=1&${unknownWords}` },
  'unknown-phone-dark': { options: { ...phone, colorScheme: 'dark' }, hash: `#v=1&${unknownWords}`, full: true },
  'unknown-steps': {
    options: desktop,
    hash: `#v=1&view=steps&step=scores&${unknownWords}`,
    waits: false,
    after: stepsReady
  },
  'unknown-find': { options: { ...desktop, colorScheme: 'dark' }, hash: `#v=1&view=find&${unknownWords}` },
  'unknown-layers-phone': { options: phone, hash: `#v=1&view=layers&${unknownWords}`, full: true },
  'unknown-matrix': { options: desktop, hash: `#v=1&view=matrix&${unknownWords}` },
  'guess-sink': { options: desktop, after: guess(7) },
  'guess-pronoun-chinese-dark': {
    options: { ...desktop, locale: 'zh-CN', colorScheme: 'dark' },
    after: guess(8)
  },
  'guess-phone': { options: phone, after: guess(3) },
  'guess-phone-chinese': { options: { ...phone, locale: 'zh-CN' }, after: guess(4) },
  'model-dialog': { options: desktop, after: (page) => page.locator('button.chip').click() },
  'model-dialog-phone-chinese': {
    options: { ...phone, locale: 'zh-CN' },
    after: (page) => page.locator('button.chip').click()
  },
  help: { options: desktop, after: (page) => page.keyboard.press('?') },
  'help-phone-chinese': {
    options: { ...phone, locale: 'zh-CN' },
    after: (page) => page.locator('.actions button').last().click()
  }
}

for (const view of ['links', 'matrix', 'heads', 'find', 'steps', 'compare', 'layers'])
  for (const [device, options] of Object.entries({ desktop, phone }))
    for (const colorScheme of ['light', 'dark'])
      scenes[`view-${view}-${device}-${colorScheme}`] = {
        options: { ...options, colorScheme },
        hash: `#v=1&view=${view}`,
        full: true,
        after: (page) => page.waitForTimeout(1500)
      }

/** The guided tour at a station (from 1), with what it asks for done or still to do. */
const tourAt = (at, done) => async (page) => {
  await page.locator('[data-tour]').click()
  await page.locator('.tour h2').waitFor()
  await page
    .locator('.tour ol button')
    .nth(at - 1)
    .click()
  await page.waitForTimeout(2500)
  if (!done) return
  await page.locator('.tour .small button').first().click()
  await page.waitForTimeout(3500)
}
const tourDevices = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  laptop: { viewport: { width: 1280, height: 720 } },
  desktop: { viewport: { width: 1600, height: 1000 } }
}
for (const [device, options] of Object.entries(tourDevices))
  for (const locale of ['en-US', 'zh-CN'])
    for (const colorScheme of ['light', 'dark'])
      for (const at of [1, 3, 6, 7, 9])
        for (const done of [false, true])
          scenes[`tour-${device}-${locale.slice(0, 2)}-${colorScheme}-${at}${done ? '-done' : ''}`] = {
            options: { ...options, locale, colorScheme },
            after: tourAt(at, done)
          }

const folder = join(webFolder, 'shots')
mkdirSync(folder, { recursive: true })
const chromium = findChromium()
if (!chromium) throw new Error('No Chromium: install chromium, or set CHROMIUM to it.')
const wanted = process.argv.slice(2)
const server = await servePage()
const browser = await launch(chromium)
for (const [name, scene] of Object.entries(scenes)) {
  if (wanted.length && !wanted.some((one) => name.startsWith(one))) continue
  const { page, faults, close } = await openPage(browser, server.address, scene.options)
  await scene.before?.(page)
  await page.goto(server.address + (scene.hash ?? ''))
  if (scene.waits === false) await page.waitForTimeout(1500)
  else await settled(page)
  if (scene.after) {
    await scene.after(page)
    await page.waitForTimeout(700)
  }
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: scene.full ?? false })
  console.log(`web/shots/${name}.png${faults.length ? `  (${faults.join('; ')})` : ''}`)
  await close()
}
await browser.close()
await server.close()
