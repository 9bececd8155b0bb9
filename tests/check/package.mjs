// The package as npm would publish it: what it carries, and whether its exports work from outside the clone.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { measurePackage } from './sizes.mjs'

const execute = promisify(execFile)

const MUST_HAVE = [
  'package.json',
  'LICENSE',
  'NOTICE',
  'README.md',
  'dist/index.js',
  'dist/index.d.ts',
  'dist/worker.js',
  'dist/thread.js',
  'dist/cli/main.js',
  'dist/page/index.html.br',
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

/** Packs `root`, checks the contents, lints the manifest with publint, and runs it, imported and by command. */
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
    await runAsUser(folder, archive, tools)
    return `${files.length} files; ${size}`
  } catch (error) {
    throw new Error(`${error.message}\n${error.stdout ?? ''}${error.stderr ?? ''}`, { cause: error })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
