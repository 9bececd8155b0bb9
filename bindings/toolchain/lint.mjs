// npm run lint: clang-tidy over core/ and the binding, Biome over scripts; a warning is an error.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { tool } from './build.mjs'
import { clangTool } from './clang.mjs'
import { buildPreset } from './cmake.mjs'
import { forEachAtOnce } from './parallel.mjs'
import { inCache, inRepository, repository } from './paths.mjs'
import { main, step } from './progress.mjs'
import { run } from './run.mjs'
import { setup } from './setup.mjs'
import { cppSources } from './sources.mjs'
import { digest } from './store.mjs'

const digestOf = (path) => digest(readFileSync(inRepository(path)))

/** The folder of these compile commands, one a file: rooms that are compiled twice, to count their work, are read once. */
function writeCommands(name, commands) {
  const folder = inRepository('build', 'tidy', name)
  mkdirSync(folder, { recursive: true })
  const single = commands.flatMap((entry) =>
    compiledBy(entry).map((file) => ({ ...entry, file, command: entry.command.replaceAll(entry.file, file) }))
  )
  const once = [...new Map(single.toReversed().map((command) => [command.file, command])).values()]
  writeFileSync(join(folder, 'compile_commands.json'), JSON.stringify(once))
  return folder
}

/** The source files of a command: several, where CMake joins them (attnscope_join). */
const compiledBy = ({ file }) =>
  file.includes('/Unity/')
    ? [...readFileSync(file, 'utf8').matchAll(/^#include "(.*)"$/gm)].map(([, source]) => source)
    : [file]

const commandsOf = (preset) => JSON.parse(readFileSync(inRepository('build', preset, 'compile_commands.json'), 'utf8'))

// Emscripten's compiler alone knows its settings; the binding is compiled for WebAssembly, and no core file is read there.
const bindingCommands = () =>
  commandsOf('wasm')
    .filter(({ file }) => file.includes('/bindings/'))
    .map(({ command, ...entry }) => ({ ...entry, command: command.replaceAll(/ -s[A-Z_]+=\w+/g, '') }))

/** The folder in the cache where a file that was found clean once leaves a stamp named after all that was read. */
const stamps = () => {
  const folder = inCache('tidy')
  mkdirSync(folder, { recursive: true })
  return folder
}

/**
 * `files` in as many runs as the compiler has joined ones, each with some of the rest: most of a run goes into the standard
 * library's headers, once for all of its files.
 */
function together(files) {
  const runs = commandsOf('native')
    .map((entry) => compiledBy(entry).map((path) => relative(repository, path)))
    .filter((some) => some.length > 1)
  const seen = new Set()
  const own = runs.map((run) => run.filter((path) => files.includes(path) && !seen.has(path) && seen.add(path)))
  const left = files.filter((path) => !seen.has(path))
  const used = own.filter((run) => run.length)
  if (!used.length) return left.map((path) => [path])
  for (const [i, path] of left.entries()) used[i % used.length].push(path)
  return used
}

/** Runs clang-tidy on each file whose text, or any header or rule, changed since it was last found clean. */
async function tidy(tools, report) {
  const program = await clangTool('clang-tidy')
  const all = (await cppSources()).filter((path) => path.startsWith('core/') || path.startsWith('bindings/'))
  const rules = [
    '.clang-tidy',
    'CMakeLists.txt',
    'CMakePresets.json',
    'bindings/toolchain/cmake/attnscope-options.cmake'
  ]
  const shared = digest(
    JSON.stringify([
      ...[...all.filter((path) => path.endsWith('.h')), ...rules].map((path) => [path, digestOf(path)]),
      await run(program, ['--version']),
      tools.prefix,
      tools.emscripten
    ])
  )
  const folder = stamps()
  const stampOf = (path) => `${folder}/${digest(shared + path + digestOf(path)).slice(0, 32)}`
  const native = writeCommands('native', commandsOf('native'))
  const wasm = writeCommands('wasm', bindingCommands())
  // Emscripten's headers are what the system's are elsewhere.
  const target = [
    '--extra-arg=--target=wasm32-unknown-emscripten',
    `--extra-arg=--sysroot=${tools.emscripten}/cache/sysroot`
  ]
  const check = (path, options) => run(program, ['--quiet', ...options, path], { patient: true })
  const checkOne = (path) => check(path, path.startsWith('bindings/') ? ['-p', wasm, ...target] : ['-p', native])
  // That sources are included is how they come together here, and no finding.
  const checkAll = ([first, ...others]) =>
    check(first, [
      ...['-p', native, '--checks=-bugprone-suspicious-include'],
      ...others.flatMap((path) => ['--extra-arg=-include', `--extra-arg=${inRepository(path)}`])
    ])

  const queue = all.filter((path) => path.endsWith('.cpp') && !existsSync(stampOf(path)))
  const core = queue.filter((path) => path.startsWith('core/'))
  const runs = [...queue.filter((path) => !core.includes(path)).map((path) => [path]), ...together(core)]
  const complaints = []
  let done = 0
  await forEachAtOnce(runs, async (files) => {
    // What is found in several is told of each alone; names that contradict each other are found only together.
    const clean =
      files.length > 1 &&
      (await checkAll(files).then(
        () => true,
        () => false
      ))
    for (const path of files) {
      try {
        if (!clean) await checkOne(path)
        writeFileSync(stampOf(path), '')
      } catch (error) {
        complaints.push(error.output ?? error.message)
      }
    }
    done += files.length
    report({ done, total: queue.length, unit: 'files' })
  })
  if (complaints.length) throw new Error(complaints.join('\n'))
  return queue.length ? `${queue.length} files in ${runs.length} runs` : 'unchanged'
}

/** Lints all of it, where the presets native and wasm are configured; throws with the findings. */
export async function lintConfigured(tools, report) {
  await run(tool('biome'), ['lint', '--error-on-warnings'])
  return tidy(tools, report)
}

async function lint(tools, report) {
  // clang-tidy reads how each file is compiled from the configured presets.
  for (const preset of ['native', 'wasm']) await buildPreset(preset, ['help'], tools)
  return lintConfigured(tools, report)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(async () => {
    const tools = await setup()
    await step('lint', (report) => lint(tools, report))
  })
}
