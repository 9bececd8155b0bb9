// The soak in Chromium: two tabs at once, each with a model of its own in a worker. One tab is cross-origin isolated and
// calculates on threads, the other cannot.
import { readFileSync } from 'node:fs'
import { launch } from '../web/support/browser.mjs'
import { servePackage } from '../web/support/serve-package.mjs'
import { attachToWorker, rendererBytes } from '../web/support/watch-browser.mjs'

/** Bytes a call that each figure may grow by. One embedding that is not let go of is 1,536. */
export const chromiumLimits = { pages: 100, workers: 100, arrays: 100, module: 100, resident: 2048 }

/**
 * Makes `calls` calls, half of them in each tab, and takes a sample after every `every`.
 * @returns the samples: calls, and over both tabs the heaps of pages and of workers, what both hold in arrays, the
 * engines' WebAssembly memories, and what the system says that the tabs' processes hold, in bytes
 */
export async function soakChromium({ executable, calls, every, warm, onSample = () => {} }) {
  const browser = await launch(executable)
  const servers = []
  try {
    const tabs = []
    for (const isolated of [true, false]) {
      const server = await servePackage({ isolated })
      servers.push(server)
      tabs.push(await openTab(browser, server.address, warm))
    }
    const samples = []
    for (let done = 0; ; done += every) {
      for (const { page } of tabs) await page.evaluate(() => globalThis.soak.check())
      samples.push(await sampleNow(done, browser, tabs))
      onSample(samples.at(-1))
      if (done >= calls) return samples
      const [from, to] = [done / 2, (done + every) / 2]
      await Promise.all(tabs.map(({ page }) => page.evaluate(([a, b]) => globalThis.soak.make(a, b), [from, to])))
    }
  } finally {
    await browser.close()
    for (const server of servers) server.close()
  }
}

async function openTab(browser, address, warm) {
  const page = await browser.newPage()
  await page.goto(address)
  await page.evaluate(async (warmCalls) => {
    const { loadModel } = await import('/dist/index.js')
    const { makeCalls, probe, warmUp } = await import('/soak/calls.mjs')
    const model = await loadModel('/model/', { worker: '/soak/watched-worker.mjs', maxTokens: 512 })
    await warmUp(model, warmCalls)
    const expected = String(await probe(model))
    globalThis.soak = {
      make: (from, to) => makeCalls(model, from, to),
      async check() {
        if (String(await probe(model)) !== expected) throw new Error('the numbers are others')
      }
    }
  }, warm)
  const session = await page.context().newCDPSession(page)
  return { page, session, worker: await attachToWorker(session, /watched-worker\.mjs$/) }
}

async function sampleNow(calls, browser, tabs) {
  const sample = { calls, pages: 0, workers: 0, arrays: 0, module: 0 }
  for (const { session, worker } of tabs) {
    for (const [side, send] of [
      ['pages', (method) => session.send(method)],
      ['workers', (method) => worker.send(method)]
    ]) {
      await send('HeapProfiler.collectGarbage')
      const { usedSize, backingStorageSize } = await send('Runtime.getHeapUsage')
      sample[side] += usedSize
      sample.arrays += backingStorageSize
    }
    sample.module += (await worker.send('Runtime.evaluate', { expression: 'moduleBytes()' })).result.value
  }
  return { ...sample, resident: await rendererBytes(browser, (id) => readFileSync(`/proc/${id}/statm`, 'utf8')) }
}
