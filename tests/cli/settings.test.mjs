// What changes the vectors: the model's own prompts and its limit, obeyed, chosen and refused.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { loadModel } from 'attnscope'
import { jsonLines, run, scratchFolder } from './support/run.mjs'
import { writeTinyModel } from './support/tiny-model.mjs'

const scratch = scratchFolder()
const folder = writeTinyModel(scratch.path)
const prompts = { query: 'find: ', passage: 'text: ' }
writeFileSync(
  join(folder, 'config_sentence_transformers.json'),
  JSON.stringify({ prompts, default_prompt_name: 'passage' })
)
let model
before(async () => {
  model = await loadModel(folder)
})
after(() => {
  model.dispose()
  scratch.remove()
})

const embeddingOf = async (args) => {
  const { code, stdout, stderr } = await run(['embed', '-m', folder, ...args], { input: 'a dog\n' })
  assert.equal(code, 0, stderr)
  return Float32Array.from(jsonLines(stdout)[0].embedding)
}

for (const [args, prompt] of [
  [[], prompts.passage],
  [['-w', '2', '--prompt-name', 'query'], prompts.query],
  [['--prompt-name', 'query'], prompts.query],
  [['--prompt', 'say: '], 'say: '],
  [['--prompt', ''], '']
]) {
  test(`embed ${args.join(' ') || 'without a word of it'} puts ${JSON.stringify(prompt)} before a text`, async () => {
    const [expected] = await model.embed([`${prompt}a dog`], { prompt: '' })
    const [without] = await model.embed(['a dog'], { prompt: '' })
    assert.equal(
      expected.every((value, i) => value === without[i]),
      prompt === ''
    )
    assert.deepEqual(await embeddingOf(args), expected)
  })
}

test('encode takes a prompt too', async () => {
  const { code, stdout } = await run(['encode', '-m', folder, '--prompt-name', 'query', 'a dog'])
  const { embedding } = JSON.parse(stdout)
  assert.equal(code, 0)
  assert.deepEqual(Float32Array.from(embedding), (await model.encode('find: a dog', { prompt: '' })).embedding)
})

for (const workers of ['1', '2']) {
  test(`a prompt that the model lacks is refused with those that it has, by ${workers}`, async () => {
    const { code, stdout, stderr } = await run(['embed', '-m', folder, '-w', workers, '--prompt-name', 'nobody'], {
      input: 'a dog\n'
    })
    assert.deepEqual([code, stdout.toString()], [1, ''])
    assert.match(stderr, /^attnscope: .*'nobody'.*'query'/)
  })
}

test('a text is cut to --max-tokens, the prompt before it counted', async () => {
  const { code, stdout } = await run(['tokenize', '-m', folder, '--max-tokens', '5', 'one two three four five'])
  const [{ tokens, truncated }] = jsonLines(stdout)
  assert.deepEqual([code, tokens.length, truncated], [0, 5, { kept: 5, total: 9 }])
})

for (const [args, expected, message] of [
  [['--prompt', 'a', '--prompt-name', 'query'], 2, /either --prompt or --prompt-name/],
  [['--max-tokens', '0'], 2, /from 1 to/],
  [['--max-tokens', 'many'], 2, /--max-tokens/],
  [['--max-tokens', '17'], 1, /\b16\b/]
]) {
  test(`${args.join(' ')} is refused`, async () => {
    const { code, stdout, stderr } = await run(['embed', '-m', folder, ...args], { input: 'a dog\n' })
    assert.deepEqual([code, stdout.toString()], [expected, ''])
    assert.match(stderr, message)
  })
}
