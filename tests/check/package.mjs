// The package as npm would publish it: what it carries, and whether its exports work from outside the clone.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { filesOf, waysThrough } from './exports.mjs'
import { measurePackage } from './sizes.mjs'

const execute = promisify(execFile)

const MUST_HAVE = [
  'package.json',
  'LICENSE',
  'NOTICE',
  'README.md',
  'dist/index.js',
  'dist/model.js',
  'dist/host.js',
  'dist/shared.js',
  'dist/index.d.ts',
  'dist/inline.js',
  'dist/inline.d.ts',
  'dist/workerd.js',
  'dist/worker.js',
  'dist/thread.js',
  'dist/cli/main.js',
  'dist/page/index.html.br',
  'dist/wasm/binary.d.ts',
  'dist/wasm/attnscope.js',
  'dist/wasm/attnscope-simd128.wasm',
  'dist/wasm/attnscope-relaxed.wasm'
]
const MAY_HAVE =
  /^(package\.json|LICENSE|NOTICE|README(\.[\w-]+)?\.md|dist\/(?!page\/)[\w./-]+\.(js|d\.ts|wasm)|dist\/page\/[\w./-]+\.br)$/

// A user's program: the types are not checked here, the run is.
const USER_PROGRAM = `
import { loadModel } from 'attnscope'
const model = await loadModel(process.argv[2])
const { tokens } = await model.encode('It works.', { trace: true })
model.dispose()
console.log(tokens.map(({ text }) => text).join(' '))
`

async function listing(archive) {
  const { stdout } = await execute('tar', ['-tzf', archive])
  return stdout
    .split('\n')
    .filter((path) => path && !path.endsWith('/'))
    .map((path) => path.replace(/^package\//, ''))
}

async function runAsUser(folder, archive, { node, model }) {
  const home = join(folder, 'node_modules', 'attnscope')
  mkdirSync(home, { recursive: true })
  await execute('tar', ['-xzf', archive, '-C', home, '--strip-components=1'])
  writeFileSync(join(folder, 'program.mjs'), USER_PROGRAM)
  const { stdout } = await execute(node, ['program.mjs', model], { cwd: folder })
  if (stdout.trim() !== '[CLS] it works . [SEP]')
    throw new Error(`A program that uses the packed package printed: ${stdout}`)
  const program = join(home, 'dist', 'cli', 'main.js')
  const line = await execute(node, [program, 'info', '--json', '--model', model], { cwd: folder })
  const { layers } = JSON.parse(line.stdout)
  if (layers !== 6) throw new Error(`The packed command line says of the model: ${line.stdout}`)
}

/** The imports that an entry with a star stands for, where the package promises types for them. */
function starredImports(exports, files) {
  const modules = files.filter((file) => !file.endsWith('.d.ts'))
  return Object.entries(exports).flatMap(([path, target]) => {
    const ways = waysThrough(target)
    if (!path.includes('*') || !ways.some(({ names }) => names.includes('types'))) return []
    return ways.flatMap((way) => filesOf(way.path, modules).map(([, star]) => path.replace('*', star)))
  })
}

// The package is ES modules alone, so what a CommonJS file makes of it is no promise.
const NO_PROMISE = ['node16-cjs']

/** Whether TypeScript finds, for every import that the package offers, types that are true of what runs. */
async function checkTypesOfExports(archive, exports, files) {
  // Needs npm packages, which a fresh clone has only by now.
  const wrong = await import('@arethetypeswrong/core')
  const packed = wrong.createPackageFromTarballData(new Uint8Array(readFileSync(archive)))
  const includeEntrypoints = starredImports(exports, files)
  const { types, problems } = await wrong.checkPackage(packed, { includeEntrypoints })
  if (!types) throw new Error('The package carries no types')
  const found = problems.filter(({ resolutionKind }) => !NO_PROMISE.includes(resolutionKind))
  if (found.length) throw new Error(`Types that are wrong:\n${found.map((one) => JSON.stringify(one)).join('\n')}`)
}

/** Packs `root`, checks the contents, lints the manifest with publint and its types with arethetypeswrong, and runs it, imported and by command. */
export async function checkPackage(root, tools) {
  const folder = mkdtempSync(join(tmpdir(), 'attnscope-package-'))
  try {
    const pack = await execute('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
      cwd: root
    })
    const size = measurePackage(JSON.parse(pack.stdout)[0])
    const archive = join(
      folder,
      readdirSync(folder).find((name) => name.endsWith('.tgz'))
    )
    const files = await listing(archive)
    const missing = MUST_HAVE.filter((path) => !files.includes(path))
    const surplus = files.filter((path) => !MAY_HAVE.test(path))
    if (missing.length || surplus.length) {
      throw new Error(
        `The package lacks ${missing.join(', ') || 'nothing'} and should not carry ${surplus.join(', ') || 'anything more'}`
      )
    }
    await execute(process.execPath, [join(root, 'node_modules', 'publint', 'src', 'cli.js'), archive, '--strict'], {
      cwd: root
    })
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    await checkTypesOfExports(archive, exports, files)
    await runAsUser(folder, archive, tools)
    return `${files.length} files; ${size}`
  } catch (error) {
    throw new Error(`${error.message}\n${error.stdout ?? ''}${error.stderr ?? ''}`, { cause: error })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
