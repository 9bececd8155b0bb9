// A local Emscripten out of Debian 13's packages, for machines that reach their Debian mirror and little else.
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { download, installSystemWide, isDebianToolchainPresent, unpack } from './apt.mjs'
import { inCache, inRepository } from './paths.mjs'
import { digest, whole } from './store.mjs'

const PACKAGES = ['emscripten', 'binaryen', 'libc6', 'libstdc++6', 'libgcc-s1', 'gcc-14-base', 'libfmt10'].map(
  (name) => `${name}/trixie`
)
// Raised whenever the way the folder is filled changes, so that nobody keeps an old one.
const RECIPE = 2

const LLVM = ['clang-19', 'lld-19', 'llvm-19']

// 1.6 GB of the package are system libraries; what is left out are variants that nothing here links with.
const LEFT_OUT = [
  './usr/share/doc*',
  './usr/share/man*',
  './usr/share/locale*',
  './usr/share/emscripten/test*',
  './usr/share/emscripten/docs*',
  './usr/share/emscripten/media*',
  './usr/share/emscripten/ChangeLog*',
  './usr/share/emscripten/out*',
  ...['pic', 'lto-pic', 'lto', '*asan*', '*lsan*', '*ubsan*', '*sanitizer*', 'libwasmfs*'].map(
    (name) => `./usr/share/emscripten/cache/sysroot/lib/wasm32-emscripten/${name}`
  )
]

const LIBRARIES = 'usr/lib/x86_64-linux-gnu'
const LOADER = `${LIBRARIES}/ld-linux-x86-64.so.2`

/** Any text as one word of a shell's. */
const shellQuoted = (text) => `'${text.replaceAll("'", "'\\''")}'`

/** Binaryen needs a newer C library than the machine has, so it runs through the unpacked one's own loader. */
export function wrapBinaryen(prefix, folder) {
  const quoted = (path) => shellQuoted(join(folder, path))
  const tools = join(prefix, 'binaryen', 'bin')
  mkdirSync(tools, { recursive: true })
  for (const tool of readdirSync(join(prefix, 'usr/bin')).filter((name) => name.startsWith('wasm'))) {
    const path = join(tools, tool)
    writeFileSync(
      path,
      `#!/bin/sh\nexec ${quoted(LOADER)} --library-path ${quoted(LIBRARIES)} ${quoted(`usr/bin/${tool}`)} "$@"\n`
    )
    chmodSync(path, 0o755)
  }
}

// `.emscripten` beside emcc is read without any environment variable, so CMake and hands find the same tools.
// It is Python, which reads a string of JSON as it is meant.
export const configuration = (folder, node) => `LLVM_ROOT = '/usr/lib/llvm-19/bin'
BINARYEN_ROOT = ${JSON.stringify(`${folder}/binaryen`)}
NODE_JS = ${JSON.stringify(node)}
CACHE = ${JSON.stringify(`${folder}/usr/share/emscripten/cache`)}
FROZEN_CACHE = True
`

const folderFor = (node) =>
  inCache(`emscripten-${digest(JSON.stringify([PACKAGES, LEFT_OUT, RECIPE, node])).slice(0, 12)}`)
const rootIn = (folder) => join(folder, 'usr/share/emscripten')

async function present(node) {
  const folder = folderFor(node)
  return existsSync(folder) && isDebianToolchainPresent() ? rootIn(folder) : null
}

async function make(node, report) {
  if (process.arch !== 'x64')
    throw new Error(
      'The Debian recipe for Emscripten is for x86-64. Please install Emscripten >= 3.1.69 and put emcc on PATH.'
    )
  if (!isDebianToolchainPresent()) {
    report('LLVM 19')
    await installSystemWide(LLVM, 'the WebAssembly compiler')
  }
  const folder = folderFor(node)
  await whole(folder, async (temporary) => {
    const packages = join(temporary, 'packages')
    const files = await download(PACKAGES, packages, report)
    for (const [index, file] of files.filter((name) => name.endsWith('.deb')).entries()) {
      report({ done: index, total: files.length, unit: 'packages' })
      await unpack(file, temporary, LEFT_OUT)
    }
    rmSync(packages, { recursive: true })
    wrapBinaryen(temporary, folder)
    const acorn = join(rootIn(temporary), 'node_modules', 'acorn')
    cpSync(inRepository('node_modules', 'acorn'), acorn, { recursive: true })
    writeFileSync(join(rootIn(temporary), '.emscripten'), configuration(folder, node))
    // Else a package.json further up would say what kind its scripts are.
    writeFileSync(join(rootIn(temporary), 'package.json'), '{ "type": "commonjs" }\n')
  })
  return rootIn(folder)
}

export const debianEmscripten = { present, make }
