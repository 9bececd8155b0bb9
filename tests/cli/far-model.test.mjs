// A model at an address: the same answer, word for word, with any number of workers.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { Pool } from '../../dist/cli/pool.js'
import { answerRequests } from '../support/serve.mjs'
import { jsonLines, run, scratchFolder } from './support/run.mjs'
import { writeTinyModel } from './support/tiny-model.mjs'

const scratch = scratchFolder()
const folder = writeTinyModel(scratch.path)
after(() => scratch.remove())
const local = await run(['embed', '-m', folder], { input: 'one\ntwo\n' })
const localRows = jsonLines(local.stdout).map(({ embedding }) => Float32Array.from(embedding))

async function serve(context, answer) {
  const asked = []
  const host = await answerRequests(context, (request, response) => {
    const name = new URL(request.url, 'http://x').pathname.replace(/^\/(a\/)?model\//, '')
    asked.push(`${request.method} ${name}`)
    if (answer?.(name, response, request)) return
    let content
    try {
      content = readFileSync(join(folder, name))
    } catch {
      return void response.writeHead(404).end()
    }
    response.writeHead(200, { 'content-length': content.length }).end(content)
  })
  return { host, asked }
}

/** Answers one file as `answer` does, and leaves the others. */
const only = (name, answer) => (asked, response) => {
  if (asked === name) answer(response)
  return asked === name
}

/** What one worker and three of them give, which must be the same. */
async function both(address, give) {
  const results = [await give(address, 1), await give(address, 3)]
  assert.deepEqual(results[1], results[0])
  return results[0]
}

async function commandLine(address, workers) {
  const args = ['embed', '-m', address, '-w', String(workers)]
  const { code, stdout, stderr } = await run(args, { input: 'one\ntwo\n' })
  return { code, stdout: stdout.toString(), stderr }
}

/** Those that the command line has, asked here: a process for each would take longer than all else. */
async function pool(address, workers) {
  const over = new AbortController()
  const choice = { source: address, precision: 'float32', threads: 1 }
  try {
    const loaded = await Pool.start(choice, {}, 'rows', workers, null, over.signal)
    return { rows: (await loaded.ask(['one', 'two'])).map(({ row }) => row) }
  } catch (error) {
    return { refused: error.message }
  } finally {
    over.abort()
  }
}

const send = (status, headers, body) => (response) => response.writeHead(status, headers).end(body)
const [ABSENT, REFUSED] = ['as if it were not there', 'refused']
const answers = {
  403: [send(403), ABSENT],
  404: [send(404), ABSENT],
  410: [send(410), ABSENT],
  401: [send(401), REFUSED],
  500: [send(500), REFUSED],
  204: [send(204), REFUSED],
  'a web page': [send(200, { 'content-type': 'text/html; charset=utf-8' }, '<!doctype html>'), ABSENT],
  'a web page that says it is none': [send(200, {}, '<!doctype html>'), REFUSED],
  'nothing, with its length': [send(200, { 'content-length': '0' }), REFUSED],
  'nothing, without a length': [(response) => response.end(), REFUSED],
  'a file cut short': [
    (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('[')
      setTimeout(() => response.destroy(), 20)
    },
    REFUSED
  ]
}
describe('where the server answers an optional file with', () => {
  for (const [what, [answer, expected]] of Object.entries(answers)) {
    for (const name of ['modules.json', '1_Pooling/config.json']) {
      test(`${what}, for ${name}`, async (context) => {
        const { host } = await serve(context, only(name, answer))
        const { rows, refused } = await both(`http://${host}/model`, pool)
        if (expected === ABSENT) assert.deepEqual(rows, localRows, refused)
        else assert.match(refused, new RegExp(`^${name} `))
      })
    }
  }
})

for (const name of ['config.json', 'tokenizer.json', 'model.safetensors']) {
  for (const what of ['403', 'a web page', '500', 'nothing, without a length', 'a file cut short']) {
    test(`${what}, for ${name}, is refused alike`, async (context) => {
      const { host } = await serve(context, only(name, answers[what][0]))
      const { refused } = await both(`http://${host}/model`, pool)
      assert.match(refused, new RegExp(`^${name} `))
    })
  }
}

test('a password in the address is sent to the server and shown to nobody', async (context) => {
  const { host } = await serve(context, (_, response, request) => {
    const right = `Basic ${Buffer.from('alice:s3cret').toString('base64')}`
    return request.headers.authorization !== right && response.writeHead(401).end()
  })
  assert.equal((await both(`http://alice:s3cret@${host}/model/?token=s3cret`, commandLine)).code, 0)
  const { code, stderr } = await both(`http://alice:s3crets3cret@${host}/model?token=s3cret`, commandLine)
  assert.equal(code, 1)
  assert.match(stderr, /HTTP status 401/)
  assert.doesNotMatch(stderr, /s3cret|alice/)
  const nobody = await both('http://alice:s3cret@127.0.0.1:1/model?token=s3cret', commandLine)
  assert.equal(nobody.code, 1)
  assert.doesNotMatch(nobody.stderr, /s3cret|alice/)
})

test('redirects are followed', async (context) => {
  const { host } = await serve(
    context,
    (name, response, request) =>
      request.url.startsWith('/model') && response.writeHead(302, { location: `/a/model/${name}` }).end()
  )
  const { code, stdout } = await both(`http://${host}/model`, commandLine)
  assert.deepEqual([code, stdout], [0, local.stdout.toString()])
})

test('three workers ask for each file once', async (context) => {
  const { host, asked } = await serve(context)
  await run(['embed', '-m', `http://${host}/model`, '-w', '3'], { input: 'one\n' })
  assert.deepEqual([...new Set(asked)].sort(), asked.sort())
  assert.ok(asked.includes('GET model.safetensors'))
})
