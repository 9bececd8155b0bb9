// The built package: what it exports, what it must not hold, and its types as a user's compiler sees them.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { modelFiles, folder as modelFolder } from './support/model.mjs'

const root = new URL('../../', import.meta.url)
const built = (await readdir(new URL('dist/', root), { recursive: true })).filter((name) => name.endsWith('.js'))
// What a program that imports the package loads. The command line runs in Node alone.
const scripts = built.filter((name) => !/^cli[/\\]/.test(name))
const read = (name) => readFile(new URL(`dist/${name}`, root), 'utf8')

test('the package exports loadModel and AttnscopeError, and nothing else at run time', async () => {
  assert.deepEqual(Object.keys(await import('attnscope')).sort(), ['AttnscopeError', 'loadModel'])
})

test('importing the package starts nothing', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      "await import('attnscope'); console.log(process.getActiveResourcesInfo().filter((name) => !/Pipe|TTY|FS|Close/.test(name)).join())"
    ],
    { cwd: fileURLToPath(root) }
  )
  assert.equal(stdout, '\n')
})

test('no script evaluates text, so a strict content security policy is enough', async () => {
  assert.ok(scripts.length > 5)
  for (const name of built) {
    const text = await read(name)
    assert.equal(/\beval\s*\(|\bnew\s+Function\b|\bFunction\s*\(\s*['"`]/.exec(text)?.[0], undefined, name)
  }
})

test('no script imports a module of Node, which bundlers for the browser would stumble over', async () => {
  const imports = /\bimport\s*\(\s*['"`](?!\.).*?\)|\b(?:import|from)\s*['"`](?!\.).*?['"`]|\brequire\s*\(.*?\)/
  for (const name of scripts) assert.equal(imports.exec(await read(name))?.[0], undefined, name)
})

test('the command line imports the package by its name, and besides it only modules of Node', async () => {
  const commandLine = built.filter((name) => !scripts.includes(name))
  assert.ok(commandLine.length > 10)
  for (const name of commandLine) {
    for (const [, target] of (await read(name)).matchAll(/(?:^import\b[^;'"`]*|\bimport\()\s*['"`]([^'"`]+)/gm)) {
      assert.match(target, /^(node:|\.\/[\w-]+\.js$|attnscope$)/, name)
    }
  }
})

test('every relative import of a script is in the package', async () => {
  for (const name of built) {
    for (const [, target] of (await read(name)).matchAll(/(?:from|import\(|new URL\()\s*['"`](\.[^'"`$]+)['"`]/g)) {
      await readFile(new URL(target, new URL(`dist/${name}`, root)))
    }
  }
})

test('worker and binaries are named in the literal form that bundlers look for', async () => {
  const plain = (text) => text.replaceAll('"', "'").replace(/\s/g, '')
  const [model, host] = [plain(await read('model.js')), plain(await read('host.js'))]
  const own = "newWorker(newURL('./worker.js',import.meta.url),{type:'module'})"
  assert.ok(model.includes(own))
  assert.ok(host.includes("newWorker(newURL('./thread.js',import.meta.url),{type:'module'})"))
  for (const binary of ['simd128', 'relaxed']) {
    assert.ok(host.includes(`newURL('./wasm/attnscope-${binary}.wasm',import.meta.url)`))
  }
  // A worker that could start itself is a circle, at which bundlers give up.
  for (const name of ['worker.js', 'host.js', 'shared.js'])
    assert.ok(!plain(await read(name)).includes('./worker.js'), name)
})

test('inline.js is one file: it imports nothing, and names nothing beside it in a way that bundlers follow', async () => {
  const text = await read('inline.js')
  assert.doesNotMatch(text, /\bimport\s*[('"`{*]|\bimport\.meta\b|\bfrom\s*['"`]/)
})

test('inline.js alone, moved elsewhere, gives the numbers of the package', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'attnscope-inline-'))
  context.after(() => rm(folder, { recursive: true }))
  await copyFile(new URL('dist/inline.js', root), join(folder, 'inline.mjs'))
  const inline = await import(pathToFileURL(join(folder, 'inline.mjs')))

  // The baseline binary, which inline.js carries.
  const wasm = { simd128: new URL('dist/wasm/attnscope-simd128.wasm', root) }
  const here = await numbers(await import('attnscope'), { wasm })
  const there = await numbers(inline)

  assert.deepEqual(there, here)
})

async function numbers({ loadModel }, options) {
  const model = await loadModel(modelFolder, options)
  try {
    return await model.embed(['the cat', 'sat on the mat'])
  } finally {
    model.dispose()
  }
}

test('a stream of weights is read where it is when there is no worker to send it to', async (context) => {
  const { loadModel } = await import('attnscope')
  context.mock.method(globalThis, 'structuredClone', () => {
    throw new DOMException('streams do not cross here', 'DataCloneError')
  })
  const blobs = context.mock.method(Response.prototype, 'blob')
  const files = await modelFiles()
  const weights = new Blob([files.weights]).stream()

  const model = await loadModel({ ...files, weights })

  model.dispose()
  assert.equal(blobs.mock.callCount(), 0)
})

test('where there are no message channels, events get their turn all the same', async (context) => {
  const { MessageChannel, setImmediate } = globalThis
  context.after(() => Object.assign(globalThis, { MessageChannel, setImmediate }))
  Object.assign(globalThis, { MessageChannel: undefined, setImmediate: undefined })
  const { yieldToEvents } = await import('../../build/modules/environment.js')
  let turn = false
  setTimeout(() => {
    turn = true
  })

  await yieldToEvents()

  assert.ok(turn)
})

test('the published types accept correct use and refuse mistakes', async () => {
  const compiler = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root))
  const project = fileURLToPath(new URL('types/tsconfig.json', import.meta.url))
  const output = await promisify(execFile)(process.execPath, [compiler, '-p', project]).catch((error) => error)
  assert.equal(output.stdout, '')
})
