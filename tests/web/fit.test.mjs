// Whatever stands in the address fits itself to the model, and a part that cannot be drawn leaves no old picture.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { writeSmallModel } from './support/small-model.mjs'
import { field, heading, labels, press, settled, story, word, write } from './support/story.mjs'

const folder = mkdtempSync(join(tmpdir(), 'attnscope-'))
const small = join(folder, 'small-model')
writeSmallModel(small)
after(() => rmSync(folder, { recursive: true, force: true }))

const typed = async (page, hash) => {
  await page.evaluate((next) => (location.hash = next), hash)
  await settled(page)
}
const text = 'text=A%20dog%20ate'
const odd = [
  'heads=99.99',
  'heads=99.99,2.1,6.0,0.12',
  'heads=NaN.1&heads=2.2',
  'heads=999999999999999999999.1',
  'heads=3%2E1%2C99.99&pins=q1%2Ck99',
  'pins=q9999,k4095',
  'pins=q-1,qNaN,k1e9',
  'view=nowhere&step=nothing&measure=__proto__&colour=constructor',
  'view=steps&step=toString&heads=77.3&pins=k3',
  'view=matrix&heads=6.12&pins=q500',
  'view=heads&range=99.1&order=sideways&heads=12.0',
  'view=find&heads=0.12&pins=q70,k80&rank=none&second=%',
  'view=compare&heads=6.0,0.99&compare=x&second=%E7%8B',
  'view=layers&heads=50.50&across=mean%20&pins=k77',
  'with=pair&second=B&pair=zz&heads=99.0',
  'mass=1e999&mass=10&flow=up&minus=2',
  'with=pair&with=contrast&view=links&view=matrix&=&%&&'
]

story('any address typed in shows its own text, in a head that the model has', async (page) => {
  for (const fields of odd) {
    await typed(page, `#v=1&${fields}&${text}`)
    assert.match(await page.locator('.page').textContent(), /dog/, fields)
    assert.equal(await field(page).inputValue(), 'A dog ate', fields)
    assert.equal(await page.locator('.failed').count(), 0, fields)
  }
  // What comes after is drawn as ever.
  await typed(page, '#v=1&view=links&heads=3.1&text=It%20sat&with=contrast&pins=none&sinks=fade')
  assert.deepEqual(await labels(page, 'query'), ['[CLS]', 'It', 'sat', '[SEP]'])
})

story('heads that the model has are kept, one that it has not gives way to the page’s own', async (page) => {
  await typed(page, `#v=1&heads=99.99,2.1&${text}`)
  assert.match(await heading(page), /Layer 2, head 1/)
  await typed(page, `#v=1&heads=99.99&${text}`)
  assert.match(await heading(page), /Layer 3, head 1/)
  assert.deepEqual(await labels(page, 'query'), ['[CLS]', 'A', 'dog', 'ate', '[SEP]'])
})

story(
  'the first address of a visit is fitted too, and no step back stands before it',
  async (page) => {
    assert.match(await heading(page), /Layer 3, head 1/)
    await page.waitForTimeout(400)
    assert.ok(await page.getByRole('button', { name: 'Undo' }).isDisabled())
  },
  { hash: `#v=1&heads=99.99&pins=q900&${text}` }
)

story('going back to a head that another model had: the page fits, in every view', async (page) => {
  await page.locator('[data-head="5.11"]').click()
  await page.waitForTimeout(300)
  await page.locator('[data-head="4.2"]').click()
  await page.waitForTimeout(300)
  await page
    .getByRole('button', { name: /all-MiniLM-L6-v2/ })
    .first()
    .click()
  await page.locator('input[type=file]').setInputFiles(small)
  await page.getByRole('heading', { name: 'Model: small-model' }).waitFor({ timeout: 30_000 })
  await press(page, 'Escape')
  await settled(page)
  assert.match(await heading(page), /Layer 0, head 0/)
  await page.goBack()
  await settled(page)
  assert.match(await heading(page), /Layer 0, head 0/)
  for (const view of ['matrix', 'heads', 'find', 'steps', 'compare', 'layers', 'links']) {
    await typed(page, `#v=1&view=${view}&heads=5.11&${text}`)
    assert.equal(await page.locator('.failed').count(), 0, view)
  }
  assert.match(await heading(page), /Layer 0, head 0/)
  await write(page, 'Another text', 'text')
})

story(
  'a view that cannot be drawn says so in the place of its picture, and is drawn again with the next text',
  async (page) => {
    await page.evaluate(() => {
      const draw = CanvasRenderingContext2D.prototype.measureText
      CanvasRenderingContext2D.prototype.measureText = function (text) {
        if (text.includes('zebra')) throw new Error('no zebra can be measured')
        return draw.call(this, text)
      }
    })
    await field(page).fill('A zebra ate the food')
    const failed = page.locator('.picture .failed')
    await failed.waitFor()
    assert.match(await failed.textContent(), /no zebra can be measured/)
    assert.equal(await page.locator('[data-side]').count(), 0, 'no picture of the text before')
    await failed.getByRole('button', { name: 'Try again' }).click()
    await failed.waitFor()
    await press(page, '2')
    await page.locator('.picture[data-ready=matrix]').waitFor()
    await press(page, '1')
    await failed.waitFor()
    await write(page, 'A horse ate the food', 'horse')
    assert.equal(await failed.count(), 0)
    assert.deepEqual(await labels(page, 'query'), ['[CLS]', 'A', 'horse', 'ate', 'the', 'food', '[SEP]'])
    await word(page, 'query', 'horse').click()
  },
  { expected: /no zebra|exception: null/ }
)
