// npm run pictures: the READMEs' pictures of the page as it is built now, into web/pictures/.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installSystemWide } from '../../bindings/toolchain/apt.mjs'
import { main, say, step } from '../../bindings/toolchain/progress.mjs'
import { run, which } from '../../bindings/toolchain/run.mjs'
import { findChromium, launch, openPage, servePage, settled, webFolder } from './support/browser.mjs'

/** What the moving picture may weigh: it is in the READMEs' first screen. */
const MOST_BYTES = 600_000
const HOLD_MS = 2200
// The page's links glide for 240 ms (web/shared/stage/glide.svelte.ts); seen a little slower, one can follow them.
const GLIDE = { milliseconds: 260, step: 20, shown: 50 }

const viewport = { width: 1280, height: 900 }
const picture = (name) => join(webFolder, 'pictures', name)

const stills = {
  'page.png': { hash: '' },
  'find.png': { hash: '#v=1&view=find', full: true },
  'steps.png': { hash: '#v=1&view=steps&step=scores' }
}

async function takeStills(browser, address) {
  for (const [name, { hash, full = false }] of Object.entries(stills)) {
    const { page, close } = await openPage(browser, address, { viewport })
    await page.goto(address + hash)
    await settled(page)
    await page.locator('.steps[data-ready], .picture:not(:has(.steps))').first().waitFor()
    await page.screenshot({ path: picture(name), fullPage: full })
    await close()
  }
}

/** tired -> wide -> tired, on a clock of its own, so that a slow machine draws the same frames. Gives [file, ms] pairs. */
async function takeFrames(browser, address, folder) {
  const { page, close } = await openPage(browser, address, { viewport })
  await page.goto(address)
  await settled(page)
  const frames = []
  const shoot = async (milliseconds) => {
    const file = join(folder, `${frames.length}.png`)
    await page.screenshot({ path: file })
    frames.push([file, milliseconds])
  }
  // Once through first, so that nothing is still being fetched or counted.
  for (const word of ['wide', 'tired']) {
    await page.getByRole('button', { name: word, exact: true }).click()
    await settled(page)
  }
  await page.clock.install()
  for (const word of ['wide', 'tired']) {
    await shoot(HOLD_MS)
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1))
    await page.getByRole('button', { name: word, exact: true }).click()
    await page.mouse.move(2, 2)
    await newPicture(page, word)
    for (let at = 0; at < GLIDE.milliseconds; at += GLIDE.step) {
      await page.clock.runFor(GLIDE.step)
      await shoot(GLIDE.shown)
    }
    await page.clock.resume()
    await settled(page)
  }
  await close()
  return frames
}

// The worker counts in its own time: until its answer is here, ours may stand still in small steps.
async function newPicture(page, word) {
  while (!(await page.locator('[data-side=query]').innerText()).includes(word)) {
    await page.clock.runFor(1)
    await page.waitForTimeout(20)
  }
}

async function encode(frames) {
  if (!which('img2webp')) await installSystemWide(['webp'], 'the moving picture')
  const output = picture('page.webp')
  const quality = ['-lossy', '-q', '70', '-m', '6']
  const each = frames.flatMap(([file, milliseconds]) => [...quality, '-d', String(milliseconds), file])
  await run('img2webp', ['-loop', '0', '-min_size', ...each, '-o', output])
  const { size } = statSync(output)
  if (size > MOST_BYTES) throw new Error(`${output} has ${size} bytes; at most ${MOST_BYTES} are wanted`)
  say(`${frames.length} frames, ${size} bytes`)
}

main(async () => {
  const chromium = findChromium()
  if (!chromium) throw new Error('No Chromium: install chromium, or set CHROMIUM to it.')
  const server = await servePage()
  const browser = await launch(chromium)
  const folder = mkdtempSync(join(tmpdir(), 'attnscope-frames-'))
  try {
    await step('stills', () => takeStills(browser, server.address))
    await step('the moving picture', async () => encode(await takeFrames(browser, server.address, folder)))
  } finally {
    await browser.close()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
