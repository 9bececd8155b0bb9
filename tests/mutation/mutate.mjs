// npm run mutate: puts one small fault after another into core and sees whether the native tests notice.
//
// Nothing in core/ is touched. The faulty file is a copy; the object files that hold it are compiled from the copy, with
// the very commands of the native build, and linked before the library, so that they take the place of the good ones.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { buildPreset } from '../../bindings/toolchain/cmake.mjs'
import { inRepository } from '../../bindings/toolchain/paths.mjs'
import { main, say, step } from '../../bindings/toolchain/progress.mjs'
import { run } from '../../bindings/toolchain/run.mjs'
import { setup } from '../../bindings/toolchain/setup.mjs'
import { faults } from './faults.mjs'

const HELP = `npm run mutate -- [options]

Seeds faults one by one, runs the native tests on each, and names the faults that no test noticed.

  --only N,M-K  these faults alone, by number from 1
  --tests X     the tests of this name or tag alone judge, as in --tests "[family]"
  --list        number and name of every fault
  --help        this text`

const coreFiles = readdirSync(inRepository('core'), { recursive: true }).map((name) =>
  String(name).replaceAll(sep, '/')
)

/** Where in core/ the file of a fault is: it is named by the end of its path alone, so that it may be moved. */
export function pathOf({ what, file }) {
  const paths = coreFiles.filter((path) => `/${path}`.endsWith(`/${file}`))
  if (paths.length === 1) return paths[0]
  throw new Error(`"${what}": ${file} is ${paths.length ? paths.join(' and ') : 'nowhere'} in core/`)
}

/** The file of a fault with the fault in it. @throws where its text does not stand there exactly once */
export function faulty(fault) {
  const path = pathOf(fault)
  const text = readFileSync(inRepository('core', path), 'utf8')
  const count = text.split(fault.from).length - 1
  if (count !== 1) throw new Error(`"${fault.what}": its text stands ${count} times in core/${path}`)
  return text.replace(fault.from, () => fault.to)
}

/** Sources of the test program that a file is compiled into: itself, or all that include it. */
async function sourcesWith(file, folder, commands) {
  const path = inRepository('core', file)
  if (file.endsWith('.cpp')) return commands.filter((command) => command.file === path)
  const listing = await run('ninja', ['-C', folder, '-t', 'deps'])
  const objects = listing
    .split(/\n\n/)
    .filter((block) => block.split('\n').some((line) => resolve(folder, line.trim()) === path))
    .map((block) => block.slice(0, block.indexOf(':')))
  return commands.filter(({ output }) => objects.includes(output))
}

/** Objects of the test program's own code. */
const TESTS = /attnscope_(plain_)?tests\.dir/

const split = (command) => command.split(/\s+/).filter(Boolean)

/** Compiles and links the test program with one fault; returns its path. */
async function build(fault, scratch, folder, commands) {
  const text = faulty(fault)
  const overlay = join(scratch, 'include')
  const faultyPath = pathOf(fault)
  const copy = join(overlay, faultyPath)
  mkdirSync(dirname(copy), { recursive: true })
  writeFileSync(copy, text)
  const objects = []
  for (const { command, file, output } of await sourcesWith(faultyPath, folder, commands)) {
    const object = join(scratch, `${objects.length}-${basename(output)}`)
    // A cache before the compiler would take the faulty file for the good one's.
    const words = split(command).filter((word) => word !== '-Werror' && basename(word) !== 'ccache')
    const source = file === inRepository('core', faultyPath) ? copy : file
    const changed = words.map((word) => (word === output ? object : word === file ? source : word))
    // First on the path, so that "room/file.h" is the faulty one.
    changed.splice(1, 0, `-I${overlay}`)
    await run(changed[0], changed.slice(1), { cwd: folder })
    objects.push({ output, object })
  }
  if (!objects.length) throw new Error(`"${fault.what}": core/${faultyPath} is in no object of the tests`)
  const tests = commands.filter(({ output }) => TESTS.test(output))
  const replaced = new Map(objects.map(({ output, object }) => [output, object]))
  const own = tests.map(({ output }) => replaced.get(output) ?? join(folder, output))
  const core = objects.filter(({ output }) => !TESTS.test(output)).map(({ object }) => object)
  const program = join(scratch, 'tests')
  // The libraries of the good program, Catch2's wherever it was built.
  const [, linked] = readFileSync(join(folder, 'build.ninja'), 'utf8').match(
    /^build tests\/attnscope_tests: [\s\S]*?^ {2}LINK_LIBRARIES = (.*)$/m
  )
  const libraries = split(linked)
  await run('c++', [...own, ...core, ...libraries, '-pthread', '-o', program], { cwd: folder })
  return program
}

/** The name of the first test that fails, or null when all pass. Quick tests come first. */
async function firstFailure(program, tools, judges) {
  const env = { ATTNSCOPE_TEST_DATA: inRepository('tests'), ATTNSCOPE_MODEL_DIR: tools.model }
  for (const which of judges ? [[judges]] : [['~[golden]~[real]'], ['[golden],[real]']]) {
    try {
      await run(program, [...which, '--abort', '--colour-mode', 'none'], { env, timeout: 900_000 })
    } catch (error) {
      // Ended from outside, or by the time limit: that is no test's doing.
      if (/SIG(TERM|INT|KILL|HUP)/.test(error.message)) throw error
      const lines = (error.output ?? '').split('\n')
      if (lines.some((line) => /^No test/.test(line))) throw new Error(`no test is called ${which}`)
      const rule = lines.findIndex((line) => /^-{20,}$/.test(line))
      return rule < 0 ? `it ended: ${error.message.split('\n')[0].slice(-60)}` : lines[rule + 1]
    }
  }
  return null
}

function chosen(only) {
  if (!only) return faults.map((_, i) => i)
  return only.split(',').flatMap((part) => {
    const [first, last = first] = part.split('-').map(Number)
    if (!(first >= 1 && last <= faults.length))
      throw new Error(`--only ${part}: there are faults 1 to ${faults.length}`)
    return Array.from({ length: last - first + 1 }, (_, i) => first - 1 + i)
  })
}

async function mutate(only, judges) {
  const wanted = chosen(only)
  const tools = await setup()
  let folder
  await step('C++ tests, preset native', async (report) => {
    folder = await buildPreset('native', ['attnscope_tests'], tools, report)
  })
  const commands = JSON.parse(readFileSync(join(folder, 'compile_commands.json'), 'utf8'))
    .map(({ command, file }) => ({ command, file, output: command.match(/ -o (\S+)/)[1] }))
    .filter(({ output }) => TESTS.test(output) || output.includes('attnscope_core.dir'))
  const good = await firstFailure(join(folder, 'tests', 'attnscope_tests'), tools, judges)
  if (good) throw new Error(`without any fault "${good}" fails already`)
  const survivors = []
  const scratch = join(folder, 'mutation')
  for (const i of wanted) {
    const began = performance.now()
    rmSync(scratch, { recursive: true, force: true })
    const noticed = await firstFailure(await build(faults[i], scratch, folder, commands), tools, judges)
    if (!noticed) survivors.push(faults[i].what)
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    say(`${noticed ? 'noticed ' : 'SURVIVED'}  ${i + 1} ${faults[i].what}: ${noticed ?? '-'} (${seconds} s)`)
  }
  rmSync(scratch, { recursive: true, force: true })
  say(`${wanted.length - survivors.length} of ${wanted.length} faults noticed`)
  if (survivors.length) process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(async () => {
    const text = { type: 'string' }
    const yes = { type: 'boolean' }
    const options = { only: text, tests: text, list: yes, help: yes }
    const { values } = parseArgs({ options })
    if (values.help) return console.log(HELP)
    if (values.list) return console.log(faults.map(({ what }, i) => `${i + 1} ${what}`).join('\n'))
    await mutate(values.only, values.tests)
  })
}
