// The package in a page of one's own, under a strict policy: threads where the browser allows them, none elsewhere.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findChromium, launch } from './support/browser.mjs'
import { servePackage } from './support/serve-package.mjs'

let browser
before(async () => {
  browser = await launch(findChromium())
})
after(() => browser.close())

// Loads the model with these options in a fresh page and encodes one sentence.
async function encodeInPage({ isolated, options = {} }) {
  const server = await servePackage({ isolated })
  const page = await browser.newPage()
  try {
    await page.goto(server.address)
    const result = await page.evaluate(async (given) => {
      const { loadModel } = await import('/dist/index.js')
      const model = await loadModel('/model/', given)
      const { embedding } = await model.encode('The animal did not cross the street because it was too tired.')
      const { threads } = model.info
      model.dispose()
      return { threads, embedding: Array.from(embedding), processors: navigator.hardwareConcurrency }
    }, options)
    return { ...result, requests: server.requests }
  } finally {
    await page.close()
    server.close()
  }
}

test('a cross-origin isolated page calculates on its processors, at most 4, with the numbers of one', async () => {
  const several = await encodeInPage({ isolated: true })
  const one = await encodeInPage({ isolated: true, options: { threads: 1 } })
  assert.equal(several.threads, Math.min(several.processors, 4))
  assert.equal(one.threads, 1)
  assert.deepEqual(several.embedding, one.embedding)
})

test('as many threads calculate as are asked for', async () => {
  const { threads } = await encodeInPage({ isolated: true, options: { threads: 3 } })
  assert.equal(threads, 3)
})

test('where memory cannot be shared one thread calculates, and nothing of the others is fetched', async () => {
  const { threads, requests } = await encodeInPage({ isolated: false, options: { threads: 4 } })
  assert.equal(threads, 1)
  assert.deepEqual(
    requests.filter((path) => /thread\.js|-threads\./.test(path)),
    []
  )
})
