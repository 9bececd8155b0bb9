// A clone that was copied or moved with its build folder builds its own sources, not those of its old place.
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { inRepository } from '../../bindings/toolchain/paths.mjs'
import { run } from '../../bindings/toolchain/run.mjs'

let folder
let first

const project = `cmake_minimum_required(VERSION 3.25)
project(moved LANGUAGES CXX)
add_executable(moved main.cpp)
`
const program = (text) => `#include "text.h"\n#include <cstdio>\nint main() { std::puts(TEXT "${text}"); }\n`

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'attnscope-moved-'))
  first = join(folder, 'first clone')
  mkdirSync(join(first, 'bindings'), { recursive: true })
  cpSync(inRepository('bindings', 'toolchain'), join(first, 'bindings', 'toolchain'), { recursive: true })
  const presets = JSON.parse(readFileSync(inRepository('CMakePresets.json'), 'utf8'))
  writeFileSync(join(first, 'CMakePresets.json'), JSON.stringify(presets))
  writeFileSync(join(first, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(first, 'CMakeLists.txt'), project)
  writeFileSync(join(first, 'main.cpp'), program('first'))
  writeFileSync(join(first, 'text.h'), '#define TEXT "of "\n')
  const { output } = await build(first)
  assert.equal(output, 'of first\n')
})

after(() => rmSync(folder, { recursive: true, force: true }))

/** Builds the clone in `place` as its own scripts do, and runs what came of it. */
async function build(place) {
  const script = `
    const { buildPreset } = await import('./bindings/toolchain/cmake.mjs')
    await buildPreset('native', ['moved'], { prefix: '/nowhere', emscripten: '/nowhere' })`
  const said = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: place })
  return { said, output: await run(join(place, 'build', 'native', 'moved'), []) }
}

test('the same clone is not made anew, also when it is reached through a link', async () => {
  const link = join(folder, 'link')
  symlinkSync(first, link)

  for (const place of [first, link]) assert.doesNotMatch((await build(place)).said, /made anew/)
})

test('a copy says so, and builds its own sources', async () => {
  const copy = join(folder, 'copy')
  cpSync(first, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  writeFileSync(join(copy, 'main.cpp'), program('copy'))

  const { said, output } = await build(copy)

  assert.match(said, /was made in .*first clone: it is made anew/)
  assert.equal(output, 'of copy\n')
  assert.equal((await build(first)).output, 'of first\n')
})

test('a clone that was moved, and another one put in its place, builds its own sources; what fuzzing found stays', async () => {
  const origin = join(folder, 'origin')
  const moved = join(folder, 'moved')
  cpSync(first, origin, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  await build(origin)
  mkdirSync(join(origin, 'build', 'native', 'corpus'))
  writeFileSync(join(origin, 'build', 'native', 'corpus', 'input'), 'kept')
  renameSync(origin, moved)
  cpSync(first, origin, { recursive: true })
  writeFileSync(join(moved, 'text.h'), '#define TEXT "by "\n')

  const { output } = await build(moved)

  assert.equal(output, 'by first\n')
  assert.equal(readFileSync(join(moved, 'build', 'native', 'corpus', 'input'), 'utf8'), 'kept')
})
