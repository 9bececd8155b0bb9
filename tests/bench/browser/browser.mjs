// Runs the measuring in headless Chromium.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { inRepository } from '../../../bindings/toolchain/paths.mjs'
import { findChromium, launch } from '../../web/support/browser.mjs'
import { pagePlaces } from '../places.mjs'
import { median } from '../statistics.mjs'
import { serve } from './server.mjs'

// Long texts and other people's load: minutes may pass between two signs of life.
const patience = 30 * 60_000

/** A fresh Chromium with an empty profile, and a page in it that answers `call(name, ...arguments)`. */
async function openPage(executable, address) {
  const browser = await launch(executable)
  const page = await (await browser.newContext()).newPage()
  page.setDefaultTimeout(patience)
  const faults = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(address)
  const call = (name, ...args) => page.evaluate(([name, args]) => globalThis.bench[name](...args), [name, args])
  return { browser, page, faults, call }
}

/** Starts server and browser; `close()` ends both. */
export async function openBrowser(places) {
  const executable = findChromium()
  if (!executable) throw new Error('no Chromium found; set CHROMIUM to its path')
  const server = await serve(places)
  const home = `${server.address}/bench/browser/page.html`
  const main = await openPage(executable, home)
  await main.page.waitForFunction(() => globalThis.bench)
  if (!(await main.page.evaluate(() => crossOriginIsolated))) throw new Error('the page is not cross-origin isolated')
  return {
    version: main.browser.version(),
    call: main.call,
    coldStart: (rounds) => coldStart(executable, home, places, rounds),
    async close() {
      await main.browser.close()
      server.close()
    }
  }
}

/** Navigation to first embedding and the compile time of each .wasm, every time in a new process and profile. */
async function coldStart(executable, home, places, rounds) {
  const inPage = pagePlaces(places.shape)
  const times = { attnscope: [], transformers: [] }
  const binaries = {
    attnscope: { address: inPage.binaries.relaxed, file: inRepository('dist', 'wasm', 'attnscope-relaxed.wasm') },
    transformers: transformersBinary(places)
  }
  const compiles = { attnscope: [], transformers: [] }
  for (let round = 0; round < rounds; round++) {
    for (const engine of Object.keys(times)) {
      const query = new URLSearchParams({ engine, places: JSON.stringify(inPage) })
      const start = await openPage(executable, `${home}?${query}`)
      await start.page.waitForFunction(() => globalThis.coldStart)
      const { milliseconds, numbers } = await start.page.evaluate(() => globalThis.coldStart)
      await start.browser.close()
      if (start.faults.length || numbers !== 384) throw new Error(`cold start of ${engine}: ${start.faults.join()}`)
      times[engine].push(milliseconds)

      const compile = await openPage(executable, home)
      await compile.page.waitForFunction(() => globalThis.bench)
      compiles[engine].push(await compile.call('compile', binaries[engine].address))
      await compile.browser.close()
    }
  }
  return Object.fromEntries(
    Object.keys(times).map((engine) => {
      const bytes = readFileSync(binaries[engine].file)
      return [
        engine,
        {
          milliseconds: median(times[engine]),
          compile: median(compiles[engine]),
          bytes: bytes.length,
          brotli: brotliCompressSync(bytes).length
        }
      ]
    })
  )
}

function transformersBinary({ modules }) {
  const name = '@huggingface/transformers/node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.asyncify.wasm'
  return { address: `/modules/${name}`, file: join(modules, name) }
}
