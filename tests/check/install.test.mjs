// The C++ library as somebody else's project uses it: installed, found, compiled by two compilers, run on the model.
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { inRepository } from '../../bindings/toolchain/paths.mjs'
import { run, which } from '../../bindings/toolchain/run.mjs'

const buildFolder = process.env.ATTNSCOPE_NATIVE_BUILD
const model = process.env.ATTNSCOPE_MODEL_DIR
const { version } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'))
const generator = which('ninja') ? ['-G', 'Ninja'] : ['-G', 'Unix Makefiles']
let folder
let prefix

before(async () => {
  assert.ok(buildFolder && model, 'npm test -- --only toolchain builds the library and names the model')
  folder = mkdtempSync(join(tmpdir(), 'attnscope-install-'))
  const staged = join(folder, 'staged')
  await run('cmake', ['--install', buildFolder, '--prefix', staged])
  // Moved afterwards: nothing in an installed tree may know where it was put.
  prefix = join(folder, 'elsewhere')
  cpSync(staged, prefix, { recursive: true })
  rmSync(staged, { recursive: true })
})

after(() => rmSync(folder, { recursive: true, force: true }))

const compilers = { 'g++': which('g++'), 'clang++': which('clang++', 'clang++-19') }
// lib, lib64 or lib/<machine>, as the system has it.
const pkgConfigFolder = () =>
  dirname(
    join(
      prefix,
      readdirSync(prefix, { recursive: true }).find((name) => name.endsWith('attnscope.pc'))
    )
  )

async function assertLink(program) {
  const output = await run(program, [model])

  assert.match(output, new RegExp(`^attnscope ${version.replaceAll('.', '\\.')}, `))
  assert.match(output, /layer 3 head 1, it -> animal, tired: 0\.640/)
  assert.match(output, /layer 3 head 1, it -> animal, wide: 0\.266/)
}

for (const [name, path] of Object.entries(compilers)) {
  const where = path ? describe : describe.skip
  where(`with ${name}`, () => {
    test('find_package gives a target that compiles, links and shows the link to the tired animal', async () => {
      const build = join(folder, name)
      await run('cmake', [
        ...['-S', inRepository('tests', 'consumer'), '-B', build, ...generator],
        ...[`-DCMAKE_PREFIX_PATH=${prefix}`, `-DCMAKE_CXX_COMPILER=${path}`]
      ])
      await run('cmake', ['--build', build])

      await assertLink(join(build, 'link'))
    })

    test('pkg-config gives the flags of one command', { skip: !which('pkg-config') }, async () => {
      const env = { PKG_CONFIG_PATH: pkgConfigFolder() }
      const flags = (await run('pkg-config', ['--cflags', '--libs', 'attnscope'], { env })).trim().split(/\s+/)
      const program = join(folder, `${name}-link`)
      const source = inRepository('tests', 'consumer', 'link.cpp')
      // What clang knows of comments: each @param and @return must fit what it stands before.
      const pedantic = name === 'clang++' ? ['-Werror', '-Wdocumentation'] : ['-Werror']
      await run(path, ['-std=c++23', ...pedantic, source, ...flags, '-o', program])

      await assertLink(program)
    })
  })
}

test('each public header stands alone', async () => {
  const include = join(prefix, 'include')
  const headers = readdirSync(include, { recursive: true }).filter((name) => name.endsWith('.h'))
  assert.ok(headers.includes(join('attnscope', 'engine', 'engine.h')))
  for (const header of headers) {
    const source = join(folder, 'alone.cpp')
    writeFileSync(source, `#include <${header}>\n#include <${header}>\nint main() {}\n`)

    await run(compilers['g++'] ?? compilers['clang++'], [
      '-std=c++23',
      '-fsyntax-only',
      '-Werror',
      `-I${include}`,
      source
    ])
  }
})

test('no installed file names a folder of the machine that built it', () => {
  const texts = readdirSync(prefix, { recursive: true })
    .filter((name) => /\.(cmake|pc|h)$/.test(name))
    .map((name) => [name, readFileSync(join(prefix, name), 'utf8')])
  assert.ok(texts.length > 10)

  const told = texts.filter(([, text]) => text.includes(inRepository()) || text.includes(folder))

  assert.deepEqual(
    told.map(([name]) => name),
    []
  )
})

test('as part of another project it makes the library alone: no tests, no install rules', async () => {
  const source = join(folder, 'fetching')
  const build = join(source, 'build')
  cpSync(inRepository('tests', 'consumer'), source, { recursive: true })
  const found = readFileSync(join(source, 'CMakeLists.txt'), 'utf8')
  const fetched = found.replace(
    /find_package\(.*\)/,
    'include(FetchContent)\nFetchContent_Declare(attnscope SOURCE_DIR $ENV{ATTNSCOPE_SOURCE})\nFetchContent_MakeAvailable(attnscope)'
  )
  assert.notEqual(fetched, found)
  writeFileSync(join(source, 'CMakeLists.txt'), fetched)
  await run('cmake', ['-S', source, '-B', build, ...generator], { env: { ATTNSCOPE_SOURCE: inRepository() } })

  const targets = await run('cmake', ['--build', build, '--target', 'help'])
  const rules = await run('cmake', ['--install', build, '--prefix', join(folder, 'none')])

  assert.match(targets, /attnscope_core/)
  assert.doesNotMatch(targets, /attnscope_(tests|module|bench)/)
  assert.doesNotMatch(rules, /attnscope/)
})
