// node tests/bench/browser/page-times.mjs [TOKENS ...]: how fast the built page answers, in headless Chromium on this machine.
// Typing: from the keystroke's event to the frame that shows the new picture. Hovering: what a frame costs the page's
// thread while the pointer moves as fast as frames come (script, style, layout, paint and commit, as Chromium's own
// trace tells), and how far apart frames are meanwhile.
import { findChromium, launch, openPage, servePage, settled } from '../../web/support/browser.mjs'

const sentence =
  'The keeper of the lighthouse wrote to her brother every week and because the boat came seldom she kept the letters in a tin by the stove until it did'
const words = sentence.split(' ')
/** A text of about so many tokens, [CLS] and [SEP] included. */
const textOf = (tokens) => Array.from({ length: tokens - 3 }, (_, i) => words[i % words.length]).join(' ')

const percentile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
const line = (name, values) =>
  console.log(
    `${name.padEnd(44)} median ${percentile(values, 0.5).toFixed(1).padStart(6)} ms   p95 ${percentile(values, 0.95).toFixed(1).padStart(6)} ms   (${values.length})`
  )

/** Runs in the page. */
function listen() {
  const afterFrame = () =>
    new Promise((resolve) =>
      requestAnimationFrame((start) => {
        const { port1, port2 } = new MessageChannel()
        const began = performance.now()
        port1.onmessage = () => resolve({ start, cost: performance.now() - began, end: performance.now() })
        port2.postMessage(0)
      })
    )
  globalThis.times = { typing: [], frames: [] }
  document.addEventListener(
    'input',
    async (event) => {
      const began = event.timeStamp
      const picture = document.querySelector('.picture')
      // The text has changed now; the picture is ready again when its own mark says so.
      await new Promise((resolve) => queueMicrotask(resolve))
      while (!picture.dataset.ready) await new Promise((resolve) => requestAnimationFrame(resolve))
      const { end } = await afterFrame()
      globalThis.times.typing.push(end - began)
    },
    { capture: true }
  )
}

/** Processor time of the page's own thread so far, in milliseconds; other programs' load does not count. */
async function threadClock(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000
  }
}

async function measure(browser, address, tokens) {
  const { page, faults, close } = await openPage(browser, address)
  await page.goto(`${address}#v=1&text=${encodeURIComponent(textOf(tokens))}`)
  await settled(page)
  await page.evaluate(listen)
  const clock = await threadClock(page)
  await page.locator('textarea').first().focus()
  await page.keyboard.press('Control+End')
  let began = await clock()
  for (let i = 0; i < 24; i++) {
    await page.keyboard.type(i % 2 ? 'b' : ' ')
    if (i % 2) await page.keyboard.press('Backspace')
    await page.waitForFunction(() => document.querySelector('.picture').dataset.ready)
    await page.waitForTimeout(tokens > 200 ? 600 : 330)
  }
  const { typing } = await page.evaluate(() => globalThis.times)
  line(`${tokens} tokens: typing to picture`, typing.slice(2))
  console.log(
    `${tokens} tokens: work of the page's thread, ${(((await clock()) - began) / typing.length).toFixed(1)} ms a keystroke`
  )

  const box = await page.locator('[data-side=query]').first().boundingBox()
  const buttons = await page.locator('[data-side=query] button').evaluateAll((all) =>
    all
      .map((one) => one.getBoundingClientRect())
      .filter(({ top, bottom }) => top > 250 && bottom < innerHeight)
      .map(({ left, top, width, height }) => [left + width / 2, top + height / 2])
  )
  if (!box || buttons.length === 0) throw new Error('no words in sight')
  await page.evaluate(() => {
    let last = performance.now()
    const frame = (now) => {
      globalThis.times.frames.push(now - last)
      last = now
      globalThis.watching = requestAnimationFrame(frame)
    }
    globalThis.watching = requestAnimationFrame(frame)
  })
  await browser.startTracing(page, { categories: ['cc'] })
  began = await clock()
  for (let round = 0; round < 12; round++) for (const [x, y] of buttons) await page.mouse.move(x, y)
  const { frames } = await page.evaluate(() => {
    cancelAnimationFrame(globalThis.watching)
    return globalThis.times
  })
  const spent = ((await clock()) - began) / (12 * buttons.length)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  const work = traceEvents.filter(({ name, ph }) => name === 'ProxyMain::BeginMainFrame' && ph === 'X')
  line(
    `${tokens} tokens: hovering, work of a frame`,
    work.map(({ dur }) => dur / 1000)
  )
  console.log(`${tokens} tokens: work of the page's thread, ${spent.toFixed(1)} ms a move`)
  line(`${tokens} tokens: hovering, frame to frame`, frames.slice(1))
  if (faults.length) throw new Error(faults.join('\n'))
  await close()
}

/** From navigation to text on the screen, and to the first links. */
async function start(browser, address) {
  const times = { text: [], links: [] }
  for (let round = 0; round < 5; round++) {
    const { page, close } = await openPage(browser, address)
    await page.goto(address, { waitUntil: 'commit' })
    await page.waitForSelector('.strong path', { state: 'attached', timeout: 60_000 })
    const { paint, now } = await page.evaluate(() => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      now: performance.now()
    }))
    times.text.push(paint)
    times.links.push(now)
    await close()
  }
  line('start: first paint of text', times.text)
  line('start: first links', times.links)
}

const chromium = findChromium()
if (!chromium) throw new Error('No Chromium: install chromium, or set CHROMIUM to it.')
const server = await servePage()
const browser = await launch(chromium)
console.log(`Chromium ${browser.version()}`)
try {
  const lengths = process.argv.slice(2).map(Number)
  if (lengths.length === 0) await start(browser, server.address)
  for (const tokens of lengths.length ? lengths : [32, 128, 512]) await measure(browser, server.address, tokens)
} finally {
  await browser.close()
  await server.close()
}
