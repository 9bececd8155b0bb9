// What a user downloads (brotli-compressed) and what a package manager unpacks, and the limits they must stay under.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

export const LIMITS = {
  wasm: 156_000,
  javascript: 30_000,
  inline: 220_000,
  commandLine: 28_000,
  page: 140_000,
  // Of the page, what it fetches before it can draw anything: scripts and style sheets, without the package.
  firstPaint: 80_000,
  // Unpacked: what one program loads, which is all scripts and one binary; and the whole package.
  path: 560_000,
  package: 1_700_000
}

// Other ways in, of which a user loads one in place of index.js.
const others = ['inline.js', 'workerd.js']

const brotli = (bytes) =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  }).length

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

const lengthOf = (bytes) => bytes.length

/**
 * Measures a built package folder; throws when a binary, or all JavaScript with Emscripten's glue, or the command line,
 * is over its limit compressed, or what one program loads is over its limit as it is. Returns a line with the figures.
 */
export function measureSizes(dist) {
  const names = readdirSync(dist, { recursive: true })
    .map((name) => String(name).replaceAll(sep, '/'))
    .filter((name) => /\.(js|wasm)$/.test(name) && !name.startsWith('page/'))
  const missing = ['index.js', 'wasm/attnscope.js', 'cli/main.js', ...others].filter((name) => !names.includes(name))
  const binaries = names.filter((name) => name.endsWith('.wasm'))
  if (missing.length || binaries.length !== 2)
    throw new Error(`${dist} does not hold a whole package: ${missing.join(', ') || binaries.join(', ')}`)
  const [commandLine, own] = [true, false].map((wanted) =>
    names.filter((name) => name.endsWith('.js') && name.startsWith('cli/') === wanted && !others.includes(name))
  )
  const sizes = (some, measure) => some.map((name) => measure(readFileSync(join(dist, name))))
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)

  const text = within('brotli', [
    ...binaries.map((name) => [basename(name), brotli(readFileSync(join(dist, name))), LIMITS.wasm]),
    ['JavaScript', sum(sizes(own, brotli)), LIMITS.javascript],
    ['inline.js', brotli(readFileSync(join(dist, 'inline.js'))), LIMITS.inline],
    ['command line', sum(sizes(commandLine, brotli)), LIMITS.commandLine]
  ])
  const path = sum(sizes(own, lengthOf)) + Math.max(...sizes(binaries, lengthOf))
  return `${text}; ${within('unpacked', [['what a program loads', path, LIMITS.path]])}`
}

/** Measures a packed package by what npm says of it; throws when it is over its limit. */
export const measurePackage = ({ unpackedSize }) =>
  within('unpacked', [['the whole package', unpackedSize, LIMITS.package]])

function within(form, figures) {
  const text = figures.map(([name, size, limit]) => `${name} ${kilobytes(size)} of ${kilobytes(limit)}`).join(', ')
  if (figures.some(([, size, limit]) => size > limit)) throw new Error(`Too large (${form}): ${text}`)
  return `${form}: ${text}`
}

/** The beginnings of the names of the engine's files in a built page: the package's own, which have their own limit. */
const ENGINE = ['attnscope-', 'worker-', 'thread-']

/** The files that a built page fetches before it can draw: what its document names, and what those import at once. */
function filesAtOnce(page) {
  const found = new Set()
  const visit = (name) => {
    if (found.has(name)) return
    found.add(name)
    if (!name.endsWith('.js')) return
    const text = readFileSync(join(page, 'assets', name), 'utf8')
    for (const [, next] of text.matchAll(/\b(?:from|import)\s*["']\.\/([^"']+)["']/g)) visit(next)
  }
  const document = readFileSync(join(page, 'index.html'), 'utf8')
  for (const [, name] of document.matchAll(/(?:src|href)="\.\/assets\/([^"]+\.(?:js|css))"/g)) visit(name)
  return [...found]
}

/**
 * Measures a built page folder: all of the page's own JavaScript, with every view, and what it fetches before it can
 * draw; throws when either is over its limit.
 */
export function measurePage(page) {
  const assets = join(page, 'assets')
  const names = readdirSync(assets, { recursive: true }).map(String)
  const isOf = (beginning) => (name) => basename(name).startsWith(beginning)
  const missing = ENGINE.filter((beginning) => !names.some(isOf(beginning)))
  if (missing.length) throw new Error(`${assets} holds no file of the engine's called ${missing.join(', ')}`)
  const isOwn = (name) => !ENGINE.some((beginning) => isOf(beginning)(name))
  const sizeOf = (some) => some.reduce((sum, name) => sum + brotli(readFileSync(join(assets, name))), 0)
  const own = names.filter((name) => name.endsWith('.js') && isOwn(name))
  const atOnce = filesAtOnce(page).filter(isOwn)
  for (const ending of ['.js', '.css'])
    if (!atOnce.some((name) => name.endsWith(ending)))
      throw new Error(`${page} does not hold a built page: no ${ending} file`)
  return within('brotli', [
    [`the page's JavaScript in ${own.length} files`, sizeOf(own), LIMITS.page],
    [`what it draws first with, in ${atOnce.length} files`, sizeOf(atOnce), LIMITS.firstPaint]
  ])
}
