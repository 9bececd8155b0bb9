// npm run build: the WebAssembly binaries, the package in dist/, and the page in web/dist/ with the reference in web/dist/api/.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { measureSizes } from '../../tests/check/sizes.mjs'
import { buildPreset } from './cmake.mjs'
import { inRepository } from './paths.mjs'
import { main, step, summary } from './progress.mjs'
import { run } from './run.mjs'
import { setup } from './setup.mjs'
import { digest, locked } from './store.mjs'

const HELP = `npm run build -- [options]

Builds the four WebAssembly binaries, the package (dist/), the page (web/dist/) and the
reference of the package (web/dist/api/).

  --no-page   leave the page and the reference out
  --help      this text`

/** Preset -> binary, for each SIMD level. */
export const BINARIES = { wasm: 'attnscope-simd128', 'wasm-relaxed': 'attnscope-relaxed' }

// The same on shared memory. These presets build the package's module alone: tests and benches of kernels need no second look.
const THREADED_BINARIES = {
  'wasm-threads': 'attnscope-simd128-threads',
  'wasm-relaxed-threads': 'attnscope-relaxed-threads'
}

/** The path of a program that an npm package brings. */
export const tool = (name) => inRepository('node_modules', '.bin', name)

// The package is put together here, so that dist/ never holds a half or a leftover of a file that is gone.
const staging = inRepository('build', 'package')

async function buildBinary(preset, name, tools) {
  await step(`WebAssembly ${name}`, async (report) => {
    const folder = await buildPreset(preset, ['attnscope_module'], tools, report)
    mkdirSync(join(staging, 'wasm'), { recursive: true })
    for (const file of [`${name}.js`, `${name}.wasm`]) cpSync(join(folder, 'module', file), join(staging, 'wasm', file))
  })
}

async function buildPackage(tools) {
  rmSync(staging, { recursive: true, force: true })
  for (const [preset, name] of Object.entries({ ...BINARIES, ...THREADED_BINARIES }))
    await buildBinary(preset, name, tools)
  await step('package', async () => {
    await run(tool('tsc'), ['-p', 'bindings/js', '--outDir', staging])
    // The command line knows the package by its public types alone, and finds them where a user's compiler would.
    for (const name of filesIn(staging).filter((file) => file.endsWith('.d.ts'))) {
      cpSync(join(staging, name), inRepository('dist', name))
    }
    await run(tool('tsc'), ['-p', 'bindings/cli', '--outDir', join(staging, 'cli')])
    cpSync(inRepository('bindings', 'js', 'wasm', 'binary.d.ts'), join(staging, 'wasm', 'binary.d.ts'))
    // Both need npm packages, which a fresh clone has only by now.
    const { writeInline } = await import('./inline.mjs')
    await writeInline(staging)
    const { minifyScripts } = await import('./minify.mjs')
    minifyScripts(staging)
    mirror(staging, inRepository('dist'))
    return measureSizes(inRepository('dist'))
  })
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(folder, name)).isFile())

/** Makes `to` hold the files of `from` and no others; what is the same is not written again. */
function mirror(from, to) {
  mkdirSync(to, { recursive: true })
  const names = filesIn(from)
  for (const name of names) {
    const same = existsSync(join(to, name)) && readFileSync(join(from, name)).equals(readFileSync(join(to, name)))
    if (!same) cpSync(join(from, name), join(to, name))
  }
  for (const name of filesIn(to)) if (!names.includes(name)) rmSync(join(to, name))
}

const contents = (folder) =>
  filesIn(folder)
    .filter((name) => !name.startsWith('dist') && !name.includes('node_modules'))
    .sort()
    .map((name) => [name, digest(readFileSync(join(folder, name)))])

async function buildPage() {
  await step('page', async () => {
    const stamp = inRepository('build', 'page.stamp')
    const output = inRepository('web', 'dist')
    const wanted = digest(
      JSON.stringify([
        contents(inRepository('web')),
        contents(inRepository('dist')),
        digest(readFileSync(inRepository('package-lock.json')))
      ])
    )
    if (existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 'unchanged'
    await run(tool('vite'), ['build', 'web', '--logLevel', 'warn'])
    writeFileSync(stamp, wanted)
  })
}

// What the package's comments say, as pages beside the page; vite empties the folder that they lie in.
async function buildReference() {
  await step('reference', async () => {
    const stamp = inRepository('build', 'reference.stamp')
    const built = inRepository('build', 'reference')
    const output = inRepository('web', 'dist', 'api')
    const locks = ['package.json', 'package-lock.json'].map((name) => digest(readFileSync(inRepository(name))))
    const wanted = digest(JSON.stringify([contents(inRepository('bindings', 'js')), locks]))
    const unchanged = existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
    if (!unchanged) {
      await run(tool('typedoc'), ['--options', 'bindings/js/typedoc.json', '--out', built])
      writeFileSync(stamp, wanted)
    }
    mirror(built, output)
    return unchanged ? 'unchanged' : `${filesIn(output).length} files`
  })
}

/** Builds all of it with what setup() returned. */
export async function build(tools, { page = true } = {}) {
  await locked(staging, async () => {
    await buildPackage(tools)
    if (!page) return
    await buildPage()
    await buildReference()
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(async () => {
    const { values } = parseArgs({ options: { 'no-page': { type: 'boolean' }, help: { type: 'boolean' } } })
    if (values.help) return console.log(HELP)
    await build(await setup(), { page: !values['no-page'] })
    summary('Build')
  })
}
