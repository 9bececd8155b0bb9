// The model: what the page says about it, and another one in its place.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { writeSmallModel } from './support/small-model.mjs'
import { axeFaults, numberAt, press, settled, story } from './support/story.mjs'

const folder = mkdtempSync(join(tmpdir(), 'attnscope-'))
const small = join(folder, 'small-model')
writeSmallModel(small)
after(() => rmSync(folder, { recursive: true, force: true }))

const dialog = (page) => page.getByRole('dialog')
const open = (page) =>
  page
    .getByRole('button', { name: /all-MiniLM-L6-v2|small-model/ })
    .first()
    .click()
const headCount = (page) => page.locator('[role=gridcell]').count()

story('the model tells its shape, size, arithmetic, memory and where the time goes', async (page) => {
  await open(page)
  const said = await dialog(page).textContent()
  assert.match(said, /6 layers × 12 heads, width 384/)
  assert.match(said, /30 522 tokens; reads up to 256 at a time, as its files say, of 512 positions/)
  assert.match(said, /91\.3 MB of files/)
  assert.match(said, /float32, WebAssembly (relaxed|simd128)/)
  assert.match(said, /ms for 15 tokens/)
  for (const stage of ['embedding', 'q, k, v', 'attention', 'output projection', 'feed-forward', 'layer norm'])
    assert.ok(said.includes(stage), stage)
  assert.deepEqual(await axeFaults(page), [])
  await press(page, 'Escape')
  await dialog(page).waitFor({ state: 'detached' })
})

story('another model comes from a folder, and the page takes its shape; the way back works too', async (page) => {
  await open(page)
  await page.locator('input[type=file]').setInputFiles(small)
  await page.getByRole('heading', { name: 'Model: small-model' }).waitFor({ timeout: 30_000 })
  await press(page, 'Escape')
  await settled(page)
  assert.equal(await headCount(page), 6)
  await open(page)
  await page.getByRole('button', { name: /Back to the page/ }).click()
  await page.getByRole('heading', { name: 'Model: all-MiniLM-L6-v2' }).waitFor({ timeout: 60_000 })
  await press(page, 'Escape')
  await page.locator('[data-head="3.1"]').click()
  await settled(page)
  assert.equal(await numberAt(page, 'animal'), '0.64')
})

story('a folder that is no model is refused in words, and the old model still works', async (page) => {
  const bad = mkdtempSync(join(folder, 'bad-'))
  writeFileSync(join(bad, 'config.json'), '{"model_type":"gpt2"}')
  await open(page)
  await page.locator('input[type=file]').setInputFiles(bad)
  await page.getByRole('alert').getByText('could not be used').waitFor()
  assert.match(await page.getByRole('alert').textContent(), /all-MiniLM-L6-v2.* still works/s)
  await press(page, 'Escape')
  await page.getByRole('button', { name: 'wide', exact: true }).click()
  await settled(page)
  assert.equal(await numberAt(page, 'animal'), '0.27')
})

story('a folder of several models is asked about, by mouse or keyboard, and no two of them are mixed', async (page) => {
  const several = mkdtempSync(join(folder, 'several-'))
  writeSmallModel(join(several, 'first', '0_Transformer'))
  const modules = ['Transformer', 'Pooling'].map((name, index) => ({
    path: `${index}_${name}`,
    type: `sentence_transformers.models.${name}`
  }))
  mkdirSync(join(several, 'first', '1_Pooling'))
  writeFileSync(join(several, 'first', '1_Pooling', 'config.json'), '{"pooling_mode_cls_token":true}')
  writeFileSync(join(several, 'first', 'modules.json'), JSON.stringify(modules))
  mkdirSync(join(several, 'broken'))
  writeFileSync(join(several, 'broken', 'config.json'), '{"model_type":"gpt2"}')
  writeFileSync(join(several, 'broken', 'tokenizer.json'), '{}')
  writeFileSync(join(several, 'broken', 'model.safetensors'), 'x')
  await open(page)
  await page.locator('input[type=file]').setInputFiles(several)
  const group = page.getByRole('group', { name: 'There are 2 models in it. Which one?' })
  await group.waitFor()
  assert.deepEqual(await axeFaults(page), [])
  const names = (await group.getByRole('button').allTextContents()).map((name) => name.split('/').at(-1))
  assert.deepEqual(names, ['broken', 'first'])
  await group.getByRole('button', { name: /broken/ }).click()
  await page.getByRole('alert').getByText('could not be used').waitFor()
  await group.getByRole('button', { name: /first/ }).focus()
  await press(page, 'Enter')
  await page.getByRole('heading', { name: 'Model: first' }).waitFor({ timeout: 30_000 })
})

/** Another origin that gives the small model, and lets any page read it. */
async function serveSmall(hold = () => undefined) {
  const server = createServer(async (request, response) => {
    const file = join(small, new URL(request.url, 'http://x').pathname.replace('/small-model', ''))
    await hold(file)
    if (!existsSync(file)) return response.writeHead(404, { 'Access-Control-Allow-Origin': '*' }).end()
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end(readFileSync(file))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { address: `http://127.0.0.1:${server.address().port}/small-model`, close }
}

const elsewhere = /^(other origin|failed|console: .*404)/

story(
  'another model comes from an address that the reader gives, and only then',
  async (page) => {
    const other = await serveSmall()
    try {
      await open(page)
      const address = page.getByRole('textbox', { name: /address/ })
      await address.fill('javascript:alert(1)')
      await press(page, 'Enter')
      await page.getByText('An address begins with https').waitFor()
      await address.fill(other.address)
      await press(page, 'Enter')
      await page.getByRole('heading', { name: 'Model: small-model' }).waitFor({ timeout: 30_000 })
      await press(page, 'Escape')
      await settled(page)
      assert.equal(await headCount(page), 6)
    } finally {
      other.close()
    }
  },
  { expected: elsewhere }
)

story(
  'a load from an address can be cancelled, and the old model is still there',
  async (page) => {
    const other = await serveSmall((file) => file.endsWith('safetensors') && new Promise(() => {}))
    try {
      await open(page)
      await page.getByRole('textbox', { name: /address/ }).fill(other.address)
      await press(page, 'Enter')
      await page.getByRole('progressbar').waitFor()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('textbox', { name: /address/ }).waitFor()
      await press(page, 'Escape')
      await page.getByRole('button', { name: 'wide', exact: true }).click()
      await settled(page)
      assert.equal(await numberAt(page, 'animal'), '0.27')
    } finally {
      other.close()
    }
  },
  { expected: elsewhere }
)
