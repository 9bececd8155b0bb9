// The package's life in a browser: tabs and models side by side, a worker that dies, aborts at every moment, and the end.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { chromiumLimits, soakChromium } from '../soak/chromium.mjs'
import { judge, verdict } from '../soak/slope.mjs'
import { findChromium, launch } from './support/browser.mjs'
import { servePackage } from './support/serve-package.mjs'
import { writeSmallModel } from './support/small-model.mjs'
import { rendererBytes, workerAddresses } from './support/watch-browser.mjs'

const small = mkdtempSync(join(tmpdir(), 'attnscope-small-'))
let browser
let server
let page
before(async () => {
  writeSmallModel(small)
  browser = await launch(findChromium())
  server = await servePackage({ isolated: true, folders: { '/small/': small } })
})
after(async () => {
  await browser.close()
  server.close()
  rmSync(small, { recursive: true })
})
beforeEach(async () => {
  page = await openTab()
})
afterEach(() => page.close())

async function openTab() {
  const tab = await browser.newPage()
  await tab.goto(server.address)
  await tab.evaluate(async () => {
    Object.assign(globalThis, await import('/dist/index.js'))
    globalThis.rejection = (promise) =>
      promise.then(
        () => 'fulfilled',
        (error) => error.code ?? String(error.message ?? error)
      )
  })
  return tab
}

/** Polls, for a browser needs a while to end what was told to end. */
async function eventually(read, wanted) {
  const limit = performance.now() + 30_000
  for (;;) {
    const value = await read()
    if (wanted(value)) return value
    if (performance.now() > limit) assert.fail(`it never came to be; at last: ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const noWorkers = () =>
  eventually(
    () => workerAddresses(browser),
    (workers) => workers.length === 0
  )

test('two tabs with two models each give twenty callers at once their own right answers', async () => {
  const other = await openTab()
  const answer = (tab) =>
    tab.evaluate(async () => {
      const models = [await loadModel('/model/'), await loadModel('/model/', { precision: 'int8' })]
      const texts = Array.from({ length: 20 }, (_, i) => `caller ${'number '.repeat(i)}${i}`)
      const ask = (model, text) => model.encode(text, { trace: { attention: [[1, 2]] } })
      const read = (result) => JSON.stringify([result.tokens, [...result.embedding], [...result.attention(1, 2)]])
      const wrong = []
      const atOnce = models.map((model) => Promise.all(texts.map((text) => ask(model, text))))
      for (const [m, results] of (await Promise.all(atOnce)).entries()) {
        for (const [i, text] of texts.entries()) {
          if (read(results[i]) !== read(await ask(models[m], text))) wrong.push(`model ${m}, caller ${i}`)
        }
      }
      const embeddings = await Promise.all(models.map(async (model) => [...(await model.encode(texts[3])).embedding]))
      for (const model of models) model.dispose()
      return { wrong, embeddings }
    })

  const [first, second] = await Promise.all([answer(page), answer(other)])
  await other.close()

  assert.deepEqual(first.wrong, [])
  assert.deepEqual(second, first)
  assert.notDeepEqual(first.embeddings[0], first.embeddings[1])
})

/** How a worker ends before its time: its script, and what makes an end of it. */
const ends = {
  'an error in the worker': ['/dist/worker.js', () => globalThis.worker.postMessage(null)],
  'a trap in the engine': ['/workers/trapping.mjs', () => new BroadcastChannel('trap').postMessage(null)],
  'a worker that its owner terminates': ['/dist/worker.js', () => globalThis.worker.terminate()]
}

for (const [what, [script, end]] of Object.entries(ends)) {
  test(`${what} rejects every call under way and every later one, and a new load works`, async () => {
    await page.evaluate(async (address) => {
      globalThis.worker = new Worker(address, { type: 'module' })
      globalThis.model = await loadModel('/model/', { threads: 1, worker })
      const calls = [model.encode('word '.repeat(500)), model.encode('two'), model.embed(['three'])]
      globalThis.pending = calls.map(rejection)
    }, script)
    await page.evaluate(end)

    assert.deepEqual(await page.evaluate(() => Promise.all(pending)), ['crashed', 'crashed', 'crashed'])
    assert.equal(await page.evaluate(() => rejection(model.encode('later'))), 'crashed')
    await noWorkers()

    const tokens = await page.evaluate(async () => {
      const fresh = await loadModel('/model/', { threads: 1 })
      const result = await fresh.encode('fine')
      fresh.dispose()
      return result.tokens.length
    })
    assert.equal(tokens, 3)
  })
}

test('an abort at any moment of a load leaves no worker and no thread', async () => {
  let event = 0
  for (; ; event++) {
    const outcome = await page.evaluate(async (wanted) => {
      const controller = new AbortController()
      let seen = 0
      // The smaller its files, the fewer the moments, and none of another kind.
      const load = loadModel('/small/', {
        threads: 3,
        signal: controller.signal,
        onProgress: () => seen++ === wanted && controller.abort(new Error('stop'))
      })
      if (wanted === -1) controller.abort(new Error('stop'))
      const result = await rejection(load)
      if (result === 'fulfilled') (await load).dispose()
      return result
    }, event - 1)
    await noWorkers()
    if (outcome === 'fulfilled') break
    assert.equal(outcome, 'stop', `at event ${event - 1}`)
  }
  assert.ok(event > 4, `a load has more than ${event} moments`)
})

test('an abort at any moment of a run leaves the model right, and dispose leaves nothing', async () => {
  const outcomes = await page.evaluate(async () => {
    const model = await loadModel('/model/', { threads: 3 })
    const long = 'word '.repeat(510)
    const read = async () => String((await model.encode('fine')).embedding)
    const expected = await read()
    const { milliseconds } = await model.encode(long)
    const outcomes = []
    for (let moment = 0; moment < 12; moment++) {
      const controller = new AbortController()
      const call = model.encode(long, { trace: { attention: [[3, 1]] }, signal: controller.signal })
      setTimeout(() => controller.abort(new Error('stop')), (milliseconds * moment) / 16)
      outcomes.push(await rejection(call))
      if ((await read()) !== expected) outcomes.push(`other numbers after moment ${moment}`)
    }
    model.dispose()
    return outcomes
  })
  // On a machine that others use too, the last run may end before its abort.
  assert.deepEqual([...new Set(outcomes)].sort().at(-1), 'stop')
  assert.deepEqual(
    outcomes.filter((outcome) => !['stop', 'fulfilled'].includes(outcome)),
    []
  )
  await noWorkers()
})

test('dispose gives the memory back to the system', {
  skip: !existsSync('/proc/self/statm') && 'no /proc'
}, async () => {
  const held = () => rendererBytes(browser, (id) => readFileSync(`/proc/${id}/statm`, 'utf8'))
  await page.evaluate(async () => {
    globalThis.model = await loadModel('/model/', { threads: 2 })
    await model.encode('the cat')
  })
  const loaded = await held()
  await page.evaluate(() => model.dispose())
  await eventually(held, (bytes) => bytes < loaded - 80e6)
})

test('calls of every kind and length, in two tabs, leave the arrays and the engine’s memory as they are', async () => {
  const samples = await soakChromium({ executable: findChromium(), calls: 120, every: 24, warm: 20 })
  const { arrays, module } = chromiumLimits
  for (const judged of judge(samples, { arrays, module })) assert.ok(judged.flat, verdict(judged))
})
