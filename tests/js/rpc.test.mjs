// The façade's end of the way to a worker, with the other end played.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from '../../build/modules/wire/rpc.js'

/** A client whose worker tokenizes each text to one number, its length, and refuses the text 'bad'. */
async function openPlayed() {
  const posted = []
  const client = await Client.open(async ({ reply }) => ({
    post(request) {
      posted.push(request)
      const { id, args } = request
      const refused = args.texts.some(([text]) => text === 'bad')
      const error = { name: 'AttnscopeError', code: 'bad-input', message: 'refused', cause: null }
      const value = { numbers: Int32Array.from(args.texts, ([text]) => text.length), at: args.texts.map((_, i) => i) }
      setTimeout(() => reply(refused ? { id, type: 'error', error } : { id, type: 'result', value }))
    },
    close() {}
  }))
  const lengthOf = async (text) => {
    const { numbers, at } = await client.tokenizeThere([text, '', ''])
    return numbers[at]
  }
  return { posted, client, lengthOf }
}

test('texts asked for in one turn cross in one message, those of the next turn in another', async () => {
  const { posted, lengthOf } = await openPlayed()
  assert.deepEqual(await Promise.all(['one', 'three', 'eleven'].map(lengthOf)), [3, 5, 6])
  assert.equal(await lengthOf('later'), 5)
  assert.deepEqual(
    posted.map(({ args }) => args.texts.length),
    [3, 1]
  )
})

test('a refused text is told to its own caller alone', async () => {
  const { lengthOf } = await openPlayed()
  const [good, bad, other] = await Promise.allSettled(['good', 'bad', 'other'].map(lengthOf))
  assert.equal(good.value, 4)
  assert.equal(bad.reason.code, 'bad-input')
  assert.equal(other.value, 5)
})
