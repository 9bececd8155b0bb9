// The runners of npm test. Each builds what it tests and returns { passed, failed, skipped }.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { arrowViolations } from '../../tests/check/arrows.mjs'
import { checkPackage } from '../../tests/check/package.mjs'
import { measurePage, measureSizes } from '../../tests/check/sizes.mjs'
import { installTools } from '../../tests/works-with/tools.mjs'
import { findChromium, provideOtherBrowsers } from './browsers.mjs'
import { checkTypes } from './check.mjs'
import { buildPreset } from './cmake.mjs'
import { format } from './format.mjs'
import { fuzzBriefly } from './fuzz.mjs'
import { lint } from './lint.mjs'
import { machineNode } from './node.mjs'
import { inRepository, repository } from './paths.mjs'
import { say, step } from './progress.mjs'
import { show } from './run.mjs'
import { catch2Counts, nodeTestCounts } from './test-counts.mjs'

const environment = (tools) => ({
  ATTNSCOPE_TEST_DATA: inRepository('tests'),
  ATTNSCOPE_MODEL_DIR: tools.model
})

const catch2 = (preset, launcher) => async (tools) => {
  let folder
  await step(`C++ tests, preset ${preset}`, async (report) => {
    folder = await buildPreset(preset, ['attnscope_tests'], tools, report)
  })
  const binary = join(folder, 'tests', launcher ? 'attnscope_tests.cjs' : 'attnscope_tests')
  const [command, ...first] = launcher ? [launcher(tools), binary] : [binary]
  const env = { ...environment(tools), UBSAN_OPTIONS: 'print_stacktrace=1' }
  return catch2Counts(await show(command, [...first, '--colour-mode', 'none'], { env }))
}

const testFiles = (folder) =>
  readdirSync(inRepository(folder), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.test.mjs'))
    .sort()
    .map((name) => join(folder, name))

async function nodeTests(node, folder, env, options = []) {
  const files = testFiles(folder)
  if (!files.length) throw new Error(`${folder} holds no *.test.mjs`)
  return nodeTestCounts(await show(node, ['--test', '--test-reporter=spec', ...options, ...files], { env }))
}

async function countedWork(tools) {
  let folder
  await step('the text room with its work counted', async (report) => {
    folder = await buildPreset('native', ['attnscope_work_tests'], tools, report)
  })
  const program = join(folder, 'tests', 'work', 'attnscope_work_tests')
  return catch2Counts(await show(program, ['--colour-mode', 'none'], { env: environment(tools) }))
}

async function toolchain(tools) {
  let folder
  await step('the library, preset native', async (report) => {
    folder = await buildPreset('native', ['attnscope_core'], tools, report)
  })
  return nodeTests(machineNode, 'tests/check', { ...environment(tools), ATTNSCOPE_NATIVE_BUILD: folder })
}

async function web(tools) {
  const chromium = await findChromium()
  if (!chromium) {
    const names = testFiles('tests/web')
    say(`\nSKIPPED, since there is no Chromium and none could be installed: ${names.join(', ')}\n`)
    // On a developer's machine a browser may be missing; in CI nobody would read that line.
    return { passed: 0, failed: process.env.CI === 'true' ? names.length : 0, skipped: names.length }
  }
  await provideOtherBrowsers()
  // One browser at a time: pages that draw at once slow each other past any patience.
  return nodeTests(tools.node, 'tests/web', { ...environment(tools), CHROMIUM: chromium }, ['--test-concurrency=1'])
}

async function examples(tools) {
  const chromium = await findChromium()
  const env = { ...environment(tools), ...(chromium ? { CHROMIUM: chromium } : {}) }
  return nodeTests(tools.node, 'tests/examples', env, ['--test-concurrency=1'])
}

async function worksWith(tools) {
  const files = testFiles('tests/works-with')
  try {
    await installTools()
  } catch (error) {
    say(
      `${error.message}\n\nSKIPPED, since the tools that the package is tried with cannot be had here: ${files.join(', ')}\n`
    )
    return { passed: 0, failed: 0, skipped: files.length }
  }
  const env = { ...environment(tools), CHROMIUM: (await findChromium()) ?? '' }
  return nodeTests(tools.node, 'tests/works-with', env, ['--test-concurrency=1'])
}

const check = (name, work) => async (tools) => {
  try {
    await step(name, (report) => work(tools, report))
    return { passed: 1, failed: 0, skipped: 0 }
  } catch (error) {
    say(error.message)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

function arrows() {
  const violations = arrowViolations(repository)
  if (violations.length) throw new Error(violations.join('\n'))
}

async function api() {
  // Needs an npm package, which a fresh clone has only by now.
  const { checkApi } = await import('../../tests/check/api.mjs')
  return checkApi(repository)
}

const sizes = () => `${measureSizes(inRepository('dist'))}; ${measurePage(inRepository('web', 'dist'))}`

const checks = [
  ['arrows', 'includes and imports follow the design', arrows],
  ['sizes', 'what a user downloads is small', sizes],
  ['package', 'the packed package holds and exports what it should', (tools) => checkPackage(repository, tools)],
  ['api', 'the interface of the package is the one that was written down', api],
  ['types', 'types', () => checkTypes()],
  ['format', 'format', () => format({ check: true })],
  ['lint', 'lint', (tools, report) => lint(tools, report)]
]

/** In the order in which they run: name, what it is, and the work. */
export const runners = [
  { name: 'native', what: 'the core, compiled for this machine', work: catch2('native') },
  { name: 'asan', what: 'the core under address and undefined-behaviour sanitizers', work: catch2('asan') },
  { name: 'work', what: 'long texts take work in proportion, counted', work: countedWork },
  { name: 'fuzz', what: 'hostile files and texts, each target for a minute', work: fuzzBriefly },
  { name: 'wasm', what: 'the core as WebAssembly with SIMD', work: catch2('wasm', (tools) => tools.node) },
  {
    name: 'wasm-relaxed',
    what: 'the core as WebAssembly with relaxed SIMD',
    work: catch2('wasm-relaxed', (tools) => tools.node)
  },
  {
    name: 'package-js',
    what: 'the built package in a Node with relaxed SIMD',
    needsBuild: true,
    work: (tools) => nodeTests(tools.node, 'tests/js', environment(tools))
  },
  {
    name: 'package-js-own-node',
    what: "the built package in the machine's own Node",
    needsBuild: true,
    only: (tools) => existsSync(machineNode) && machineNode !== tools.node,
    work: (tools) => nodeTests(machineNode, 'tests/js', environment(tools))
  },
  {
    name: 'cli',
    what: 'the command line, run as a shell runs it',
    needsBuild: true,
    work: (tools) => nodeTests(machineNode, 'tests/cli', environment(tools), ['--test-concurrency=1'])
  },
  {
    name: 'examples',
    what: 'the examples: scripts, components in Chromium, a worker on the edge, Spark and GNU parallel where installed',
    needsBuild: true,
    work: examples
  },
  {
    name: 'toolchain',
    what: 'the scripts that set up, build and check, and the installed C++ library',
    work: toolchain
  },
  { name: 'web', what: 'the page in Chromium', needsBuild: true, work: web },
  {
    name: 'works-with',
    what: 'the packed package in bundlers, frameworks, runtimes and kinds of page',
    needsBuild: true,
    work: worksWith
  },
  ...checks.map(([name, what, work]) => ({ name, what, needsBuild: true, work: check(what, work) }))
]
