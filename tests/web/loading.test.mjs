// How the page starts: words first, then the model; what fails says why.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { focused, labels, numberAt, pinned, press, server, settled, skip, story } from './support/story.mjs'

story(
  'the words stand before the model has arrived, with progress that counts, and loading can be stopped and resumed',
  async (page) => {
    let release
    const held = new Promise((resolve) => (release = resolve))
    await page.route('**/model.safetensors', async (route) => {
      await held
      await route.continue().catch(() => undefined)
    })
    await page.goto(server.address)
    await page.getByRole('progressbar').waitFor()
    assert.equal(
      (await labels(page, 'query')).join(' '),
      "[CLS] The animal didn't cross the street because it was too tired [SEP]"
    )
    assert.deepEqual(await pinned(page, 'query'), ['it'])
    await page.getByRole('button', { name: 'Cancel' }).click()
    release()
    await page.unroute('**/model.safetensors')
    await page.getByRole('button', { name: 'Load the model' }).click()
    await settled(page)
    assert.equal(await numberAt(page, 'animal'), '0.64')
  },
  { settle: false, expected: /^failed: .*\/models\// }
)

story(
  'a model that is not there: what, why, what to do, and trying again works',
  async (page) => {
    await page.route('**/model.safetensors', (route) => route.fulfill({ status: 404, body: 'gone' }))
    await page.goto(server.address)
    const alert = page.getByRole('alert')
    await alert.waitFor()
    assert.match(await alert.textContent(), /could not be loaded[\s\S]*404[\s\S]*try again/)
    await page.unroute('**/model.safetensors')
    await page.getByRole('button', { name: 'Try again' }).click()
    await settled(page)
    assert.equal(await numberAt(page, 'animal'), '0.64')
  },
  { settle: false, expected: /^(console: .*404|failed: .*\/models\/)/ }
)

story(
  'the keyboard keeps its place through a load that fails and one that is stopped',
  async (page) => {
    await page.route('**/config.json', (route) => route.fulfill({ status: 404, body: 'no' }))
    await page.goto(server.address)
    await page.getByRole('button', { name: 'Try again' }).focus()
    await page.unroute('**/config.json')
    await page.route('**/model.safetensors', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3000))
      route.continue().catch(() => {})
    })
    await press(page, 'Enter')
    await page.getByRole('button', { name: 'Cancel' }).waitFor()
    assert.equal(await focused(page), 'Cancel')
    await press(page, 'Enter')
    await page.getByRole('button', { name: 'Load the model' }).waitFor()
    assert.equal(await focused(page), 'Load the model')
  },
  { settle: false, expected: /^(failed|console)/ }
)

story(
  'the security policy holds: no inline script, no eval, no other origin',
  async (page) => {
    const broken = await page.evaluate(async () => {
      const script = document.createElement('script')
      script.textContent = 'globalThis.inline = 1'
      document.head.append(script)
      // In a later task: what a debugger evaluates itself is excused from the policy.
      const evaluated = await new Promise((resolve) =>
        setTimeout(() => {
          try {
            resolve(new Function('return true')())
          } catch {
            resolve(false)
          }
        })
      )
      const fetched = await fetch('https://example.org/').then(
        () => true,
        () => false
      )
      return { inline: globalThis.inline, evaluated, fetched }
    })
    assert.deepEqual(broken, { inline: undefined, evaluated: false, fetched: false })
  },
  { alone: true, expected: /Content Security Policy|violates|example\.org/ }
)

test('a missing model file is a 404, not the page', { skip }, async () => {
  const response = await fetch(`${server.address}models/nothing/config.json`)
  assert.equal(response.status, 404)
})
