// npm run fuzz: libFuzzer over what a stranger may hand the core, from good files and the hostile list.
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { installSystemWide } from './apt.mjs'
import { buildPreset } from './cmake.mjs'
import { meant } from './filter.mjs'
import { forEachAtOnce } from './parallel.mjs'
import { inRepository } from './paths.mjs'
import { main, say, step } from './progress.mjs'
import { run, which } from './run.mjs'
import { setup } from './setup.mjs'

// All targets together, in npm test.
const SECONDS_IN_TESTS = 60
const SECONDS = 60

const HELP = `npm run fuzz -- [options]

Builds the fuzz targets and runs them, as many at once as there are processors; ends with what
was tried and what was found.

  --seconds N   how long each target runs (default ${SECONDS}; npm test gives ${SECONDS_IN_TESTS} to all together)
  --only A,B    these targets alone
  --help        this text`

const TARGETS = ['safetensors', 'config', 'tokenizer_file', 'text', 'stages', 'model']

/** Makes sure that there is a Clang with its sanitizers and its fuzzer, for the preset asan. */
export async function requireClang() {
  const packages = []
  if (!which('clang++-19')) packages.push('clang-19')
  const runtime = '/usr/lib/llvm-19/lib/clang/19/lib/linux'
  const hasFuzzer = existsSync(runtime) && readdirSync(runtime).some((name) => name.includes('clang_rt.fuzzer-'))
  if (!hasFuzzer) packages.push('libclang-rt-19-dev')
  if (packages.length) await installSystemWide(packages, 'testing under sanitizers')
}

/** Builds the targets and their seeds; returns the folder of the build. */
export async function buildTargets(tools, report) {
  await requireClang()
  const folder = await buildPreset('asan', ['attnscope_fuzz'], tools, report)
  await run(join(folder, 'tests', 'fuzz', 'attnscope_fuzz_seeds'), [join(folder, 'seeds')])
  return folder
}

/**
 * Runs one target for so many seconds, from the seeds, what earlier runs found worth keeping, and the inputs that once
 * broke something. Returns { tries, complaint: '' where nothing was found }.
 */
async function runTarget(folder, target, seconds, onTries) {
  const corpus = join(folder, 'corpus', target)
  const findings = join(folder, 'findings')
  for (const path of [corpus, findings]) mkdirSync(path, { recursive: true })
  const once = inRepository('tests', 'fuzz', 'regressions', target)
  const args = [
    ...[`-max_total_time=${seconds}`, '-timeout=20', '-rss_limit_mb=2048', '-max_len=16384'],
    ...[`-artifact_prefix=${findings}/${target}-`, corpus, join(folder, 'seeds', target)],
    ...(existsSync(once) ? [once] : [])
  ]
  const env = { ASAN_OPTIONS: 'allocator_may_return_null=1', UBSAN_OPTIONS: 'print_stacktrace=1' }
  let tries = 0
  const onLine = (line) => {
    tries = Number(line.match(/^#(\d+)\t/)?.[1] ?? tries)
    onTries(tries)
  }
  try {
    await run(join(folder, 'tests', 'fuzz', `attnscope_fuzz_${target}`), args, { env, onLine })
    return { tries, complaint: tries ? '' : 'nothing was tried' }
  } catch ({ message }) {
    return { tries, complaint: `${message}\nThe input is kept in ${findings}.` }
  }
}

const told = (target, { tries, complaint }) =>
  complaint ? `FOUND   ${target}: ${complaint}` : `passed  ${target}: ${tries} tries, nothing found`

/** The parts (test-parts.mjs) of the runner: each target is a test, and all of them have a minute. */
export const fuzzParts = (tools, { filter }) =>
  TARGETS.filter((target) => meant(target, filter)).map((target) => ({
    name: target,
    async work() {
      const outcome = await runTarget(tools.fuzzFolder, target, SECONDS_IN_TESTS / TARGETS.length, () => {})
      say(told(target, outcome))
      return { passed: outcome.complaint ? 0 : 1, failed: outcome.complaint ? 1 : 0, skipped: 0 }
    }
  }))

/** Builds the targets and runs these for so many seconds each. Returns how many found something. */
async function runTargets(tools, targets, seconds) {
  let folder
  await step('fuzz targets, preset asan', async (report) => {
    folder = await buildTargets(tools, report)
  })
  let failed = 0
  await step(`fuzzing, ${seconds} s each`, async (report) => {
    const under = new Map()
    await forEachAtOnce(targets, async (target) => {
      const outcome = await runTarget(folder, target, seconds, (count) => {
        under.set(target, count)
        report([...under].map(([name, some]) => `${name} ${some} tries`).join(', '))
      })
      under.delete(target)
      say(told(target, outcome))
      if (outcome.complaint) failed++
    })
  })
  return failed
}

async function fuzz({ seconds, only }) {
  const limit = Number(seconds)
  if (!Number.isInteger(limit) || limit < 1) throw new Error(`--seconds is ${seconds}; expected a whole number from 1`)
  const chosen = only ? only.split(',') : TARGETS
  const unknown = chosen.filter((name) => !TARGETS.includes(name))
  if (unknown.length) throw new Error(`No target is called ${unknown.join(', ')}; there are ${TARGETS.join(', ')}.`)
  if (await runTargets(await setup(), chosen, limit)) process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(async () => {
    const { values } = parseArgs({
      options: {
        seconds: { type: 'string', default: String(SECONDS) },
        only: { type: 'string' },
        help: { type: 'boolean' }
      }
    })
    if (values.help) return console.log(HELP)
    await fuzz(values)
  })
}
