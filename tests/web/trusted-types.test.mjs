// Pages that demand Trusted Types: the package's worker passes through a policy named attnscope, or the error says so.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { serve } from '../support/serve.mjs'
import { findChromium, launch } from './support/browser.mjs'

const from = (path) => fileURLToPath(new URL(path, import.meta.url))
const folders = {
  '/dist/': from('../../dist/'),
  '/model/': from('../../models/all-MiniLM-L6-v2/'),
  '/': from('support/empty-page/')
}
const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }
const demand = "script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'"

let browser
before(async () => {
  browser = await launch(findChromium())
})
after(() => browser.close())

/** Loads the model in a page under this policy; gives the number of tokens and threads, or the error, and what was violated. */
async function load(context, policy, { options = {}, entry = 'index.js', headers = {} } = {}) {
  const { origin } = await serve(context, folders, { 'Content-Security-Policy': policy, ...headers })
  const page = await browser.newPage()
  context.after(() => page.close())
  await page.goto(`${origin}/`)
  return page.evaluate(
    async ([given, name]) => {
      const violated = []
      document.addEventListener('securitypolicyviolation', (event) => violated.push(event.effectiveDirective))
      const { loadModel } = await import(`/dist/${name}`)
      const { Worker } = globalThis
      try {
        const model = await loadModel('/model/', given)
        const { tokens } = await model.encode('It works.')
        const { threads } = model.info
        model.dispose()
        return { tokens: tokens.length, threads, violated, same: Worker === globalThis.Worker }
      } catch ({ code, message }) {
        return { code, message, same: Worker === globalThis.Worker }
      }
    },
    [options, entry]
  )
}

test('with the policy allowed the worker starts, and nothing is violated', async (context) => {
  const result = await load(context, `${demand}; trusted-types attnscope`)

  assert.deepEqual(result, { tokens: 5, threads: 1, violated: [], same: true })
})

test('so do its threads, and a worker by its address', async (context) => {
  const options = { threads: 2, worker: '/dist/worker.js' }
  const result = await load(context, `${demand}; trusted-types attnscope`, { options, headers: isolation })

  assert.deepEqual(result, { tokens: 5, threads: 2, violated: [], same: true })
})

test('a page that demands Trusted Types but names no policy allows ours', async (context) => {
  assert.equal((await load(context, demand)).tokens, 5)
})

for (const policy of ["trusted-types 'none'", 'trusted-types other', 'trusted-types']) {
  test(`under ${policy} the error says what to do`, async (context) => {
    const { code, message, same } = await load(context, `${demand}; ${policy}`)

    assert.equal(code, 'unsupported')
    assert.match(message, /Trusted Types.*trusted-types attnscope.*worker: false/)
    assert.doesNotMatch(message, /same origin/)
    assert.equal(same, true)
  })

  test(`under ${policy} worker: false and one file work`, async (context) => {
    const options = { worker: false }
    assert.equal((await load(context, `${demand}; ${policy}`, { options })).tokens, 5)
    assert.equal((await load(context, `${demand}; ${policy}`, { entry: 'inline.js' })).tokens, 5)
  })
}

test('without such a demand a forbidden policy is no hindrance', async (context) => {
  assert.equal((await load(context, "script-src 'self' 'wasm-unsafe-eval'; trusted-types other")).tokens, 5)
})
