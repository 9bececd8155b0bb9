// Chromium, looking at a project's page: the answer it came to, and everything that it asked for on the way.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium, launch } from '../web/support/browser.mjs'
import { assertRight } from './program.mjs'

// Slow machines build while a page waits for its first byte.
const patience = 120_000

/** The browser's path; null where there is none. */
export const browserPath = findChromium()

let browser

/** Ends the browser. */
export const closeBrowser = () => browser?.close()

/**
 * Opens a page and holds its answer against the reference, and its requests against the origins that it may ask.
 * `afterwards(page, context)` may look further at it.
 */
export async function assertPage(address, { origins = [], afterwards, check = assertRight } = {}) {
  browser ??= await launch(browserPath)
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await assertAnswer(context, page, address, [originOf(address), ...origins], check)
    await afterwards?.(page, context)
  } finally {
    await context.close()
  }
}

// Not URL's: for that an extension has no origin.
const originOf = (url) => /^[\w-]+:\/\/[^/]*/.exec(url)?.[0] ?? url

async function assertAnswer(context, page, address, origins, check) {
  const [asked, said] = [[], []]
  context.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(String(error)))
  await page.goto(address, { timeout: patience })
  const outcome = await page
    .waitForFunction(() => globalThis.outcome, undefined, { timeout: patience })
    .then((handle) => handle.jsonValue())
    .catch((error) => assert.fail(`${error.message}\nThe page said: ${said.join('\n') || 'nothing'}`))
  check(outcome)
  const strange = asked.filter((url) => !url.startsWith('blob:') && !origins.includes(originOf(url)))
  assert.deepEqual(strange, [], 'requests to third parties')
}

/** Opens `path` of the unpacked extension in `folder`, in a profile of its own. */
export async function assertExtensionPage(folder, path, search, origins) {
  const profile = mkdtempSync(join(tmpdir(), 'attnscope-extension-'))
  const args = ['--no-sandbox', `--disable-extensions-except=${folder}`, `--load-extension=${folder}`, '--headless=new']
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath,
    headless: false,
    args,
    timeout: patience
  })
  try {
    const background =
      context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker', { timeout: patience }))
    const origin = originOf(background.url())
    await assertAnswer(
      context,
      await context.newPage(),
      `${origin}/${path}${search}`,
      [origin, ...origins],
      assertRight
    )
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
