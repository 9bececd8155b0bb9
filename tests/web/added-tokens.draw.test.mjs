// What the page says of the tokens that a tokenizer adds, by the names that the model's own has.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTs } from './support/load-ts.mjs'

const { addedTokens, bertsTokens, withTokens } = await loadTs('shared/added-tokens.ts')

const say = {
  legend: 'to [CLS], [SEP]',
  share: (word, share) => `${word}: ${share} to [CLS]`,
  deep: { kinds: ['[SEP]', 3], of: ({ word }) => [`“${word}”`, 1, 'on [SEP]'] }
}

test('a model with other added tokens has its own in every text', () => {
  const own = withTokens(say, ['<s>', '</s>'])
  assert.equal(own.legend, 'to <s>, </s>')
  assert.equal(own.share('dog', 0.5), 'dog: 0.5 to <s>')
  assert.deepEqual(own.deep.kinds, ['</s>', 3])
  assert.deepEqual(own.deep.of({ word: 'dog' }), ['“dog”', 1, 'on </s>'])
})

test('what the reader wrote stays as it is', () => {
  const own = withTokens(say, ['<s>', '</s>'])
  assert.equal(own.share('[CLS] [x]', 1), '[CLS] [x]: 1 to <s>')
  assert.deepEqual(own.deep.of({ word: '[SEP]' }), ['“[SEP]”', 1, 'on </s>'])
})

test('BERT’s words are left alone, and a run says what its model adds', () => {
  assert.equal(withTokens(say, bertsTokens), say)
  const token = (text, special) => ({ text, special })
  assert.deepEqual(addedTokens([token('<s>', true), token('a', false), token('</s>', true)]), ['<s>', '</s>'])
  assert.deepEqual(addedTokens([]), ['[CLS]', '[SEP]'])
})
