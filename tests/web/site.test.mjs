// The page with its model in one folder, served by a plain static server under a path; and the headers of npm start.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { checkSite, writeSite } from '../../bindings/toolchain/site.mjs'
import { folder as model } from '../js/support/model.mjs'
import { serveFolders } from '../support/serve.mjs'
import { findChromium, launch, openPage, pageFolder, servePage, settled } from './support/browser.mjs'

const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }
const most = Math.min(availableParallelism(), 4)
const counted = (threads) => (threads === 1 ? '1 thread' : `${threads} threads`)

let browser
let site
before(async () => {
  browser = await launch(findChromium())
  site = join(mkdtempSync(join(tmpdir(), 'attnscope-site-')), 'a b')
  writeSite(site, model)
})
after(async () => {
  await browser.close()
  rmSync(join(site, '..'), { recursive: true, force: true })
})

/** Opens an address; gives what the chip says and whether the page is isolated, after its first picture. */
async function look(address) {
  const { page, faults, close } = await openPage(browser, address)
  try {
    await page.goto(address)
    await settled(page)
    const chip = (await page.locator('.more.most').last().textContent()) ?? ''
    const isolated = await page.evaluate(() => crossOriginIsolated)
    assert.deepEqual(faults, [])
    return { chip, isolated }
  } finally {
    await close()
  }
}

for (const [what, headers, threads] of [
  ['without headers', {}, 1],
  ['with the headers that threads need', isolation, most]
]) {
  test(`the site runs under a path of a plain server, ${what}`, async (context) => {
    const { origin, requests, close } = await serveFolders({ '/some/path/': site }, headers)
    context.after(close)

    const { chip, isolated } = await look(`${origin}/some/path/`)

    assert.equal(isolated, headers === isolation)
    assert.match(chip, new RegExp(`, ${counted(threads)}\\b`))
    assert.deepEqual(
      requests.filter((path) => !path.startsWith('/some/path/') && path !== '/favicon.ico'),
      []
    )
  })
}

test('the page of npm start is isolated, calculates with the threads of the machine, and says how many', async (context) => {
  const { address, close } = await servePage()
  context.after(close)

  const { chip, isolated } = await look(address)

  assert.equal(isolated, true)
  assert.match(chip, new RegExp(`, ${counted(most)}\\b`))
})

test('a site is refused where it would overwrite something, or has no page', () => {
  assert.throws(() => checkSite(site, false), /not empty/)
  assert.throws(() => checkSite(new URL(import.meta.url).pathname, false), /is no folder/)
  assert.throws(() => checkSite('', false), /wants the name/)
  assert.throws(() => checkSite('anywhere', true), /--no-page/)
  checkSite(join(site, 'new'), false)
})

test('no script of the built page comes round to itself: it would be run before what it needs', () => {
  const assets = join(pageFolder, 'assets')
  const own = readdirSync(assets).filter((name) => name.endsWith('.js') && !/^(attnscope|worker|thread)-/.test(name))
  const next = (name) =>
    [...readFileSync(join(assets, name), 'utf8').matchAll(/\b(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(
      ([, file]) => file
    )
  const follow = (name, way) => {
    assert.ok(!way.includes(name), [...way, name].join(' -> '))
    for (const file of next(name).filter((one) => own.includes(one))) follow(file, [...way, name])
  }
  assert.ok(own.some((name) => next(name).some((file) => own.includes(file))))
  for (const name of own) follow(name, [])
})
