// npm run setup: everything a build or a test needs, in the clone or in the user's cache folder.
import { pathToFileURL } from 'node:url'
import { installDependencies } from './dependencies.mjs'
import { findEmscripten } from './emscripten.mjs'
import { provideModel } from './model.mjs'
import { modernNode } from './node.mjs'
import { cache, repository } from './paths.mjs'
import { findPrefix } from './prefix.mjs'
import { main, summary } from './progress.mjs'
import { which } from './run.mjs'

// What every C++ build needs and nearly every machine has; too large a thing to install behind anyone's back.
const EXPECTED = [
  ['cmake', 'CMake >= 3.25', ['cmake']],
  ['make', 'Ninja or Make', ['ninja', 'make']],
  ['c++', 'a C++23 compiler (g++ >= 12 or clang++ >= 19)', ['c++', 'g++', 'clang++']],
  ['python3', 'Python 3', ['python3']]
]

// CMake writes paths into files of its own, and does not escape this one sign there.
function requirePlainPaths() {
  for (const [what, path] of [
    ['the clone', repository],
    ['the cache ($XDG_CACHE_HOME)', cache]
  ]) {
    if (path.includes('"')) throw new Error(`${what} lies in ${path}: CMake takes no path with a quotation mark (")`)
  }
}

function requireTools() {
  const missing = EXPECTED.filter(([, , names]) => !which(...names))
  if (!missing.length) return
  throw new Error(
    `Please install ${missing.map(([, label]) => label).join(', ')}. On Debian: apt-get install cmake make g++ python3`
  )
}

/** Returns { node, emscripten, prefix, model }: the paths that the later stages work with. */
export async function setup() {
  requirePlainPaths()
  requireTools()
  await installDependencies()
  const node = await modernNode()
  const prefix = await findPrefix()
  const emscripten = await findEmscripten(node)
  const model = await provideModel()
  return { node, prefix, emscripten, model }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(async () => {
    await setup()
    summary('Set-up')
  })
}
