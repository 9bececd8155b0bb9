// Words that the model does not know: said under each, in every view, with how many they are; and sentences are offered
// only to a model that knows their words.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { writeSmallModel } from './support/small-model.mjs'
import { axeFaults, column, field, settled, story, word } from './support/story.mjs'

const folder = mkdtempSync(join(tmpdir(), 'attnscope-unknown-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const chinese = '狗吃了食物因为它饿了'
const hash = `#v=1&text=${encodeURIComponent(chinese)}`
const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }
const notice = (page) => page.locator('[data-unknown]')
const said = (page) => notice(page).textContent()
const marks = (page, side) => column(page, side).locator('small').allTextContents()
const offered = (page) => page.locator('.examples button').allTextContents()

for (const options of [{}, { ...phone, colorScheme: 'dark' }])
  story(
    `nine of ten characters are [UNK]: said under each and above the picture${options.isMobile ? ', on a phone' : ''}`,
    async (page) => {
      assert.deepEqual(
        (await marks(page, 'query')).map((text) => text.trim()),
        Array(9).fill('[UNK]')
      )
      assert.equal((await marks(page, 'key')).length, 9)
      assert.match(await said(page), /does not know 9 of these 10 words \(marked \[UNK\]\)/)
      assert.equal(await notice(page).getAttribute('role'), 'status')
      await column(page, 'query').getByRole('button', { name: '狗 [UNK]', exact: true }).waitFor()
      // A mark stays inside its row and its button.
      const outside = await page.locator('[data-side] .word:has(small)').evaluateAll(
        (all) =>
          all.filter((one) => {
            const [outer, inner] = [one.closest('.row'), one.querySelector('small')].map((e) =>
              e.getBoundingClientRect()
            )
            return inner.bottom > outer.bottom + 1 || inner.right > one.getBoundingClientRect().right + 1
          }).length
      )
      assert.equal(outside, 0)
      assert.deepEqual(await axeFaults(page), [])
      assert.equal((await offered(page)).filter((text) => /\p{Script=Han}/u.test(text)).length, 0)
    },
    { hash, options }
  )

story('known words have no mark; one unknown word, and one typed as [UNK], are counted right', async (page) => {
  assert.equal(await notice(page).count(), 0)
  assert.equal(await page.locator('[data-side] .word small').count(), 0)
  await field(page).fill('A cat 😀 sat, [UNK]!')
  await column(page, 'query').getByRole('button', { name: '😀 [UNK]', exact: true }).waitFor()
  await settled(page)
  assert.match(await said(page), /does not know 1 of these 7 words .*reads it as/)
  await page.getByText('Pieces', { exact: true }).click()
  await settled(page)
  assert.deepEqual(await marks(page, 'query'), [], 'as pieces the sign itself is the label')
  await field(page).fill('A cat sat')
  await word(page, 'query', 'sat').waitFor()
  await settled(page)
  assert.equal(await notice(page).count(), 0)
})

for (const view of ['links&flow=rows', 'matrix', 'find', 'steps', 'compare&second=A%20dog', 'layers'])
  story(
    `the mark and the count are in view ${view}`,
    async (page) => {
      await page.locator('.picture').getByText('[UNK]').first().waitFor()
      assert.match(await said(page), /not know 9 of these 1[02] words/)
    },
    { hash: `${hash}&view=${view}` }
  )

story(
  'in Chinese it says so in Chinese',
  async (page) => assert.match(await said(page), /这 10 个词里，模型不认识其中 9 个/),
  { hash, options: { locale: 'zh-CN' } }
)

story('a model whose vocabulary has these characters is offered the sentence, and nothing is marked', async (page) => {
  const small = join(folder, 'knows-chinese')
  writeSmallModel(small)
  const file = join(small, 'tokenizer.json')
  const tokenizer = JSON.parse(readFileSync(file, 'utf8'))
  const { vocab } = tokenizer.model
  const missing = [...new Set(chinese)].filter((sign) => !(sign in vocab))
  for (const [i, sign] of missing.entries()) {
    const spare = `[unused${i + 1}]`
    vocab[sign] = vocab[spare]
    delete vocab[spare]
  }
  writeFileSync(file, JSON.stringify(tokenizer))
  assert.ok(missing.length >= 8 && !(await offered(page)).includes(chinese))
  await page.getByRole('button', { name: /all-MiniLM-L6-v2/ }).click()
  assert.match(
    await page.getByRole('dialog').textContent(),
    /for English.*Capital and small letters are the same to it/
  )
  await page.locator('input[type=file]').setInputFiles(small)
  await page.getByRole('heading', { name: 'Model: knows-chinese' }).waitFor({ timeout: 30_000 })
  const about = await page.getByRole('dialog').textContent()
  assert.ok(/its files do not say/.test(about) && !/English/.test(about), about)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: chinese, exact: true }).click()
  await word(page, 'query', '狗').waitFor()
  await settled(page)
  assert.equal(await notice(page).count(), 0)
})
