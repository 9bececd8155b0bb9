// Masked words on the page, and what it says of models of other families, on the tiny models of tests/golden/families.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadModel } from '../../dist/index.js'
import { loadTs } from './support/load-ts.mjs'
import { axeFaults, field, press, settled, story, word } from './support/story.mjs'

const { putIn } = await loadTs('shell/editors/put-in.ts')

const family = (name) => fileURLToPath(new URL(`../golden/families/${name}/model`, import.meta.url))
const rows = (page) => page.locator('.masks ol')
const offered = (page) => page.locator('.masks li button bdi')

async function load(page, name) {
  await page.locator('button.chip').click()
  await page.locator('input[type=file]').setInputFiles(family(name))
  await page.getByRole('heading', { name: 'Model: model' }).waitFor()
}

async function write(page, text) {
  await press(page, 'Escape')
  await field(page).fill(text)
  await settled(page)
}

test('a word takes the place of the mask, and what goes on with a word is joined to it', () => {
  const at = (text, mask) => ({ start: text.indexOf(mask), end: text.indexOf(mask) + mask.length })
  const put = (text, word, mask = '[MASK]', blanks = false) => putIn(text, at(text, mask), word, blanks)
  assert.equal(put('It was [MASK].', 'tired'), 'It was tired.')
  assert.equal(put('It was tire [MASK].', '##d'), 'It was tired.')
  assert.equal(put('[MASK] sat', '##'), '## sat')
  assert.equal(put('a [MASK] b [MASK]', 'x'), 'a x b [MASK]')
  // RoBERTa's mask takes the blank before it, and its words begin with one.
  assert.equal(put('It was <mask>.', ' tired', ' <mask>', true), 'It was tired.')
  assert.equal(put('It was tire <mask>.', 'd', ' <mask>', true), 'It was tired.')
  assert.equal(put('<mask> sat', ' It', '<mask>', true), 'It sat')
  // ALBERT's takes it too, and its words have none.
  assert.equal(put('It was [MASK].', 'tired', ' [MASK]'), 'It was tired.')
})

for (const name of ['bert', 'distilbert'])
  story(
    `${name}: a mask has the words and probabilities of the package, a click puts one in, undo takes it out`,
    async (page) => {
      const text = 'the [MASK] and the [MASK].'
      const model = await loadModel(family(name))
      const expected = await model.fillMask(text, { top: 5 })
      model.dispose()
      await load(page, name)
      await write(page, text)
      await rows(page).nth(1).waitFor()
      assert.deepEqual(
        await offered(page).allTextContents(),
        expected.flatMap(({ candidates }) => candidates.map((one) => one.text.trim()))
      )
      const shares = await page.locator('.masks li button b').allTextContents()
      for (const [i, { probability }] of expected.flatMap(({ candidates }) => candidates).entries())
        assert.ok(
          Math.abs(Number.parseFloat(shares[i]) - probability * 100) <= 0.51,
          `${shares[i]} is not ${probability}`
        )
      // The links are there as ever.
      await word(page, 'query', '[MASK]').first().waitFor()
      assert.deepEqual(await axeFaults(page), [])
      const chosen = expected[0].candidates.find((one) => !one.text.startsWith('##'))
      await page
        .locator('.masks ol')
        .first()
        .getByRole('button', { name: chosen.text.trim(), exact: false })
        .first()
        .click()
      await settled(page)
      const put = `the ${chosen.text.trim()} and the [MASK].`
      assert.equal(await field(page).inputValue(), put)
      await rows(page).nth(1).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Undo' }).click()
      await settled(page)
      assert.equal(await field(page).inputValue(), text)
      await rows(page).nth(1).waitFor()
    }
  )

story('a model without such a head fills nothing in, and says so', async (page) => {
  await write(page, 'The animal was too [MASK]')
  await word(page, 'query', '[MASK]').waitFor()
  assert.equal(await page.locator('.masks').count(), 0)
  await page.locator('button.chip').click()
  await page.getByText('it fills in none: its files have no head for that').waitFor()
  await page.getByText('its word, its place and its sentence, a learned row for each').waitFor()
  await page.getByText('feed-forward of 1536 numbers with GELU; LayerNorm after each sum, ε = 10⁻¹²').waitFor()
  await page.locator('dd', { hasText: /^BERT$/ }).waitFor()
})

story(
  'a DistilBERT is called one, and its steps are its own: no row of types, two rows added, checked',
  async (page) => {
    await load(page, 'distilbert')
    await page.locator('dd', { hasText: /^DistilBERT$/ }).waitFor()
    await page.getByText('its word and its place, a learned row for each').waitFor()
    await page.getByText('for a [MASK] in the sentence it gives the likeliest words').waitFor()
    await write(page, 'the cat and the dog')
    await page.goto(`${page.url().replace(/#.*/, '')}#v=1&view=steps&heads=0.0&text=the%20cat`)
    await page.locator('.steps[data-ready]').waitFor()
    await page.locator('[data-step=embed] [data-strip=position]').waitFor()
    assert.equal(await page.locator('[data-strip=type]').count(), 0)
    assert.match(
      await page.locator('[data-step=embed] .plain').textContent(),
      /^Two rows learned in training .*no third row/
    )
    const difference = await page.locator('[data-check=embed]').getAttribute('data-difference')
    assert.ok(Number(difference) < 1e-5, difference)
  }
)

story(
  'in Chinese the facts and the masked words are Chinese',
  async (page) => {
    await page.locator('button.chip').click()
    await page.getByText('词、位置、句段各有一行学得的数，相加而成').waitFor()
    await page.getByText('不能：它的文件里没有用来填空的输出层').waitFor()
    await page.locator('input[type=file]').setInputFiles(family('bert'))
    await page.getByText('能：句中写有 [MASK] 时，给出该处最可能的词').waitFor()
    await write(page, 'the [MASK]')
    await page.getByText('模型认为 [MASK] 处最可能是：').waitFor()
  },
  { options: { locale: 'zh-CN' } }
)
