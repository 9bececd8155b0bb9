// The reference of the package, which is served beside the page: every export is there, and no other origin is asked.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { findChromium, launch, openPage, servePage, settled } from './support/browser.mjs'

let browser
let served
before(async () => {
  browser = await launch(findChromium())
  served = await servePage()
})
after(async () => {
  await browser?.close()
  await served?.close()
})

// A page that was built apart, without the package's build, has no reference beside it.
const skip = process.env.ATTNSCOPE_PAGE ? 'the page at ATTNSCOPE_PAGE is without the reference' : false

test('the page leads to the reference, which names every export of the package', { skip }, async () => {
  const { page, faults, close } = await openPage(browser, served.address)
  await page.goto(served.address)
  // Leaving earlier would break off the model's download.
  await settled(page)
  await page.getByRole('link', { name: /npm package/ }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const declared = readFileSync(new URL('../../dist/index.d.ts', import.meta.url), 'utf8')
  const names = [...declared.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list]) =>
    list.split(',').map((name) => name.replace(/\btype\b/, '').trim())
  )
  const links = await page.locator('.tsd-member-summary-name a').allTextContents()
  assert.deepEqual(
    names.filter((name) => !links.includes(name)),
    []
  )
  assert.ok(names.length > 20, `${names.length} names`)
  assert.deepEqual(faults, [])
  await close()
})

test('a name is found by searching, without any other origin', { skip }, async () => {
  const { page, faults, close } = await openPage(browser, served.address)
  await page.goto(`${served.address}api/index.html`)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox').fill('trace')
  await page
    .getByRole('option', { name: /TraceSelection/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: /TraceSelection/ }).waitFor()
  assert.deepEqual(faults, [])
  await close()
})

for (const [colorScheme, paper] of [
  ['light', 'rgb(250, 248, 244)'],
  ['dark', 'rgb(21, 22, 26)']
]) {
  test(`the reference has the page's own paper, ${colorScheme}`, { skip }, async () => {
    const { page, close } = await openPage(browser, served.address, { colorScheme })
    await page.goto(`${served.address}api/index.html`)
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    assert.equal(background, paper)
    await close()
  })
}
