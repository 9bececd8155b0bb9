// What every browser test of the page starts from: one browser and one server a file, a fresh page a story, and the
// few gestures that all stories are told in.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { findChromium, launch, openPage, PagesWithOneEngine, servePage, settled } from './browser.mjs'

const chromium = findChromium()
if (!chromium && process.env.CI === 'true')
  throw new Error('No Chromium for the browser tests: install chromium, or set CHROMIUM to it.')
if (!chromium)
  console.error('\n*** BROWSER TESTS SKIPPED: no Chromium on this machine (install chromium, or set CHROMIUM) ***\n')

/** Why browser tests are skipped on this machine, or false. */
export const skip = chromium ? false : 'no Chromium'

let browser
let pages
/** The built page, served while this file's stories run. */
export let server

before(async () => {
  if (!chromium) return
  // All pages of a context in one process: what one has compiled, the next has too.
  browser = await launch(chromium, ['--process-per-site'])
  server = await servePage()
  pages = new PagesWithOneEngine(browser, server.address)
})

after(async () => {
  await browser?.close()
  await server?.close()
})

/**
 * A browser test: a fresh page that must end without any fault; `expected` faults are part of the story. `hash` is the
 * end of the address that is opened; with `settle: false` the story opens the page itself. With `alone` it has a context
 * and an engine of its own, as one needs that is told of loading, of the network or of permissions.
 */
export function story(name, work, { options = {}, expected = /^$/, settle = true, hash = '', alone = !settle } = {}) {
  test(name, { skip: skip && `${skip}: ${name}`, timeout: 120_000 }, async () => {
    const { page, faults, close } = await (alone ? openPage(browser, server.address, options) : pages.open(options))
    try {
      if (settle) {
        await page.goto(server.address + hash)
        await settled(page)
      }
      await work(page)
      assert.deepEqual(
        faults.filter((fault) => !expected.test(fault)),
        []
      )
    } finally {
      await close()
    }
  })
}

/**
 * Four stories, in light and dark, wide and on a phone: once `prepare` has shown all of the view, axe finds nothing in it
 * and nothing scrolls sideways.
 */
export function accessStories(view, prepare, given) {
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [1280, 360]) {
      story(
        `axe finds no fault in ${view}: ${colorScheme}, ${width} px, and nothing scrolls sideways`,
        async (page) => {
          await prepare(page)
          assert.deepEqual(await axeFaults(page), [])
          assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0)
        },
        { ...given, options: { colorScheme, viewport: { width, height: 800 } } }
      )
    }
  }
}

export const column = (page, side) => page.locator(`[data-side=${side}]`)
export const word = (page, side, label) => column(page, side).getByRole('button', { name: label, exact: true }).first()
export const labels = (page, side) => column(page, side).getByRole('button').allInnerTexts()
/** The number beside a word of the right column, or null if it has none. */
export const numberAt = (page, label) =>
  column(page, 'key')
    .locator('.row')
    .evaluateAll((rows, wanted) => {
      const row = rows.find((one) => one.querySelector('button')?.textContent === wanted)
      return row?.querySelector('.number')?.textContent ?? null
    }, label)
/** The field of the first sentence. */
export const field = (page) => page.getByRole('textbox').first()
/** Clicks into it, at its first word: with some fonts the button of the last word lies over its middle. */
export const enterField = (page) => field(page).click({ position: { x: 8, y: 8 } })
export const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key)
}
export const pinned = (page, side) => column(page, side).locator('[aria-pressed=true]').allInnerTexts()
/** The heading of the heads, without the ranges of layers and heads in brackets: “Layer 3, head 1”. */
export const heading = async (page) =>
  (await page.locator('aside h2').first().textContent())
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?\(of 0–\d+\)/g, '')
export const focused = (page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')

/** Types as a fast writer would, then waits until the words shown are those of the text. */
export async function write(page, text, lastWord) {
  await field(page).fill(text)
  await word(page, 'query', lastWord).waitFor()
  await settled(page)
}

/** Has a text that was cut at the limit of the model's files read up to its positions. */
export async function readLonger(page) {
  await page.getByRole('button', { name: 'Read up to 512' }).click({ timeout: 60_000 })
  // The model comes anew; until its answer is there, the page says that it shows the old one's.
  await page.waitForFunction(
    () => ![...document.querySelectorAll('.notice')].some(({ textContent }) => /first 256 tokens/.test(textContent)),
    null,
    { timeout: 60_000 }
  )
  await settled(page)
}

/** Tabs on until the focus is on what the selector names. */
export async function tabTo(page, selector, most = 60) {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`${most} tabs do not reach ${selector}`)
}

/**
 * What axe-core finds and finds again half a second later, a line each, but for what it calls minor: what scrolls is
 * known a moment after it is laid out, and can be reached by keyboard from then on.
 */
export async function axeFaults(page) {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  const first = await axeRun(page)
  if (first.length === 0) return first
  await page.waitForTimeout(500)
  const again = await axeRun(page)
  return again.filter((fault) => first.includes(fault))
}

async function axeRun(page) {
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map((node) => node.html)
          .slice(0, 3)
          .join(' ')}`
    )
}

export { settled }
