// attnscope fill-mask: the words of model.fillMask, out of arguments, lines, JSONL and CSV.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { loadModel } from 'attnscope'
import { modelOf } from '../js/support/families.mjs'
import { jsonLines, run, scratchFolder } from './support/run.mjs'

const scratch = scratchFolder()
const folder = modelOf('bert')
const text = 'The [MASK] was too [MASK].'
let model
before(async () => {
  model = await loadModel(folder)
})
after(() => {
  model.dispose()
  scratch.remove()
})

test('arguments and lines give the words of model.fillMask', async () => {
  const masks = await model.fillMask(text)
  const args = await run(['fill-mask', '-m', folder, text, 'no mask'])
  const lines = await run(['fill-mask', '-m', folder, '-w', '2'], { input: `${text}\nno mask\n` })
  const expected = [
    { index: 0, masks },
    { index: 1, masks: [] }
  ]
  assert.deepEqual([args.code, jsonLines(args.stdout)], [0, expected])
  assert.deepEqual([lines.code, jsonLines(lines.stdout)], [0, expected])
})

test('--top says how many words', async () => {
  const [{ masks }] = jsonLines((await run(['fill-mask', '-m', folder, '--top', '2', text])).stdout)
  assert.deepEqual(masks, await model.fillMask(text, { top: 2 }))
})

test('records of JSONL and CSV keep their fields, into a file too', async () => {
  const masks = await model.fillMask('The [MASK].', { top: 1 })
  const path = join(scratch.path, 'masks.jsonl')
  const input = `${JSON.stringify({ id: 7, body: 'The [MASK].' })}\n{"id":8}\n`
  const jsonl = ['--from', 'jsonl', '--field', 'body', '--keep', 'id', '--top', '1']
  const { code, stdout } = await run(['fill-mask', '-m', folder, ...jsonl, '-o', path], { input })
  const [first, second] = jsonLines(readFileSync(path))
  assert.deepEqual([code, stdout.length, first], [3, 0, { index: 0, id: 7, masks }])
  assert.deepEqual([second.id, second.error.code], [8, 'bad-field'])

  const csv = join(scratch.path, 'texts.csv')
  writeFileSync(csv, 'name,text\none,"The [MASK]."\n')
  const rows = await run(['fill-mask', '-m', folder, '--top', '1', '--keep', 'name', '--input', csv])
  assert.deepEqual(jsonLines(rows.stdout), [{ index: 0, name: 'one', masks }])
})

test('a mask past the limit is an error of its text alone; a text that is cut says so', async () => {
  const long = 'the dog was hungry '.repeat(10)
  const { code, stdout } = await run(['fill-mask', '-m', folder, `${long}[MASK]`, `[MASK] ${long}`])
  const [lost, cut] = jsonLines(stdout)
  assert.deepEqual([code, lost.error.code], [3, 'bad-input'])
  assert.match(lost.error.message, /1 of the 1 \[MASK\] lie past/)
  assert.deepEqual([cut.masks.length, cut.truncated], [1, (await model.encode(`[MASK] ${long}`)).truncated])
})

test('a model without the head, and more words than there are, end the work before the first text', async () => {
  for (const [texts, input] of [
    [['[MASK]'], ''],
    [[], '[MASK]\n']
  ]) {
    const { code, stdout, stderr } = await run(['fill-mask', '-m', modelOf('bert-bare'), ...texts], { input })
    assert.deepEqual([code, stdout.length], [1, 0])
    assert.match(stderr, /^attnscope: this model cannot fill masks: .*\n$/)
  }
  const { code, stderr } = await run(['fill-mask', '-m', folder, '--top', '161'], { input: '[MASK]\n' })
  assert.equal(code, 1)
  assert.match(stderr, /top is 161; expected a whole number from 1 to 160/)
})
