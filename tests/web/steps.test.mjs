// The Steps view: what it says is what the engine calculated, and every number can be followed back.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { axeFaults, press, readLonger, server, story, tabTo } from './support/story.mjs'
import { truthModel } from './support/truth.mjs'

const sentence = "The animal didn't cross the street because it was too tired"
const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }
const it = 10

let model
let truth
before(async () => {
  model = await truthModel()
  truth = await model.encode(sentence, { trace: true })
})
after(() => model?.dispose())

/** Opens the view; the numbers are there when the story begins. */
function stepsStory(name, work, options = {}) {
  story(
    name,
    async (page) => {
      await page.goto(`${server.address}#v=1&view=steps`)
      await ready(page)
      await work(page)
    },
    { ...options, settle: false, alone: false }
  )
}

const ready = (page) => page.locator('.steps[data-ready]').waitFor({ timeout: 30_000 })
const step = (page, id) => page.locator(`[data-step=${id}] > h2 > button`)
const open = async (page, ...ids) => {
  for (const id of ids)
    if ((await step(page, id).getAttribute('aria-expanded')) === 'false') await step(page, id).click()
}
const strip = (page, id, at = '') => page.locator(`${at} [role=slider][data-strip=${id}]`).first()
/** What a column of words says, as numbers. */
const values = async (page, at, id) => {
  const texts = await page.locator(`[data-step=${at}] button[data-strip=${id}] .figure`).allTextContents()
  return texts.map(numberOf)
}
/** A number as the page writes it. */
function numberOf(text) {
  const [digits, power] = text.replaceAll('\u2212', '-').split('·10')
  const exponent = power ? [...power].map((sign) => (sign === '⁻' ? '-' : '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(sign))).join('') : '0'
  return Number(`${digits}e${exponent}`)
}
const hand = (page) => page.locator('.hand strong').getAttribute('data-value').then(Number)
const row = (values, index, width) => [...values.slice(index * width, (index + 1) * width)]

function close(actual, expected, tolerance, what) {
  assert.equal(actual.length, expected.length, what)
  for (const [i, value] of actual.entries())
    assert.ok(Math.abs(value - expected[i]) <= tolerance, `${what} ${i}: ${value} is not ${expected[i]}`)
}

/** Chooses a cell with the keyboard; gives what a screen reader hears, and what the page explains. */
async function cell(page, id, index, at) {
  const slider = strip(page, id, at)
  await slider.focus()
  await press(page, 'Home')
  while (Number(await slider.getAttribute('aria-valuenow')) < index) await press(page, 'ArrowRight')
  const heard = await slider.getAttribute('aria-valuetext')
  return { heard, value: numberOf(heard.split(' = ')[1]), explained: await hand(page) }
}

stepsStory('scores, scaled scores and weights of “it” are the engine’s own, and the row sums to 1', async (page) => {
  await open(page, 'scores', 'scale', 'softmax')
  const own = truth.step(3, 1)
  close(await values(page, 'scores', 'scores'), row(own.scores, it, 15), 1.01e-4, 'score')
  close(await values(page, 'scale', 'scaled'), row(own.scaled, it, 15), 6e-5, 'scaled')
  close(await values(page, 'softmax', 'weights'), row(own.weights, it, 15), 6e-5, 'weight')
  assert.equal(await page.locator('[data-sum=weights]').textContent(), '1.0000')
  assert.ok(Number(await page.locator('[data-check=softmax]').getAttribute('data-difference')) < 1e-5)
  assert.match(await page.locator('[data-step=scale] h2').textContent(), /5\.657/)
})

stepsStory(
  'q, z and the output of the layer are the engine’s own, read from cell to cell with the keyboard',
  async (page) => {
    await open(page, 'query', 'mix', 'result')
    const own = truth.step(3, 1)
    for (const [id, numbers, at, index] of [
      ['q', row(own.q, it, 32), '[data-step=query]', 3],
      ['z', row(own.context, it, 32), '[data-step=mix]', 7],
      ['y', row(truth.hidden(4), it, 384), '[data-step=result]', 5]
    ]) {
      const { heard, value, explained } = await cell(page, id, index, at)
      assert.ok(heard.startsWith(`${id} ${index} = `), heard)
      close([value], [numbers[index]], 6e-5, id)
      close([explained], [numbers[index]], 1e-5, `${id} explained`)
      const byHand = Number(await page.locator('.hand [data-by-hand]').getAttribute('data-by-hand'))
      close([byHand], [numbers[index]], 1e-5, `${id} by hand`)
      assert.match(await page.locator('.hand').textContent(), /engine: −?\d\.\d{4} · \S+ apart/)
    }
    const check = page.locator('[data-check=result]')
    assert.ok(Number(await check.getAttribute('data-difference')) < 1e-5)
    assert.match(await check.textContent(), /✓\s+engine: −?\d\.\d{4} · (0\.0000|\d\.\d·10⁻\S+) apart/)
  }
)

stepsStory('by hand: all terms of a number add up to it, and it lights what it came from', async (page) => {
  await open(page, 'query')
  await strip(page, 'q', '[data-step=query]').hover({ position: { x: 60, y: 8 } })
  assert.equal(await page.locator('[data-step=query] [data-strip=x] .all').count(), 1)
  assert.equal(await page.locator('[data-step=query] [data-strip=WQ] .some').count(), 1)
  assert.match(await page.locator('[data-step=query] [data-strip=q] .tip').textContent(), /^−?\d\.\d{4}$/)
  assert.equal(await page.locator('.hand').count(), 0, 'pointing alone covers nothing')
  await strip(page, 'q', '[data-step=query]').click({ position: { x: 60, y: 8 } })
  assert.match(await page.locator('.hand .value').textContent(), /q2 = /)
  await page.getByRole('button', { name: 'All 384 terms' }).click()
  const products = await page
    .locator('.hand tbody tr')
    .evaluateAll((rows) => rows.map((one) => one.lastElementChild.textContent))
  assert.equal(products.length, 386)
  const total = numberOf(products.pop())
  close([products.map(numberOf).reduce((sum, one) => sum + one, 0)], [total], 3e-4, 'sum')
  close([total], [truth.step(3, 1).q[it * 32 + 2]], 1e-5, 'q 2')
})

for (const [device, options] of [
  ['desktop', {}],
  ['phone', phone]
])
  stepsStory(
    `the explanation is there once a number is chosen, never over that number, and goes away: ${device}`,
    async (page) => {
      assert.equal(await page.locator('.hand').count(), 0)
      await page.getByRole('button', { name: 'Open all' }).click()
      for (const id of ['query', 'softmax', 'forward']) {
        await page.evaluate((at) => {
          const place = document.querySelector(`[data-step=${at}] .telling button`).getBoundingClientRect()
          scrollBy(0, place.bottom - innerHeight + 4)
        }, id)
        await step(page, id).locator('xpath=../..').getByRole('button', { name: 'By hand' }).click()
        await page.waitForFunction((at) => {
          const bottom = document.querySelector(`[data-step=${at}] .chosen`).getBoundingClientRect().bottom
          return bottom < document.querySelector('.hand').getBoundingClientRect().top
        }, id)
      }
      await press(page, 'Escape')
      assert.equal(await page.locator('.hand').count(), 0)
    },
    { options }
  )

stepsStory('another query word, with every step open: all of them follow', async (page) => {
  await page.getByRole('button', { name: 'Open all' }).click()
  await page.getByRole('radio', { name: 'street' }).click()
  await ready(page)
  const own = truth.step(3, 1)
  const street = 8
  close(await values(page, 'scores', 'scores'), row(own.scores, street, 15), 1.01e-4, 'score')
  close(await values(page, 'softmax', 'weights'), row(own.weights, street, 15), 6e-5, 'weight')
  for (const at of ['softmax', 'result'])
    assert.ok(Number(await page.locator(`[data-check=${at}]`).getAttribute('data-difference')) < 1e-5)
  const { value } = await cell(page, 'y', 5, '[data-step=result]')
  close([value], [truth.hidden(4)[street * 384 + 5]], 6e-5, 'y')
})

stepsStory('the first layer starts from three rows of the model’s tables', async (page) => {
  await page.locator('[data-head="0.2"]').click()
  await page.getByText('row 2009 of the vocabulary').waitFor()
  await ready(page)
  const { value } = await cell(page, 'x', 4, '[data-step=embed]')
  close([value], [truth.hidden(0)[it * 384 + 4]], 6e-5, 'x')
  assert.ok(Number(await page.locator('[data-check=embed]').getAttribute('data-difference')) < 1e-5)
  const { heard } = await cell(page, 'sum', 0, '[data-step=embed]')
  assert.match(heard, /^e 0 = /)
  assert.equal(await page.locator('.hand .sum .term').count(), 4)
})

stepsStory('x of a later layer says which layer it comes from, and leads there', async (page) => {
  await page.locator('[data-step=embed]').getByRole('button', { name: 'By hand' }).click()
  await page.getByRole('button', { name: 'Go to layer 2' }).click()
  await page.getByText('Layer 2, head 1, from the point of view').waitFor()
  await ready(page)
})

stepsStory('a word of three pieces lets the reader choose the piece', async (page) => {
  await page.getByRole('radio', { name: "didn't" }).click()
  const pieces = page.getByRole('radiogroup', { name: 'Its pieces' }).getByRole('radio')
  assert.deepEqual(await pieces.allTextContents(), ['didn', "'", 't'])
  await pieces.nth(2).click()
  await open(page, 'softmax')
  close(await values(page, 'softmax', 'weights'), row(truth.step(3, 1).weights, 5, 15), 6e-5, 'weights of “t”')
})

stepsStory('keyboard alone: play, back and forward, from step to step', async (page) => {
  await tabTo(page, '.play')
  await press(page, '.', '.')
  assert.equal(await step(page, 'key').getAttribute('aria-expanded'), 'true')
  assert.equal(await step(page, 'query').getAttribute('aria-expanded'), 'false')
  await press(page, ',')
  assert.equal(await page.locator('.now').getAttribute('data-step'), 'query')
  await press(page, 'k')
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await page.locator('.now[data-step=key]').waitFor({ timeout: 8000 })
  await press(page, 'k')
  await page.getByRole('button', { name: 'Play' }).waitFor()
  await step(page, 'key').focus()
  await press(page, 'ArrowDown', 'Enter')
  assert.equal(await step(page, 'value').getAttribute('aria-expanded'), 'true')
})

stepsStory('the whole sentence as matrices: every cell is the engine’s own', async (page) => {
  await page.getByText('Whole sentence').click()
  const own = truth.step(3, 1)
  for (const [id, numbers, columns] of [
    ['Q', own.q, 32],
    ['K', own.k, 32],
    ['V', own.v, 32],
    ['S', own.scores, 15],
    ['C', own.scaled, 15],
    ['A', own.weights, 15],
    ['Z', own.context, 32]
  ]) {
    const slider = strip(page, id)
    await slider.focus()
    await press(
      page,
      ...Array(14).fill('ArrowUp'),
      'Home',
      ...Array(it).fill('ArrowDown'),
      ...Array(2).fill('ArrowRight')
    )
    assert.equal(Number(await slider.getAttribute('aria-valuenow')), it * columns + 2, id)
    close([await hand(page)], [numbers[it * columns + 2]], 5e-5, id)
  }
  assert.equal(await strip(page, 'V').locator('.some').count(), 1, 'z lights a column of V')
})

stepsStory('another sentence brings its own numbers; the word stays', async (page) => {
  await open(page, 'softmax')
  await page.getByRole('button', { name: 'wide', exact: true }).click()
  const wide = await model.encode(sentence.replace('tired', 'wide'), { trace: { attention: true } })
  await page.locator('[data-step=softmax] .words').getByText('wide').waitFor()
  await ready(page)
  close(await values(page, 'softmax', 'weights'), row(wide.attention(3, 1), it, 15), 6e-5, 'weight')
})

for (const colorScheme of ['light', 'dark'])
  stepsStory(
    `axe-core finds nothing with every step open and in the matrices: ${colorScheme}`,
    async (page) => {
      await page.getByRole('button', { name: 'Open all' }).click()
      await page.getByText('These numbers as a table').click()
      assert.deepEqual(await axeFaults(page), [])
      await page.getByText('Whole sentence').click()
      assert.deepEqual(await axeFaults(page), [])
    },
    { options: { colorScheme } }
  )

stepsStory(
  'a phone in Chinese: nothing runs over the edge, and a tap explains a number',
  async (page) => {
    await page.getByRole('button', { name: '全部展开' }).click()
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(over <= 0, `${over} px over the edge`)
    const cut = await page
      .locator('.steps .figure')
      .evaluateAll((figures) => figures.filter((one) => one.getBoundingClientRect().right > innerWidth).length)
    assert.equal(cut, 0)
    await strip(page, 'q', '[data-step=query]').tap({ position: { x: 15, y: 8 } })
    assert.match(await page.locator('.hand').textContent(), /其余 382 项之和/)
  },
  { options: { ...phone, locale: 'zh-CN' } }
)

stepsStory('512 tokens: the steps are there, and the row still sums to 1', async (page) => {
  await page.getByRole('textbox').first().fill('word '.repeat(600))
  await readLonger(page)
  await page.locator('[data-step=embed]').waitFor()
  await page.waitForFunction(() => document.querySelectorAll('.choose .words button').length > 400, null, {
    timeout: 60_000
  })
  await ready(page)
  await open(page, 'softmax')
  assert.equal((await values(page, 'softmax', 'weights')).length, 512)
  assert.equal(await page.locator('[data-sum=weights]').textContent(), '1.0000')
})

stepsStory('a number of an earlier step leads to the step that made it', async (page) => {
  await open(page, 'scores')
  await strip(page, 'K', '[data-step=scores]').click({ position: { x: 40, y: 60 } })
  await page.getByRole('button', { name: 'made in step 3: Keys' }).click()
  assert.equal(await page.locator('.now').getAttribute('data-step'), 'key')
  assert.equal(await step(page, 'key').getAttribute('aria-expanded'), 'true')
})

stepsStory('the link keeps the step, and opens it', async (page) => {
  await open(page, 'softmax')
  await page.waitForFunction(() => location.hash.includes('step=softmax'))
  const address = await page.evaluate(() => location.href)
  await page.goto('about:blank')
  await page.goto(address)
  await ready(page)
  assert.equal(await step(page, 'softmax').getAttribute('aria-expanded'), 'true')
  assert.equal(await step(page, 'embed').getAttribute('aria-expanded'), 'false')
})

stepsStory('hostile text stays text', async (page) => {
  await page.getByRole('textbox').first().fill('<img src=x onerror=alert(1)> \u202egnp.exe & "quotes"')
  await page.getByRole('radio', { name: 'exe' }).waitFor()
  await ready(page)
  await page.getByRole('button', { name: 'Open all' }).click()
  assert.equal(await page.locator('.steps img').count(), 0)
})

stepsStory(
  'scores, scaled scores and their bars are on one scale in steps 5 to 7, and without √d is beside them',
  async (page) => {
    await open(page, 'scores', 'scale', 'softmax')
    const own = truth.step(3, 1)
    const scores = row(own.scores, it, 15)
    const most = Math.max(...scores.map(Math.abs))
    /** How much of half its track a bar takes up. */
    const bars = (at, id) =>
      page
        .locator(`[data-step=${at}] button[data-strip=${id}] .track`)
        .evaluateAll((tracks) =>
          tracks.map(
            (track) => (2 * track.firstElementChild.getBoundingClientRect().width) / track.getBoundingClientRect().width
          )
        )
    for (const at of ['scores', 'scale'])
      close(
        await bars(at, 'scores'),
        scores.map((s) => Math.abs(s) / most),
        0.02,
        at
      )
    const scaled = row(own.scaled, it, 15).map((s) => Math.abs(s) / most)
    for (const at of ['scale', 'softmax']) close(await bars(at, 'scaled'), scaled, 0.02, at)
    const compared = (await page.locator('[data-compared] .figure').allTextContents()).map(Number)
    const sum = scores.reduce((total, s) => total + Math.exp(s - most), 0)
    close(
      compared,
      scores.map((s) => Math.exp(s - most) / sum),
      6e-5,
      'without √d'
    )
    assert.match(await page.locator('[data-step=scale]').textContent(), /without ÷ √d, not used/)
    assert.match(await page.locator('[data-step=result]').textContent(), /Add h/)
  }
)

stepsStory('what is added up has one scale of colours', async (page) => {
  await open(page, 'concat', 'residual', 'result')
  const limits = (at, ids) =>
    page
      .locator(`[data-step=${at}] .strip`)
      .evaluateAll((strips) => strips.map((one) => one.querySelector('.limit').textContent))
      .then((all) => new Set(all.slice(0, ids.length)).size)
  assert.equal(await limits('concat', ['z', 'heads']), 1)
  assert.equal(await limits('residual', ['x', 'o', 'r']), 1)
  assert.equal(await limits('result', ['h', 'f', 's']), 1)
})

stepsStory('whole sentence: scores and scaled scores have one scale of colours', async (page) => {
  await page.getByText('Whole sentence').click()
  const limit = (map) =>
    page
      .locator(`[data-map=${map}] small`)
      .textContent()
      .then((text) => text.split('±')[1])
  assert.equal(await limit('S'), await limit('C'))
})

stepsStory('the last layer says how the embedding is made from its rows', async (page) => {
  await page.locator('[data-head="5.1"]').click()
  await ready(page)
  await open(page, 'result')
  await page
    .locator('[data-step=result]')
    .getByText('the mean of these rows over all tokens, [CLS] and [SEP] included')
    .waitFor()
})
