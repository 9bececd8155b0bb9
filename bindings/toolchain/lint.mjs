// npm run lint: clang-tidy over core/ and the binding, Biome over scripts; a warning is an error.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { tool } from './build.mjs'
import { clangTool } from './clang.mjs'
import { buildPreset } from './cmake.mjs'
import { forEachAtOnce } from './parallel.mjs'
import { inCache, inRepository } from './paths.mjs'
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
  const once = [...new Map(commands.toReversed().map((command) => [command.file, command])).values()]
  writeFileSync(join(folder, 'compile_commands.json'), JSON.stringify(once))
  return folder
}

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
  const native = writeCommands('native', commandsOf('native'))
  const wasm = writeCommands('wasm', bindingCommands())
  // Emscripten's headers are what the system's are elsewhere.
  const target = [
    '--extra-arg=--target=wasm32-unknown-emscripten',
    `--extra-arg=--sysroot=${tools.emscripten}/cache/sysroot`
  ]
  const queue = all
    .filter((path) => path.endsWith('.cpp'))
    .map((path) => ({ path, stamp: `${folder}/${digest(shared + path + digestOf(path)).slice(0, 32)}` }))
    .filter(({ stamp }) => !existsSync(stamp))
  const total = queue.length
  const complaints = []
  let done = 0
  await forEachAtOnce(queue, async ({ path, stamp }) => {
    const binding = path.startsWith('bindings/')
    const options = ['--quiet', '-p', binding ? wasm : native, ...(binding ? target : [])]
    try {
      await run(program, [...options, path], { patient: true })
      writeFileSync(stamp, '')
    } catch (error) {
      complaints.push(error.output ?? error.message)
    }
    report({ done: ++done, total, unit: 'files' })
  })
  if (complaints.length) throw new Error(complaints.join('\n'))
  return total ? `${total} files` : 'unchanged'
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
