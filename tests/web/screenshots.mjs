// node tests/web/screenshots.mjs [--model FOLDER] [start of a name ...]: pictures of the built page into web/shots/, for a
// person to look at; with another model than its own where a folder is named.
import { mkdirSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium, launch, loadFolder, openPage, servePage, settled, webFolder } from './support/browser.mjs'
import { loadTs } from './support/load-ts.mjs'

const desktop = { viewport: { width: 1280, height: 900 } }
const phone = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }

const write = async (page, text) => {
  await page.getByRole('textbox').first().fill(text)
  await page.waitForTimeout(2500)
}
const hang = (page) => page.route('**/model.safetensors', () => undefined)
const refuse = (page) => page.route('**/model.safetensors', (route) => route.fulfill({ status: 404, body: '' }))
const { letter } = await loadTs('shared/scene.ts')

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
  hidden: { options: desktop, after: (page) => page.getByText('Hide', { exact: true }).click() },
  pieces: { options: desktop, after: (page) => page.getByText('Pieces', { exact: true }).click() },
  table: { options: desktop, full: true, after: (page) => page.getByText('Numbers as a table').click() },
  contrast: { options: { ...desktop, forcedColors: 'active' } },
  'more-contrast': { options: { ...desktop, contrast: 'more' } },
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

// What each view's folder says is worth looking at, and its first look.
for (const view of readdirSync(join(webFolder, 'views'), { withFileTypes: true }).filter((one) => one.isDirectory())) {
  const { scenes: own } = await loadTs(`views/${view.name}/scenes.ts`)
  const looks = ['', '-phone'].flatMap((device) => ['', '-dark'].map((theme) => device + theme))
  const first = looks.map((look) => [
    `look${look}`,
    { phone: look.includes('phone'), dark: look.includes('dark'), full: true }
  ])
  for (const [name, { phone: small, dark, chinese, hash, full, act }] of [...first, ...Object.entries(own)])
    scenes[`${view.name}-${name}`] = {
      options: {
        ...(small ? phone : desktop),
        ...(dark && { colorScheme: 'dark' }),
        ...(chinese && { locale: 'zh-CN' })
      },
      hash: `#v=1&view=${view.name}${hash ? `&${hash}` : ''}`,
      full,
      after: act ?? (() => undefined)
    }
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
const { values, positionals: wanted } = parseArgs({ options: { model: { type: 'string' } }, allowPositionals: true })
const of = values.model ? `${basename(values.model.replace(/\/model\/?$/, ''))}-` : ''
const server = await servePage()
const browser = await launch(chromium)
for (const [name, scene] of Object.entries(scenes)) {
  if (wanted.length && !wanted.some((one) => name.startsWith(one))) continue
  const { page, faults, close } = await openPage(browser, server.address, scene.options)
  await scene.before?.(page)
  await page.goto(server.address + (values.model ? '' : (scene.hash ?? '')))
  if (values.model) {
    await settled(page)
    await loadFolder(page, values.model)
    // Without a hash it would be loaded anew, with its own model.
    if (scene.hash) await page.goto(server.address + scene.hash)
  }
  if (scene.waits === false) await page.waitForTimeout(1500)
  else await settled(page)
  if ((await page.locator('.steps').count()) > 0) await page.locator('.steps[data-ready]').waitFor()
  if (scene.after) {
    await scene.after(page)
    await page.waitForTimeout(700)
  }
  await page.screenshot({ path: join(folder, `${of}${name}.png`), fullPage: scene.full ?? false })
  console.log(`web/shots/${of}${name}.png${faults.length ? `  (${faults.join('; ')})` : ''}`)
  await close()
}
await browser.close()
await server.close()
