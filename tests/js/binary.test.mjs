// One binary for one thread and for several: what of it says so.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createMemory, setShared } from '../../build/modules/engine/memory.js'
import { folder } from './support/model.mjs'

// Node runs relaxed SIMD from 22 on.
const binaries = Number.parseInt(process.versions.node, 10) < 22 ? ['simd128'] : ['simd128', 'relaxed']
const read = (name) => readFile(new URL(`../../dist/wasm/attnscope-${name}.wasm`, import.meta.url))

const importsFor = (module, memory) => {
  const imports = {}
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {}
    imports[from][name] = kind === 'memory' ? memory : () => 0
  }
  return imports
}
const instantiate = async (bytes, memory) => {
  const module = await WebAssembly.compile(bytes)
  return WebAssembly.instantiate(module, importsFor(module, memory))
}

test('a binary as it is packed takes memory of its own, and no shared one', async () => {
  for (const name of binaries) {
    const bytes = await read(name)
    await instantiate(bytes, createMemory(false))
    await assert.rejects(instantiate(bytes, createMemory(true)), WebAssembly.LinkError, name)
  }
})

test('made for sharing it takes a shared one, and no other', async () => {
  for (const name of binaries) {
    const bytes = await read(name)
    setShared(bytes, true)
    await instantiate(bytes, createMemory(true))
    await assert.rejects(instantiate(bytes, createMemory(false)), WebAssembly.LinkError, name)
  }
})

test('there and back is the same file, and one bit is all the difference', async () => {
  for (const name of binaries) {
    const packed = await read(name)
    const bytes = Buffer.from(packed)
    setShared(bytes, true)
    const changed = [...bytes.keys()].filter((i) => bytes[i] !== packed[i])
    assert.deepEqual(
      changed.map((i) => bytes[i] ^ packed[i]),
      [2]
    )
    setShared(bytes, false)
    assert.ok(bytes.equals(packed))
  }
})

test('a place that has no SharedArrayBuffer, as most pages, loads a model and reads an error', async () => {
  const program = `
    delete globalThis.SharedArrayBuffer
    const { loadModel } = await import('attnscope')
    const model = await loadModel(process.argv[1], { worker: false, threads: 4 })
    console.log(model.info.threads, (await model.encode('the cat')).tokens.length)
    await model.parameter('no parameter of this name').catch(({ message }) => console.log(message))
  `
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, folder], {
    cwd: fileURLToPath(new URL('../../', import.meta.url))
  })
  assert.match(stdout, /^1 4\nno parameter is called "no parameter of this name"/)
})

test('what is no such binary stays as it is', () => {
  // Nothing, no sections, imports without memory, a length that leads nowhere.
  const start = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
  for (const rest of [[], [2, 1, 0], [2, 5, 1, 0, 0, 3, 0x7f], [1, 0xff, 0xff, 0xff, 0xff, 0x0f]]) {
    const bytes = Uint8Array.of(...start, ...rest)
    setShared(bytes, true)
    assert.deepEqual([...bytes], [...start, ...rest])
  }
})
