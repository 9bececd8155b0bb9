// A model at an address: the same answer, word for word, with any number of workers.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { answerRequests } from '../support/serve.mjs'
import { run, scratchFolder } from './support/run.mjs'
import { writeTinyModel } from './support/tiny-model.mjs'

const scratch = scratchFolder()
const folder = writeTinyModel(scratch.path)
after(() => scratch.remove())
const local = await run(['embed', '-m', folder], { input: 'one\ntwo\n' })

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
async function both(address) {
  const results = []
  for (const workers of ['1', '3']) {
    const { code, stdout, stderr } = await run(['embed', '-m', address, '-w', workers], { input: 'one\ntwo\n' })
    results.push({ code, stdout: stdout.toString(), stderr })
  }
  assert.deepEqual(results[1], results[0])
  return results[0]
}

const send = (status, headers, body) => (response) => response.writeHead(status, headers).end(body)
const answers = {
  403: [send(403), 0],
  404: [send(404), 0],
  410: [send(410), 0],
  401: [send(401), 1],
  500: [send(500), 1],
  204: [send(204), 1],
  'a web page': [send(200, { 'content-type': 'text/html; charset=utf-8' }, '<!doctype html>'), 0],
  'a web page that says it is none': [send(200, {}, '<!doctype html>'), 1],
  'nothing, with its length': [send(200, { 'content-length': '0' }), 1],
  'nothing, without a length': [(response) => response.end(), 1],
  'a file cut short': [
    (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('[')
      setTimeout(() => response.destroy(), 20)
    },
    1
  ]
}
describe('where the server answers an optional file with', () => {
  for (const [what, [answer, expected]] of Object.entries(answers)) {
    for (const name of ['modules.json', '1_Pooling/config.json']) {
      test(`${what}, for ${name}`, async (context) => {
        const { host } = await serve(context, only(name, answer))
        const { code, stdout, stderr } = await both(`http://${host}/model`)
        assert.equal(code, expected, stderr)
        if (code === 0) assert.equal(stdout, local.stdout.toString())
        else assert.match(stderr, new RegExp(`^attnscope: ${name} `))
      })
    }
  }
})

for (const name of ['config.json', 'tokenizer.json', 'model.safetensors']) {
  for (const what of ['403', 'a web page', '500', 'nothing, without a length', 'a file cut short']) {
    test(`${what}, for ${name}, is refused alike`, async (context) => {
      const { host } = await serve(context, only(name, answers[what][0]))
      const { code, stderr } = await both(`http://${host}/model`)
      assert.equal(code, 1)
      assert.match(stderr, new RegExp(`^attnscope: ${name} `))
    })
  }
}

test('a password in the address is sent to the server and shown to nobody', async (context) => {
  const { host } = await serve(context, (_, response, request) => {
    const right = `Basic ${Buffer.from('alice:s3cret').toString('base64')}`
    return request.headers.authorization !== right && response.writeHead(401).end()
  })
  assert.equal((await both(`http://alice:s3cret@${host}/model/?token=s3cret`)).code, 0)
  const { code, stderr } = await both(`http://alice:s3crets3cret@${host}/model?token=s3cret`)
  assert.equal(code, 1)
  assert.match(stderr, /HTTP status 401/)
  assert.doesNotMatch(stderr, /s3cret|alice/)
  const nobody = await both('http://alice:s3cret@127.0.0.1:1/model?token=s3cret')
  assert.equal(nobody.code, 1)
  assert.doesNotMatch(nobody.stderr, /s3cret|alice/)
})

test('redirects are followed', async (context) => {
  const { host } = await serve(
    context,
    (name, response, request) =>
      request.url.startsWith('/model') && response.writeHead(302, { location: `/a/model/${name}` }).end()
  )
  const { code, stdout } = await both(`http://${host}/model`)
  assert.deepEqual([code, stdout], [0, local.stdout.toString()])
})

test('three workers ask for each file once', async (context) => {
  const { host, asked } = await serve(context)
  await run(['embed', '-m', `http://${host}/model`, '-w', '3'], { input: 'one\n' })
  assert.deepEqual([...new Set(asked)].sort(), asked.sort())
  assert.ok(asked.includes('GET model.safetensors'))
})
