import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { preview } from 'vite'
import { borrowEngine, keeperPage, openKeeper } from './kept-engine.mjs'

export { findChromium } from '../../../bindings/toolchain/browsers.mjs'

export const pageFolder = process.env.ATTNSCOPE_PAGE ?? fileURLToPath(new URL('../../../web/dist/', import.meta.url))
export const webFolder = fileURLToPath(new URL('../../../web/', import.meta.url))

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync'
]

const weights = '/models/all-MiniLM-L6-v2/model.safetensors'

// Every story loads the model anew. Read in pieces each time, its 90 MB cost more in this process than in the browser.
function weightsFromMemory() {
  let bytes
  return {
    name: 'weights-from-memory',
    enforce: 'pre',
    configurePreviewServer: ({ middlewares }) =>
      void middlewares.use(weights, (request, response, next) => {
        // Names that go on behind a dot come here too.
        if (request.method !== 'GET' || request.originalUrl !== weights) return next()
        bytes ??= readFileSync(join(webFolder, '..', weights))
        response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': bytes.length })
        response.end(bytes)
      })
  }
}

/** Serves the built page (web/dist, or $ATTNSCOPE_PAGE) as `npm start` does, on a free port. */
export async function servePage() {
  if (!existsSync(join(pageFolder, 'index.html')))
    throw new Error(`${pageFolder} is not there: run \`npm run build\` first`)
  const server = await preview({
    configFile: join(webFolder, 'vite.config.ts'),
    logLevel: 'error',
    plugins: [weightsFromMemory(), keeperPage],
    preview: { port: 0, host: '127.0.0.1', open: false }
  })
  const { port } = server.httpServer.address()
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

export const launch = (executablePath, more = []) => chromium.launch({ executablePath, args: [...flags, ...more] })

// The tab's icon, and the views that the page fetches ahead, may still be on their way when a story leaves it; and files
// that a model may have, and this one has not, are answered with a 404 that nobody reads to its end.
const optional =
  /\/(favicon[^/]*|(views|parts)-[^/]*\.(js|css)|config_sentence_transformers\.json|tokenizer_config\.json|sentence_bert_config\.json)$/

/** Remembers what a page must not do: console errors, failed requests, other origins. */
function watch(page, address, faults) {
  page.on(
    'console',
    (message) => ['error', 'warning'].includes(message.type()) && faults.push(`console: ${message.text()}`)
  )
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`))
  page.on('requestfailed', (request) => {
    const left = optional.test(request.url()) && request.failure()?.errorText === 'net::ERR_ABORTED'
    if (!left) faults.push(`failed: ${request.url()}`)
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(address) && !url.startsWith('blob:') && !url.startsWith('data:'))
      faults.push(`other origin: ${url}`)
  })
}

const desktop = { width: 1280, height: 900 }

/** A fresh page in a context of its own that remembers what it must not do; `options` are Playwright's context options. */
export async function openPage(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: desktop, locale: 'en-US', ...options })
  const page = await context.newPage()
  const faults = []
  watch(page, address, faults)
  return { page, faults, close: () => context.close() }
}

/** Opens pages as `openPage` does, with nothing in storage, but with engines that are kept for the next one. */
export class PagesWithOneEngine {
  #browser
  #address
  #contexts = new Map()

  constructor(browser, address) {
    this.#browser = browser
    this.#address = address
  }

  async open({ viewport = desktop, colorScheme, reducedMotion, forcedColors, contrast, ...others } = {}) {
    const { context, keeper, faults } = await this.#contextOf({ locale: 'en-US', ...others })
    faults.length = 0
    await keeper.evaluate(() => localStorage.clear())
    const page = await context.newPage()
    watch(page, this.#address, faults)
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion, forcedColors, contrast })
    await borrowEngine(page)
    return { page, faults, close: () => page.close() }
  }

  async #contextOf(options) {
    const key = JSON.stringify(options)
    if (!this.#contexts.has(key)) {
      const context = await this.#browser.newContext(options)
      const keeper = await openKeeper(context, this.#address)
      const faults = []
      watch(keeper, this.#address, faults)
      this.#contexts.set(key, { context, keeper, faults })
    }
    return this.#contexts.get(key)
  }
}

/** The picture of the current text is there, in the view that is asked for, and its links have come to rest. */
export async function settled(page) {
  await page.locator('.picture[data-ready]').waitFor({ timeout: 30_000 })
  // A whole glide (240 ms) without a change, so that a start that is still to come is not taken for the end.
  await page.evaluate(
    (quiet) =>
      new Promise((resolve) => {
        const isPicture = ({ target }) => (target.nodeType === 3 ? target.parentElement : target).closest?.('.picture')
        let timer
        const wait = () => {
          clearTimeout(timer)
          timer = setTimeout(() => {
            observer.disconnect()
            resolve()
          }, quiet)
        }
        const observer = new MutationObserver((changes) => changes.some(isPicture) && wait())
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
        wait()
      }),
    300
  )
}

/** Loads the model of a folder by the page's own dialog, which is closed again once its answer is there. */
export async function loadFolder(page, folder) {
  await page.locator('button.chip').click()
  await page.locator('input[type=file]').setInputFiles(folder)
  await page.locator('dialog[open] h2', { hasText: basename(folder) }).waitFor()
  await page.keyboard.press('Escape')
  await settled(page)
}
