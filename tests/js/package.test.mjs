// The built package: what it exports, what it must not hold, and its types as a user's compiler sees them.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

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
  assert.ok(scripts.length > 10)
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
    for (const [, target] of (await read(name)).matchAll(/(?:from|import\(|new URL\()\s*['"`](\.[^'"`]+)/g)) {
      await readFile(new URL(target, new URL(`dist/${name}`, root)))
    }
  }
})

test('worker and binaries are named in the literal form that bundlers look for', async () => {
  const plain = (text) => text.replaceAll('"', "'").replace(/\s/g, '')
  const [transport, runtime] = [plain(await read('transport.js')), plain(await read('runtime.js'))]
  assert.ok(transport.includes("newWorker(newURL('./worker.js',import.meta.url),{type:'module'})"))
  const threads = plain(await read('threads.js'))
  assert.ok(threads.includes("newWorker(newURL('./thread.js',import.meta.url),{type:'module'})"))
  assert.ok(runtime.includes("import('./wasm/attnscope.js')"))
  for (const binary of ['simd128', 'relaxed']) {
    assert.ok(runtime.includes(`newURL('./wasm/attnscope-${binary}.wasm',import.meta.url)`))
  }
})

test('the published types accept correct use and refuse mistakes', async () => {
  const compiler = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root))
  const project = fileURLToPath(new URL('types/tsconfig.json', import.meta.url))
  const output = await promisify(execFile)(process.execPath, [compiler, '-p', project]).catch((error) => error)
  assert.equal(output.stdout, '')
})
