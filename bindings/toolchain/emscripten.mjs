// Finds an Emscripten that is new enough, or makes one: PATH, $EMSDK, emsdk's repository, Debian packages.
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
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

const NOT_FOUND = `No Emscripten >= ${OLDEST.join('.')} is on PATH or in $EMSDK, emsdk's repository does not answer`
const ADVICE = 'Please install Emscripten (https://emscripten.org) and put emcc on PATH.'

const usable = (root) =>
  isNewEnough(versionOf(root)) && existsSync(join(root, 'cmake/Modules/Platform/Emscripten.cmake'))

// Some packagers put a script of their own on PATH; em-config then knows the real folder.
async function onPath() {
  const emcc = which('emcc')
  if (!emcc) return null
  const beside = dirname(realpathSync(emcc))
  if (usable(beside) || !which('em-config')) return beside
  return (await run('em-config', ['EMSCRIPTEN_ROOT']).catch(() => '')).trim() || null
}

const underEmsdk = (folder) => folder && join(folder, 'upstream', 'emscripten')

async function fromEmsdkRepository(report) {
  const answer = await fetch(EMSDK_ARCHIVE, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_MS) }).catch(
    () => null
  )
  if (!answer?.ok) return null
  const folder = await whole(inCache(`emsdk-${EMSDK_VERSION}`), async (temporary) => {
    report('downloading emsdk')
    const archive = Buffer.from(await (await fetch(EMSDK_ARCHIVE)).arrayBuffer())
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
    for (const [where, candidate] of [
      ['on PATH', await onPath()],
      ['in $EMSDK', underEmsdk(process.env.EMSDK)]
    ]) {
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
    if (!haveApt()) throw new Error(`${NOT_FOUND}, and this is no Debian with apt-get. ${ADVICE}`)
    try {
      root = await debianEmscripten.make(node, report)
    } catch (error) {
      throw new Error(`${NOT_FOUND}, and Debian's packages could not be had (${error.message}). ${ADVICE}`, {
        cause: error
      })
    }
    return `${versionOf(root)} from Debian packages`
  })
  return root
}
