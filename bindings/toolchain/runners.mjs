// The runners of npm test. Each says what it needs (builds.mjs), what it watches (changed.mjs), and its parts, which run
// side by side (schedule.mjs) and give { passed, failed, skipped }.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { arrowViolations } from '../../tests/check/arrows.mjs'
import { checkPackage } from '../../tests/check/package.mjs'
import { measurePage, measureSizes } from '../../tests/check/sizes.mjs'
import { checkPageTypes } from './check.mjs'
import { format } from './format.mjs'
import { fuzzParts } from './fuzz.mjs'
import { lintConfigured } from './lint.mjs'
import { machineNode } from './node.mjs'
import { inRepository, repository } from './paths.mjs'
import { catch2Parts, checkPart, nodeParts, testFiles } from './test-parts.mjs'

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

const noBrowser = ({ shell }) => (shell ? '' : 'there is no Chromium and none could be installed')
const noTools = ({ withoutTools }) => (withoutTools ? 'the tools that it is tried with cannot be had here' : '')

const CORE = ['core/', 'CMake', 'tests/CMake']
const CORE_TESTS = [...CORE, 'tests/core/', 'tests/support/', 'tests/golden/']
const PACKAGE = [...CORE, 'bindings/module.cpp', 'bindings/js/', 'tests/golden/']
const ALL_OF_PACKAGE = [...PACKAGE, 'bindings/cli/', 'web/']

const core = (preset, what, options) => ({
  name: preset,
  what,
  needs: [`${preset}/attnscope_tests`],
  watches: CORE_TESTS,
  parts: catch2Parts(preset, ['tests', 'attnscope_tests'], options)
})

/**
 * A runner of Node's own test files in a folder, but for those that are called as `except` says; `node(tools)` and
 * `env(tools)` are what they run on and with.
 */
const scripts = (name, what, folder, { needs = ['build'], watches, except = [], ...options }) => {
  const files = () => {
    const all = testFiles(folder)
    const left = except.map((some) => join(folder, `${some}.test.mjs`))
    const lost = left.filter((file) => !all.includes(file))
    if (lost.length) throw new Error(`${name} leaves out what is not there: ${lost.join(', ')}`)
    return all.filter((file) => !left.includes(file))
  }
  const parts = nodeParts(folder, options)
  return {
    name,
    what,
    needs,
    watches: [...watches, `${folder}/`],
    files,
    parts: (tools, chosen) => parts(tools, { ...chosen, files: chosen.files ?? files() }),
    only: options.only
  }
}

const check = (name, what, needs, watches, work) => ({ name, what, needs, watches, parts: checkPart(name, work) })

const modern = ({ node }) => node
const own = () => machineNode

// Tests of tests/js that ask nothing of Node that one could do otherwise than another: what the engine answers to values,
// texts and files, and what is counted or compared in JavaScript alone. What Nodes differ in (binaries, workers, threads,
// streams, files, `require`, aborts, deaths) is asked in both.
const SAME_IN_EVERY_NODE = [
  'embed',
  'families',
  'hostile',
  'layouts',
  'memory',
  'parameter',
  'result',
  'rpc',
  'settings',
  'soak',
  'steps'
]

/** In the order in which they are listed, and in which they run where nothing speaks against it. */
export const runners = [
  core('native', 'the core, compiled for this machine'),
  core('asan', 'the core under address and undefined-behaviour sanitizers', { shards: 6 }),
  core('wasm', 'the core as WebAssembly with SIMD', { launcher: modern }),
  core('wasm-relaxed', 'the core as WebAssembly with relaxed SIMD', { launcher: modern }),
  {
    name: 'work',
    what: 'long texts take work in proportion, counted',
    needs: ['native/attnscope_work_tests'],
    watches: ['core/base/', 'core/text/', 'tests/work/'],
    parts: catch2Parts('native', ['tests', 'work', 'attnscope_work_tests'])
  },
  {
    name: 'fuzz',
    what: 'hostile files and texts, for a minute in all (npm run fuzz for longer)',
    needs: ['fuzz-targets'],
    watches: [...CORE, 'tests/fuzz/', 'tests/support/'],
    parts: fuzzParts
  },
  scripts('package-js', 'the built package in a Node with relaxed SIMD', 'tests/js', {
    watches: PACKAGE,
    node: modern
  }),
  scripts('package-js-own-node', "where Nodes differ, the built package in the machine's own one", 'tests/js', {
    watches: PACKAGE,
    node: own,
    except: SAME_IN_EVERY_NODE,
    only: (tools) => existsSync(machineNode) && machineNode !== tools.node
  }),
  scripts('cli', 'the command line, run as a shell runs it', 'tests/cli', {
    watches: [...PACKAGE, 'bindings/cli/'],
    node: own
  }),
  scripts(
    'examples',
    'the examples: scripts, components in Chromium, a worker on the edge, Spark and GNU parallel where installed',
    'tests/examples',
    {
      needs: ['build', 'browsers'],
      watches: PACKAGE,
      node: modern,
      env: ({ shell }) => (shell ? { CHROMIUM: shell } : {})
    }
  ),
  scripts('works-with', 'the packed package in bundlers, frameworks, runtimes and kinds of page', 'tests/works-with', {
    needs: ['build', 'browsers', 'works-with-tools'],
    watches: PACKAGE,
    node: modern,
    env: ({ chromium }) => ({ CHROMIUM: chromium ?? '' }),
    lacks: noTools
  }),
  scripts('toolchain', 'the scripts that set up, build and check, and the installed C++ library', 'tests/check', {
    needs: ['native/attnscope_core'],
    watches: ['bindings/toolchain/', ...CORE, 'tests/mutation/', 'tests/works-with/', 'tests/consumer/', 'README'],
    node: own,
    env: () => ({ ATTNSCOPE_NATIVE_BUILD: inRepository('build', 'native') })
  }),
  scripts('web', 'the page in Chromium', 'tests/web', {
    needs: ['build', 'browsers'],
    watches: [...PACKAGE, 'web/'],
    node: modern,
    env: ({ shell }) => ({ CHROMIUM: shell }),
    lacks: noBrowser,
    // On a developer's machine a browser may be missing; in CI nobody would read that line.
    mustHave: true
  }),
  check('arrows', 'includes and imports follow the design', [], ['core/', 'bindings/', 'web/'], arrows),
  check('sizes', 'what a user downloads is small', ['build'], ALL_OF_PACKAGE, sizes),
  check(
    'package',
    'the packed package holds and exports what it should',
    ['build'],
    [...ALL_OF_PACKAGE, 'LICENSE', 'NOTICE', 'README'],
    (tools) => checkPackage(repository, tools)
  ),
  check('api', 'the interface of the package is the one that was written down', ['build'], ['bindings/js/'], api),
  check('types', 'types of the page; the build checks the rest', ['build'], ['bindings/', 'web/'], checkPageTypes),
  check('format', 'format', [], [''], () => format({ check: true })),
  { ...check('lint', 'lint', ['native/help', 'wasm/help'], [''], lintConfigured), patient: true }
]

/** The jobs (schedule.mjs) of a runner: its parts, or those that `filter` or `files` leave. */
export function testJobs(runner, tools, options) {
  return runner.parts(tools, options).map(({ name, needs = [], ...part }) => ({
    ...part,
    name: name ? `${runner.name} ${name}` : runner.name,
    runner: runner.name,
    patient: runner.patient,
    needs: [...runner.needs, ...needs.map((other) => `${runner.name} ${other}`)]
  }))
}
