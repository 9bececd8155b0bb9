import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTs } from './support/load-ts.mjs'

const { keyAction } = await loadTs('shell/keys.ts')
const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const act = (key, more = {}, letters = true) => keyAction({ ...plain, key, ...more }, 7, letters)

test('numbers are the views there are, and no others', () => {
  assert.deepEqual(act('1'), { do: 'view', at: 0 })
  assert.deepEqual(act('7'), { do: 'view', at: 6 })
  assert.equal(act('8'), null)
  assert.equal(act('0'), null)
})

test('brackets step through heads and layers', () => {
  assert.deepEqual(act('['), { do: 'head', by: -1 })
  assert.deepEqual(act('}', { shiftKey: true }), { do: 'layer', by: 1 })
})

test('undo and redo as everywhere, with Ctrl or the command key', () => {
  assert.deepEqual(act('z', { ctrlKey: true }), { do: 'undo' })
  assert.deepEqual(act('Z', { metaKey: true, shiftKey: true }), { do: 'redo' })
  assert.deepEqual(act('y', { ctrlKey: true }), { do: 'redo' })
})

test("the browser's own keys stay the browser's", () => {
  for (const key of ['l', 't', '1', 'r', '['])
    for (const held of ['ctrlKey', 'metaKey', 'altKey'])
      assert.equal(act(key, { [held]: true }), null, `${held} ${key}`)
})

test('capitals by the caps lock are the same key', () => {
  assert.deepEqual(act('L'), { do: 'language' })
  assert.equal(act('L', { shiftKey: true }), null)
})

test('single letters can be switched off; Escape and undo stay', () => {
  assert.equal(act('l', {}, false), null)
  assert.equal(act('1', {}, false), null)
  assert.deepEqual(act('Escape', {}, false), { do: 'clear' })
  assert.deepEqual(act('z', { ctrlKey: true }, false), { do: 'undo' })
})
