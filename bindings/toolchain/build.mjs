// npm run build: the WebAssembly binaries, the package in dist/, and the page in web/dist/ with the reference in web/dist/api/.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import { measureSizes } from '../../tests/check/sizes.mjs'
import { buildPreset } from './cmake.mjs'
import { inRepository } from './paths.mjs'
import { main, step, summary } from './progress.mjs'
import { run } from './run.mjs'
import { setup } from './setup.mjs'
import { checkSite, writeSite } from './site.mjs'
import { digest, locked } from './store.mjs'

const HELP = `npm run build -- [options]

Builds the two WebAssembly binaries, the package (dist/), the page (web/dist/) and the
reference of the package (web/dist/api/).

  --no-page       leave the page and the reference out
  --site FOLDER   also write the page with its model (91 MB) into this new folder, for
                  any static host, at any path
  --help          this text`

/** Preset -> binary, for each SIMD level. */
export const BINARIES = { wasm: 'attnscope-simd128', 'wasm-relaxed': 'attnscope-relaxed' }

/** The path of a program that an npm package brings. */
export const tool = (name) => inRepository('node_modules', '.bin', name)

// The package is put together here, so that dist/ never holds a half or a leftover of a file that is gone.
const staging = inRepository('build', 'package')

// And its scripts one by one, which tests of one of them import.
const modules = inRepository('build', 'modules')

const binaries = Object.entries(BINARIES).map(([preset, name]) => ({
  preset,
  name,
  file: (ending) => inRepository('build', preset, 'module', name + ending)
}))

async function buildModules(tools) {
  for (const { preset, name } of binaries)
    await step(`WebAssembly ${name}`, (report) => buildPreset(preset, ['attnscope_module'], tools, report))
}

// The binaries as they are without threads, and the glue once: it is the same for both, but for the name of a file that
// it never fetches.
async function packBinaries() {
  const { setShared } = await import(pathToFileURL(join(modules, 'engine', 'memory.js')).href)
  mkdirSync(join(modules, 'wasm'), { recursive: true })
  for (const { name, file } of binaries) {
    const binary = readFileSync(file('.wasm'))
    setShared(binary, false)
    writeFileSync(join(modules, 'wasm', `${name}.wasm`), binary)
  }
  const [glue, ...others] = binaries.map(({ name, file }) => [name, readFileSync(file('.js'), 'utf8')])
  for (const [name, text] of others) {
    if (text.replaceAll(name, glue[0]) !== glue[1]) throw new Error(`${name}.js is not the same as ${glue[0]}.js`)
  }
  writeFileSync(join(modules, 'wasm', 'attnscope.js'), glue[1])
}

async function buildPackage() {
  for (const folder of [modules, staging]) rmSync(folder, { recursive: true, force: true })
  await step('package', async () => {
    await run(tool('tsc'), ['-p', 'bindings/js', '--outDir', modules])
    await packBinaries()
    // The command line knows the package by its public types alone, and finds them where a user's compiler would.
    for (const name of filesIn(modules).filter((file) => file.endsWith('.d.ts'))) {
      for (const folder of [staging, inRepository('dist')]) cpSync(join(modules, name), join(folder, name))
    }
    cpSync(join(modules, 'wasm'), join(staging, 'wasm'), { recursive: true })
    cpSync(inRepository('bindings', 'js', 'wasm', 'binary.d.ts'), join(staging, 'wasm', 'binary.d.ts'))
    dropPrivateTypes(staging)
    await run(tool('tsc'), ['-p', 'bindings/cli', '--outDir', join(staging, 'cli')])
    // These need npm packages, which a fresh clone has only by now.
    const { writeInline } = await import('./inline.mjs')
    await writeInline(modules, staging)
    const { bundleScripts } = await import('./bundle.mjs')
    await bundleScripts(modules, staging)
    const { minifyScripts } = await import('./minify.mjs')
    minifyScripts(staging)
    mirror(staging, inRepository('dist'))
    return measureSizes(inRepository('dist'))
  })
}

/** Removes the declarations that no public one leads to, which tell a user nothing. */
export function dropPrivateTypes(folder) {
  const { exports } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'))
  const wanted = new Set([...JSON.stringify(exports).matchAll(/"\.\/dist\/([^"*]+\.d\.ts)"/g)].map(([, name]) => name))
  for (const name of wanted) {
    const text = readFileSync(join(folder, name), 'utf8')
    for (const [, target] of text.matchAll(/(?:from|import\()\s*['"](\.{1,2}\/[^'"]+)\.js['"]/g))
      wanted.add(join(dirname(name), `${target}.d.ts`))
  }
  for (const name of filesIn(folder)) if (name.endsWith('.d.ts') && !wanted.has(name)) rmSync(join(folder, name))
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
  for (const name of filesIn(to)) if (!names.includes(name) && !isPage(name)) rmSync(join(to, name))
}

// The package carries the page too, which is built from the package.
const isPage = (name) => /^page[/\\]/.test(name)

const contents = (folder) =>
  filesIn(folder)
    .filter((name) => !name.startsWith('dist') && !name.includes('node_modules') && !isPage(name))
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
    const carried = inRepository('dist', 'page')
    if ([output, carried, stamp].every(existsSync) && readFileSync(stamp, 'utf8') === wanted) return 'unchanged'
    await run(tool('vite'), ['build', 'web', '--logLevel', 'warn'])
    packPage(output, carried)
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

// What the packed page's link to the reference leads to: half a megabyte of it would be the larger half of the package.
const noReference = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>attnscope: reference</title>
<p>The npm package carries the page without this reference. The same comments are in its folder <code>dist/types/</code>;
<code>npm start</code> in the repository builds the reference beside the page.</p>
<p><a href="../">Back to the page</a></p>
</html>
`

// The page as the package carries it: compressed, and without the binaries, which the package has (static-server.ts). The toy
// translator's weights stay outside too: they would be twice the rest of the package.
function packPage(from, to) {
  rmSync(to, { recursive: true, force: true })
  const pack = (name, bytes) => {
    mkdirSync(dirname(join(to, name)), { recursive: true })
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(join(to, `${name}.br`), brotliCompressSync(bytes, { params }))
  }
  const left = (name) => name.endsWith('.wasm') || /^translator[/\\]/.test(name)
  for (const name of filesIn(from)) if (!left(name)) pack(name, readFileSync(join(from, name)))
  pack('api/index.html', Buffer.from(noReference))
}

/** Builds all of it with what setup() returned; without `modules` where those two are built already. */
export async function build(tools, { page = true, modules = true } = {}) {
  await locked(staging, async () => {
    if (modules) await buildModules(tools)
    await buildPackage()
    if (!page) return
    await buildPage()
    await buildReference()
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(async () => {
    const { values } = parseArgs({
      options: { 'no-page': { type: 'boolean' }, site: { type: 'string' }, help: { type: 'boolean' } }
    })
    if (values.help) return console.log(HELP)
    if (values.site !== undefined) checkSite(values.site, values['no-page'])
    const tools = await setup()
    await build(tools, { page: !values['no-page'] })
    if (values.site !== undefined) await step('site', () => writeSite(values.site, tools.model))
    summary('Build')
  })
}
