// Finds an Emscripten that is new enough, or makes one: PATH, $EMSDK, emsdk's repository, Debian packages.
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { haveApt } from './apt.mjs'
import { debianEmscripten } from './emscripten-debian.mjs'
import { inCache } from './paths.mjs'
import { step } from './progress.mjs'
import { run, which } from './run.mjs'
import { whole } from './store.mjs'

const OLDEST = [3, 1, 69]
const EMSDK_VERSION = '3.1.69'
const EMSDK_ARCHIVE = `https://github.com/emscripten-core/emsdk/archive/refs/tags/${EMSDK_VERSION}.tar.gz`
const ANSWER_MS = 4000

/** Version of the Emscripten in a folder, or null where there is none. */
export function versionOf(root) {
  const file = join(root, 'emscripten-version.txt')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().replaceAll('"', '') : null
}

/** Whether a version such as "3.1.69" is new enough: standard relaxed-SIMD opcodes, embind without eval. */
export function isNewEnough(version) {
  const parts = (version ?? '').match(/\d+/g)?.map(Number) ?? [0]
  for (const [index, least] of OLDEST.entries()) {
    const part = parts[index] ?? 0
    if (part !== least) return part > least
  }
  return true
}

const usable = (root) => isNewEnough(versionOf(root)) && existsSync(join(root, 'cmake/Modules/Platform/Emscripten.cmake'))

function onPath() {
  const emcc = which('emcc')
  return emcc && dirname(realpathSync(emcc))
}

const underEmsdk = (folder) => folder && join(folder, 'upstream', 'emscripten')

async function fromEmsdkRepository(report) {
  const answer = await fetch(EMSDK_ARCHIVE, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null)
  if (!answer?.ok) return null
  const folder = await whole(inCache(`emsdk-${EMSDK_VERSION}`), async (temporary) => {
    report('downloading emsdk')
    const archive = Buffer.from(await (await fetch(EMSDK_ARCHIVE)).arrayBuffer())
    const { writeFileSync } = await import('node:fs')
    writeFileSync(join(temporary, 'emsdk.tar.gz'), archive)
    await run('tar', ['-xzf', 'emsdk.tar.gz', '--strip-components=1'], { cwd: temporary })
    report(`emsdk installs ${EMSDK_VERSION}`)
    await run('./emsdk', ['install', EMSDK_VERSION], { cwd: temporary, onLine: report })
  })
  // Activation writes absolute paths, so it comes after the folder has its name.
  await run('./emsdk', ['activate', EMSDK_VERSION], { cwd: folder })
  return underEmsdk(folder)
}

/** The folder of a usable Emscripten (its `emcc` and CMake platform file). `node` runs its tools. */
export async function findEmscripten(node) {
  let root
  await step('Emscripten', async (report) => {
    for (const [where, candidate] of [['on PATH', onPath()], ['in $EMSDK', underEmsdk(process.env.EMSDK)]]) {
      if (candidate && usable(candidate)) {
        root = candidate
        return `${versionOf(root)} ${where}`
      }
    }
    root = await debianEmscripten.present(node)
    if (root) return `${versionOf(root)} from the cache`
    root = existsSync(inCache(`emsdk-${EMSDK_VERSION}`)) ? underEmsdk(inCache(`emsdk-${EMSDK_VERSION}`)) : null
    if (root && usable(root)) return `${versionOf(root)} from the cache`
    root = await fromEmsdkRepository(report).catch(() => null)
    if (root) return `${versionOf(root)} by emsdk`
    if (!haveApt()) {
      throw new Error(`No Emscripten >= ${OLDEST.join('.')} was found on PATH or in $EMSDK, emsdk's repository does not answer, ` +
        'and this is no Debian with apt-get. Please install Emscripten (https://emscripten.org) and put emcc on PATH.')
    }
    root = await debianEmscripten.make(node, report)
    return `${versionOf(root)} from Debian packages`
  })
  return root
}
