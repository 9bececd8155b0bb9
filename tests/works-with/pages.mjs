// Pages without a bundler: under a strict policy, from another origin, in a service worker, in an extension.
import assert from 'node:assert/strict'
import { serve, shared } from '../support/serve.mjs'
import { assertExtensionPage, assertPage } from './browser.mjs'
import { serveModel } from './bundlers.mjs'
import { pageProgram, program } from './program.mjs'
import { installedPackage, project } from './project.mjs'

const html =
  '<!doctype html><meta charset="utf-8"><title>works with</title><script type="module" src="main.js"></script>'
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
const model = process.env.ATTNSCOPE_MODEL_DIR
const own = "import { loadModel } from './node_modules/attnscope/dist/index.js'"

async function strictPolicy(context) {
  const root = await project(context, { 'index.html': html, 'main.js': pageProgram(own) })
  const { origin } = await serve(context, { '/model': model, '/': root }, { 'Content-Security-Policy': policy })

  await assertPage(`${origin}/?model=/model/`)
}

async function offline(context) {
  const root = await project(context, { 'index.html': html, 'main.js': pageProgram(own) })
  const { origin, requests } = await serve(context, { '/model': model, '/': root })

  await assertPage(`${origin}/?model=/model/`, {
    async afterwards(page, browserContext) {
      await browserContext.setOffline(true)
      const before = requests.length
      const length = await page.evaluate(async () => (await globalThis.model.encode('No network.')).embedding.length)
      assert.deepEqual([length, requests.length], [384, before])
    }
  })
}

// The package on an origin of its own, as a CDN gives it out. `write` gets the package's address there.
const fromElsewhere = (write) => async (context) => {
  const folder = await installedPackage()
  const cdn = await serve(context, { '/attnscope@0/': folder }, shared)
  const root = await project(context, { 'index.html': html, ...write(`${cdn.origin}/attnscope@0/dist`) })
  const { origin } = await serve(context, { '/model': model, '/': root })

  await assertPage(`${origin}/?model=/model/`, { origins: [cdn.origin] })
}

const cdn = {
  'with a worker of one line on the own origin': fromElsewhere((dist) => ({
    'worker.js': `import '${dist}/worker.js'\n`,
    'main.js': pageProgram(`import { loadModel } from '${dist}/index.js'`, "{ worker: 'worker.js' }")
  })),
  'without a worker': fromElsewhere((dist) => ({
    'main.js': pageProgram(`import { loadModel } from '${dist}/index.js'`, '{ worker: false }')
  })),
  'with the own worker and the binary from elsewhere': fromElsewhere((dist) => ({
    'main.js': pageProgram(own, `{ wasm: '${dist}/wasm/attnscope-simd128.wasm' }`)
  })),
  'as one file': fromElsewhere((dist) => ({ 'main.js': pageProgram(`import { loadModel } from '${dist}/inline.js'`) })),
  async 'says what to do when the browser refuses the worker'(context) {
    const main = (dist) => `import { loadModel } from '${dist}/index.js'
      loadModel('/model/').then(
        () => assign({ error: 'it loaded' }), ({ code, message }) => assign({ code, message }))
      const assign = (outcome) => Object.assign(globalThis, { outcome })`
    const folder = await installedPackage()
    const { origin: elsewhere } = await serve(context, { '/': folder }, shared)
    const root = await project(context, { 'index.html': html, 'main.js': main(`${elsewhere}/dist`) })
    const { origin } = await serve(context, { '/': root })

    await assertPage(origin, {
      origins: [elsewhere],
      check({ code, message }) {
        assert.equal(code, 'unsupported')
        assert.match(message, /worker must come from the same origin.*option worker/)
      }
    })
  }
}

async function serviceWorker(context) {
  const root = await project(context, {
    'index.html': html,
    'main.js': `
      await navigator.serviceWorker.register('service.js', { type: 'module' })
      const { active } = await navigator.serviceWorker.ready
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => Object.assign(globalThis, { outcome: data })
      active.postMessage(new URLSearchParams(location.search).get('model'), [port2])`,
    'service.js': `${program("import { loadModel } from './node_modules/attnscope/dist/inline.js'")}
      self.addEventListener('message', (event) => {
        const answered = run(event.data).then(
          ({ model, ...outcome }) => event.ports[0].postMessage(outcome),
          (error) => event.ports[0].postMessage({ error: String(error.stack) }))
        event.waitUntil(answered)
      })`
  })
  const { origin } = await serve(context, { '/model': model, '/': root })

  await assertPage(`${origin}/?model=/model/`)
}

async function extension(context) {
  const { source, origin } = await serveModel(context)
  const root = await project(context, {
    'manifest.json': JSON.stringify({
      ...{ manifest_version: 3, name: 'works with', version: '1.0.0', host_permissions: [`${origin}/*`] },
      background: { service_worker: 'background.js', type: 'module' },
      content_security_policy: { extension_pages: "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'" }
    }),
    'background.js': '',
    'page.html': html,
    'main.js': pageProgram(own)
  })

  await assertExtensionPage(root, 'page.html', `?model=${source}`, [origin])
}

/** Rows of the table, each with its tests. */
export const pages = [
  {
    tool: '`<script type="module">`',
    page: true,
    needs: "nothing; a content security policy needs `script-src 'self' 'wasm-unsafe-eval'`",
    needsChinese: "无；内容安全策略需要 `script-src 'self' 'wasm-unsafe-eval'`",
    tests: { 'under a strict content security policy': strictPolicy, 'offline once the model is loaded': offline }
  },
  {
    ...{ tool: 'from another origin (CDN)', toolChinese: '从其他源加载（CDN）', page: true },
    needs:
      "a worker of one's own that imports the package's, as the option `worker`; or `worker: false`; or `inline.js`",
    needsChinese: '用自己的 worker 引入包里的 worker.js，以 `worker` 选项给出；或 `worker: false`；或 `inline.js`',
    tests: cdn
  },
  {
    ...{
      tool: 'service worker',
      page: true,
      needs: 'import `attnscope/inline`',
      needsChinese: '使用 `attnscope/inline`'
    },
    tests: { 'of type module': serviceWorker }
  },
  {
    ...{ tool: 'browser extension (MV3)', toolChinese: '浏览器扩展（MV3）', page: true },
    needs: "`'wasm-unsafe-eval'` in `script-src` of `extension_pages`",
    needsChinese: "`extension_pages` 的 `script-src` 中加 `'wasm-unsafe-eval'`",
    tests: { 'in a page of it': extension }
  }
]
