// A test's `window` in Node, as jsdom and happy-dom put it there: Node is known by what it can do, and paths stay paths.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { folder } from './support/model.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

// What such a window does to the globals: some are put there, some have other classes, some are missing in jest's.
const windows = {
  'a document and a location': `
    globalThis.window = globalThis
    globalThis.document = { baseURI: 'http://localhost/' }
    globalThis.location = { href: 'http://localhost/' }`,
  'classes of its own': `
    globalThis.document = { baseURI: 'http://localhost/' }
    class Other extends URL {}
    globalThis.URL = Other
    globalThis.Blob = class Blob {}
    const { AbortController: Native } = globalThis
    globalThis.AbortController = class AbortController extends Native {}`,
  'no encoders, streams, channels, timers of Node or fetch': `
    globalThis.document = { baseURI: 'http://localhost/' }
    for (const name of ['TextEncoder', 'TextDecoder', 'ReadableStream', 'MessageChannel', 'setImmediate', 'fetch', 'Response', 'structuredClone'])
      delete globalThis[name]`
}

async function run(before, expression) {
  const script = `
    const { readFileSync } = await import('node:fs')
    const path = ${JSON.stringify(folder)}, url = ${JSON.stringify(pathToFileURL(folder).href)}
    ${before}
    const { loadModel } = await import('attnscope')
    const inline = await import('attnscope/inline')
    const model = await loadModel(${expression})
    const { tokens } = await model.encode('It works, 𓀀.', { trace: true })
    model.dispose()
    console.log(tokens.map(({ text }) => text).join(' '), typeof inline.loadModel)`
  const options = ['--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: root })
  return stdout.trim()
}

for (const [what, before] of Object.entries(windows)) {
  for (const expression of ['path', "'models/all-MiniLM-L6-v2'", 'new URL(url)', 'url']) {
    test(`with ${what} a model loads from ${expression}`, async () => {
      assert.equal(await run(before, expression), '[CLS] it works , [UNK] . [SEP] function')
    })
  }
}

test('a page of Electron that has Node stays a page', async () => {
  const script = `
    process.type = 'renderer'
    globalThis.location = { href: 'http://localhost/' }
    const { isNode } = await import('./build/modules/environment.js')
    console.log(isNode)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root
  })
  assert.equal(stdout.trim(), 'false')
})

test('a browser with a stand-in for process, as bundlers put it there, is no Node', async () => {
  const script = `
    globalThis.process = { versions: { node: '22.0.0' }, env: {} }
    const { isNode } = await import('./build/modules/environment.js')
    console.log(isNode)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root
  })
  assert.equal(stdout.trim(), 'false')
})
