// Data flows one way, and so do includes and imports: who may know whom, checked on every source file.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const TOP_LEVEL = ['core', 'bindings', 'web', 'tests']

// Folders that tools make, which git ignores.
const GENERATED = ['build', 'dist', 'models', 'node_modules']

/**
 * The rooms of a folder, each with the others that its files may name. A room is a folder directly below, with all that
 * is in it, or files directly in the folder: BESIDE, or one by its name. Every room has to have files, and every file a
 * room.
 */
export const ROOMS = {
  core: {
    base: [],
    kernels: ['base'],
    trace: ['base'],
    model: ['base', 'kernels'],
    text: ['base'],
    blocks: ['base', 'kernels', 'model', 'trace'],
    families: ['base', 'kernels', 'model', 'trace', 'blocks'],
    run: ['base', 'kernels', 'model', 'trace', 'blocks', 'families'],
    engine: ['base', 'kernels', 'model', 'text', 'trace', 'blocks', 'families', 'run']
  },
  'bindings/js': {
    types: [],
    base: ['types'],
    wire: ['base'],
    model: ['base', 'wire'],
    engine: ['base', 'wire', 'wasm'],
    wasm: ['types', 'engine'],
    entries: ['base', 'wire', 'model', 'engine', 'wasm']
  },
  web: {
    picture: [],
    reading: ['picture'],
    model: ['picture'],
    state: ['picture', 'reading', 'model'],
    shared: ['picture', 'reading', 'model', 'state'],
    views: ['picture', 'reading', 'model', 'state', 'shared'],
    shell: ['picture', 'reading', 'model', 'state', 'shared', 'views'],
    'main.ts': ['shell'],
    'vite.config.ts': ['serve-models.ts'],
    'serve-models.ts': []
  }
}

/** Rooms of files that lie directly in the folder: these by name, and one for all others. */
const BESIDE = {
  'bindings/js': { others: 'base', entries: ['index.ts', 'inline.ts', 'worker.ts', 'workerd.ts'] }
}

function roomOf(folder, path) {
  const [first, ...rest] = path.split(sep)
  if (rest.length || !BESIDE[folder]) return first
  const { others, ...named } = BESIDE[folder]
  return Object.keys(named).find((room) => named[room].includes(asWritten(first))) ?? others
}

// Scripts are imported by the name that they are compiled to.
const asWritten = (path) => path.replace(/\.js$/, '.ts')

// Where no file may lead back to itself, by whatever way round.
const WITHOUT_CYCLES = ['core', 'bindings/js', 'web']

// Folders whose folders know nothing of one another; only a file beside them knows them all.
const STRANGERS = ['web/views']

const SCRIPTS = ['.ts', '.js', '.mjs', '.svelte']
const SOURCES = ['.h', '.cpp', ...SCRIPTS]

function filesIn(folder, endings) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => !path.split(sep).some((part) => part === 'node_modules' || part === 'dist'))
}

const quotedIncludes = (text) => [...text.matchAll(/^\s*#\s*include\s+"([^"]+)"/gm)].map(([, path]) => path)

const importedModules = (text) =>
  [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g)].map(([, , path]) => path)

// Files that a script fetches or starts, which it does not know otherwise.
const addressedFiles = (text) => [...text.matchAll(/new URL\(\s*(['"])([^'"\n]+)\1/g)].map(([, , path]) => path)

const fileAt = (path) =>
  [path, asWritten(path), `${path}.ts`, join(path, 'index.ts')].find(
    (some) => existsSync(some) && statSync(some).isFile()
  )

/** What a file of `folder` names of the same folder: [as it is written there, the path it leads to]. */
function named(folder, path) {
  const text = readFileSync(path, 'utf8')
  if (!SCRIPTS.some((ending) => path.endsWith(ending)))
    return quotedIncludes(text).map((name) => [name, name.includes('/') ? join(folder, name) : join(path, '..', name)])
  return importedModules(text)
    .filter((name) => name.startsWith('.'))
    .map((name) => [name, resolve(dirname(path), name)])
    .filter(([, target]) => !relative(folder, target).startsWith('..'))
}

/** Each file below `folder` that is in no room or names what its room may not know, and each room without a file. */
function roomViolations(root, folder, rooms) {
  const found = []
  const inside = join(root, folder)
  const room = (path) => roomOf(folder, relative(inside, path))
  const seen = new Set()
  for (const path of filesIn(inside, SOURCES)) {
    const own = room(path)
    seen.add(own)
    if (!rooms[own]) {
      found.push(`${relative(root, path)} is in no room of ${folder}/`)
      continue
    }
    for (const [name, target] of named(inside, path)) {
      const other = room(target)
      if (other !== own && !rooms[own].includes(other))
        found.push(`${relative(root, path)} names '${name}': ${folder}/${own} may not know ${other}`)
    }
  }
  const empty = Object.keys(rooms).filter((name) => !seen.has(name))
  const unknown = Object.entries(rooms).flatMap(([name, others]) =>
    others.filter((other) => !rooms[other]).map((other) => `${folder}/${name} may know ${other}, which is no room`)
  )
  return [...found, ...unknown, ...empty.map((name) => `${folder}/${name} is a room without a file`)]
}

/** The ways round from a file below `folder` back to itself, each once. */
function cycles(root, folder) {
  const inside = join(root, folder)
  const short = (path) => relative(inside, path)
  const next = new Map(
    filesIn(inside, SOURCES).map((path) => [
      path,
      named(inside, path)
        .map(([, target]) => fileAt(target))
        .filter((target) => target && target !== path)
    ])
  )
  const found = []
  const done = new Set()
  const way = []
  function follow(path) {
    if (way.includes(path)) {
      const round = [...way.slice(way.indexOf(path)), path]
      found.push(`${folder}/: ${round.map(short).join(' -> ')} is a way round`)
      return
    }
    if (done.has(path)) return
    way.push(path)
    for (const target of next.get(path) ?? []) follow(target)
    way.pop()
    done.add(path)
  }
  for (const path of next.keys()) follow(path)
  return found
}

/** Each file below a folder of strangers that names another of them, and each such folder without two of them. */
function strangerViolations(root, folder) {
  const inside = join(root, folder)
  const own = (path) => relative(inside, path).split(sep)[0]
  const files = existsSync(inside) ? filesIn(inside, SOURCES) : []
  const housed = files.filter((path) => relative(inside, path).includes(sep))
  if (new Set(housed.map(own)).size < 2) return [`${folder} has no two folders that could be strangers`]
  return housed.flatMap((path) =>
    named(inside, path)
      .filter(([, target]) => own(target) !== own(path))
      .map(([name]) => `${relative(root, path)} names '${name}': in ${folder} nothing knows what is beside it`)
  )
}

function moduleViolations(root) {
  return filesIn(join(root, 'bindings'), ['.cpp', '.h']).flatMap((path) =>
    quotedIncludes(readFileSync(path, 'utf8'))
      .filter((include) => !include.startsWith('engine/'))
      .map((include) => `${relative(root, path)} includes "${include}": the binding knows the engine alone`)
  )
}

function scriptViolations(root, folder, mayImport, rule) {
  return filesIn(join(root, folder), SCRIPTS).flatMap((path) =>
    [importedModules, addressedFiles]
      .flatMap((find) => find(readFileSync(path, 'utf8')))
      .filter((name) => {
        if (!name.startsWith('.')) return !mayImport(name)
        return relative(join(root, folder), resolve(dirname(path), name)).startsWith('..')
      })
      .map((name) => `${relative(root, path)} imports '${name}': ${rule}`)
  )
}

/** Every broken arrow below `root`, one sentence each; empty when the house is as designed. */
export function arrowViolations(root) {
  const outsiders = readdirSync(root)
    .filter((name) => statSync(join(root, name)).isDirectory() && !name.startsWith('.'))
    .filter((name) => !TOP_LEVEL.includes(name) && !GENERATED.includes(name))
    .map((name) => `${name}/ stands beside ${TOP_LEVEL.join(', ')}: there is no fifth room`)
  const isBuiltIn = (name) => name.startsWith('node:')
  const isPath = (name) => name.startsWith('/')
  return [
    ...outsiders,
    ...Object.entries(ROOMS).flatMap(([folder, rooms]) => roomViolations(root, folder, rooms)),
    ...STRANGERS.flatMap((folder) => strangerViolations(root, folder)),
    ...WITHOUT_CYCLES.flatMap((folder) => cycles(root, folder)),
    ...moduleViolations(root),
    ...scriptViolations(root, 'bindings/js', isBuiltIn, 'the package stands on nothing but itself'),
    ...scriptViolations(
      root,
      'bindings/cli',
      (name) => isBuiltIn(name) || name === 'attnscope',
      "the command line imports 'attnscope' and Node alone"
    ),
    ...scriptViolations(root, 'web', (name) => !isPath(name), "the page imports 'attnscope' and npm packages")
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const violations = arrowViolations(join(dirname(fileURLToPath(import.meta.url)), '..', '..'))
  for (const line of violations) console.error(line)
  if (!violations.length) console.log('Includes and imports follow the design.')
  process.exitCode = violations.length ? 1 : 0
}
