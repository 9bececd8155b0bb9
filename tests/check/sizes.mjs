// What a user downloads, brotli-compressed, and the limits it must stay under.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

export const LIMITS = { wasm: 120_000, javascript: 25_000, inline: 170_000, commandLine: 25_000, page: 120_000 }

// Other ways in, of which a user loads one in place of index.js.
const others = ['inline.js', 'workerd.js']

const brotli = (bytes) =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  }).length

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

/**
 * Measures a built package folder; throws when a binary, or all JavaScript with the largest of the
 * Emscripten glues (a user loads one), or the command line, is over its limit. Returns a line with the figures.
 */
export function measureSizes(dist) {
  const scriptsIn = (folder) => readdirSync(folder).filter((name) => name.endsWith('.js'))
  const size = (folder, name) => brotli(readFileSync(join(folder, name)))
  const sum = (folder) =>
    scriptsIn(folder)
      .filter((name) => !others.includes(name))
      .reduce((bytes, name) => bytes + size(folder, name), 0)
  const built = readdirSync(join(dist, 'wasm'))
  const sizes = (ending) =>
    built.filter((name) => name.endsWith(ending)).map((name) => [name, brotli(readFileSync(join(dist, 'wasm', name)))])
  const binaries = sizes('.wasm')
  const glue = Math.max(...sizes('.js').map(([, size]) => size))
  if (!scriptsIn(dist).length || !scriptsIn(join(dist, 'cli')).length || binaries.length !== 4)
    throw new Error(`${dist} does not hold a whole package`)

  const figures = [
    ...binaries.map(([name, size]) => ({ name, size, limit: LIMITS.wasm })),
    { name: `JavaScript with one glue of ${kilobytes(glue)}`, size: sum(dist) + glue, limit: LIMITS.javascript },
    { name: 'inline.js', size: size(dist, 'inline.js'), limit: LIMITS.inline },
    { name: 'command line', size: sum(join(dist, 'cli')), limit: LIMITS.commandLine }
  ]
  const text = figures.map(({ name, size, limit }) => `${name} ${kilobytes(size)} of ${kilobytes(limit)}`).join(', ')
  if (figures.some(({ size, limit }) => size > limit)) throw new Error(`Too large (brotli): ${text}`)
  return `brotli: ${text}`
}

/** The engine's files in a built page: the package's own, which have their own limit. */
const engine = /^(attnscope-|worker-|thread-|host-)/

/** Measures a built page folder: all of the page's own JavaScript, with every view; throws when it is over its limit. */
export function measurePage(page) {
  const assets = join(page, 'assets')
  const own = readdirSync(assets).filter((name) => name.endsWith('.js') && !engine.test(name))
  const size = own.reduce((sum, name) => sum + brotli(readFileSync(join(assets, name))), 0)
  if (!own.length) throw new Error(`${page} does not hold a built page`)
  const text = `the page's JavaScript ${kilobytes(size)} of ${kilobytes(LIMITS.page)} in ${own.length} files`
  if (size > LIMITS.page) throw new Error(`Too large (brotli): ${text}`)
  return `brotli: ${text}`
}
