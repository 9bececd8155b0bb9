// npm run fuzz: libFuzzer over what a stranger may hand the core, from good files and the hostile list.
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { installSystemWide } from './apt.mjs'
import { buildPreset } from './cmake.mjs'
import { inRepository } from './paths.mjs'
import { main, say, step } from './progress.mjs'
import { run, show, which } from './run.mjs'
import { setup } from './setup.mjs'

const HELP = `npm run fuzz -- [options]

Builds the fuzz targets and runs each in turn; ends with what was tried and what was found.

  --seconds N   how long each target runs (default 60)
  --only A,B    these targets alone
  --help        this text`

const TARGETS = ['safetensors', 'config', 'tokenizer_file', 'text', 'model']

// What a run in CI does: the same number of tries everywhere, and half a minute in all.
const RUNS = { safetensors: 30_000, config: 20_000, tokenizer_file: 3_000, text: 8_000, model: 1_500 }

async function requireCompiler() {
  const packages = []
  if (!which('clang++-19')) packages.push('clang-19')
  const runtime = '/usr/lib/llvm-19/lib/clang/19/lib/linux'
  const hasFuzzer = existsSync(runtime) && readdirSync(runtime).some((name) => name.includes('clang_rt.fuzzer-'))
  if (!hasFuzzer) packages.push('libclang-rt-19-dev')
  if (packages.length) await installSystemWide(packages, 'fuzzing')
}

/** Builds the targets and their seeds; returns the folder of the build. */
export async function buildTargets(tools, report) {
  await requireCompiler()
  const folder = await buildPreset('fuzz', ['attnscope_fuzz'], tools, report)
  await run(join(folder, 'tests', 'fuzz', 'attnscope_fuzz_seeds'), [join(folder, 'seeds')])
  return folder
}

/**
 * Runs one target to `limit`, from the seeds, what earlier runs found worth keeping, and the inputs that once broke
 * something. Returns { tries, covered, good }.
 */
async function runTarget(folder, target, limit) {
  const corpus = join(folder, 'corpus', target)
  const findings = join(folder, 'findings')
  for (const path of [corpus, findings]) mkdirSync(path, { recursive: true })
  const once = inRepository('tests', 'fuzz', 'regressions', target)
  const args = [
    ...[limit, '-print_final_stats=1', '-timeout=20', '-rss_limit_mb=2048', '-max_len=16384', '-verbosity=0'],
    ...[`-artifact_prefix=${findings}/${target}-`, corpus, join(folder, 'seeds', target)],
    ...(existsSync(once) ? [once] : [])
  ]
  const env = { ASAN_OPTIONS: 'allocator_may_return_null=1', UBSAN_OPTIONS: 'print_stacktrace=1' }
  const { code, output } = await show(join(folder, 'tests', 'fuzz', `attnscope_fuzz_${target}`), args, { env })
  const tries = Number(output.match(/stat::number_of_executed_units:\s*(\d+)/)?.[1] ?? 0)
  return { tries, good: code === 0 && tries > 0 }
}

/** Every target once, with its fixed number of tries. Counts targets as tests. */
export async function fuzzBriefly(tools) {
  let folder
  await step('fuzz targets, preset fuzz', async (report) => {
    folder = await buildTargets(tools, report)
  })
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const target of TARGETS) {
    const { tries, good } = await runTarget(folder, target, `-runs=${RUNS[target]}`)
    say(`${good ? 'passed' : 'FAILED'}  ${target}: ${tries} tries`)
    counts[good ? 'passed' : 'failed']++
  }
  return counts
}

async function fuzz({ seconds, only }) {
  const limit = Number(seconds)
  if (!Number.isInteger(limit) || limit < 1) throw new Error(`--seconds is ${seconds}; expected a whole number from 1`)
  const chosen = only ? only.split(',') : TARGETS
  const unknown = chosen.filter((name) => !TARGETS.includes(name))
  if (unknown.length) throw new Error(`No target is called ${unknown.join(', ')}; there are ${TARGETS.join(', ')}.`)
  const tools = await setup()
  let folder
  await step('fuzz targets, preset fuzz', async (report) => {
    folder = await buildTargets(tools, report)
  })
  for (const target of chosen) {
    const { tries, good } = await runTarget(folder, target, `-max_total_time=${limit}`)
    say(`${good ? 'nothing found' : `FOUND (see ${join(folder, 'findings')})`}  ${target}: ${tries} tries`)
    if (!good) process.exitCode = 1
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(async () => {
    const { values } = parseArgs({
      options: {
        seconds: { type: 'string', default: '60' },
        only: { type: 'string' },
        help: { type: 'boolean' }
      }
    })
    if (values.help) return console.log(HELP)
    await fuzz(values)
  })
}
