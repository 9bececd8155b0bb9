// npm run lint: clang-tidy over core/ and the binding, Biome over scripts; a warning is an error.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { tool } from './build.mjs'
import { clangTool } from './clang.mjs'
import { buildPreset } from './cmake.mjs'
import { forEachAtOnce } from './parallel.mjs'
import { inRepository } from './paths.mjs'
import { main, step } from './progress.mjs'
import { run } from './run.mjs'
import { setup } from './setup.mjs'
import { cppSources } from './sources.mjs'
import { digest } from './store.mjs'

const digestOf = (path) => digest(readFileSync(inRepository(path)))

/** The folder with the commands of the binding's build, without the settings that Emscripten's compiler alone knows. */
function bindingCommands() {
  const folder = inRepository('build', 'tidy', 'wasm')
  const commands = readFileSync(inRepository('build', 'wasm', 'compile_commands.json'), 'utf8')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'compile_commands.json'), commands.replaceAll(/ -s[A-Z_]+=\w+/g, ''))
  return folder
}

/** Runs clang-tidy on each file whose text, or any header or rule, changed since it was last found clean. */
async function tidy(tools, report) {
  const program = await clangTool('clang-tidy')
  const all = (await cppSources()).filter((path) => path.startsWith('core/') || path.startsWith('bindings/'))
  const shared = digest(
    JSON.stringify([...all.filter((path) => path.endsWith('.h')), '.clang-tidy', 'CMakeLists.txt'].map(digestOf))
  )
  const folder = inRepository('build', 'tidy')
  mkdirSync(folder, { recursive: true })
  // The binding compiles for WebAssembly alone; Emscripten's headers are what its system ones are there.
  const wasm = [
    '--extra-arg=--target=wasm32-unknown-emscripten',
    `--extra-arg=--sysroot=${tools.emscripten}/cache/sysroot`
  ]
  const queue = all
    .filter((path) => path.endsWith('.cpp'))
    .map((path) => ({ path, stamp: `${folder}/${digest(shared + path + digestOf(path)).slice(0, 24)}` }))
    .filter(({ stamp }) => !existsSync(stamp))
  const total = queue.length
  const complaints = []
  let done = 0
  await forEachAtOnce(queue, async ({ path, stamp }) => {
    const binding = path.startsWith('bindings/')
    const options = ['--quiet', '-p', binding ? bindingCommands() : inRepository('build', 'native')]
    try {
      await run(program, [...options, ...(binding ? wasm : []), path])
      writeFileSync(stamp, '')
    } catch (error) {
      complaints.push(error.output ?? error.message)
    }
    report({ done: ++done, total, unit: 'files' })
  })
  if (complaints.length) throw new Error(complaints.join('\n'))
  return total ? `${total} files` : 'unchanged'
}

/** Lints all of it; throws with the findings. */
export async function lint(tools, report = () => {}) {
  await run(tool('biome'), ['lint', '--error-on-warnings'])
  // clang-tidy reads how each file is compiled from the configured presets.
  for (const preset of ['native', 'wasm']) await buildPreset(preset, ['help'], tools)
  return tidy(tools, report)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(async () => {
    const tools = await setup()
    await step('lint', (report) => lint(tools, report))
  })
}
