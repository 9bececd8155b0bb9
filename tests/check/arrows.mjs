// Data flows one way, and so do includes and imports: who may know whom, checked on every source file.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const TOP_LEVEL = ['core', 'bindings', 'web', 'tests']

// Folders that tools make, which git ignores.
const GENERATED = ['build', 'dist', 'models', 'node_modules']

const CORE_MAY_INCLUDE = {
  base: [],
  kernels: ['base'],
  model: ['base'],
  text: ['base'],
  trace: ['base'],
  transformer: ['base', 'kernels', 'model', 'trace'],
  engine: ['base', 'kernels', 'model', 'text', 'trace', 'transformer']
}

function filesIn(folder, endings) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => !path.split(sep).some((part) => part === 'node_modules' || part === 'dist'))
}

const quotedIncludes = (text) => [...text.matchAll(/^\s*#\s*include\s+"([^"]+)"/gm)].map(([, path]) => path)

const importedModules = (text) =>
  [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|new URL\(\s*)(['"])([^'"\n]+)\1/g)].map(([, , path]) => path)

function coreViolations(root) {
  const found = []
  for (const path of filesIn(join(root, 'core'), ['.h', '.cpp'])) {
    const room = relative(join(root, 'core'), path).split(sep)[0]
    if (!CORE_MAY_INCLUDE[room]) {
      found.push(`${relative(root, path)} is in no room of core/`)
      continue
    }
    for (const include of quotedIncludes(readFileSync(path, 'utf8'))) {
      const target = include.includes('/') ? include.split('/')[0] : room
      if (target !== room && !CORE_MAY_INCLUDE[room].includes(target)) {
        found.push(`${relative(root, path)} includes "${include}": core/${room} may not know ${target}`)
      }
    }
  }
  return found
}

function moduleViolations(root) {
  return filesIn(join(root, 'bindings'), ['.cpp', '.h']).flatMap((path) =>
    quotedIncludes(readFileSync(path, 'utf8'))
      .filter((include) => !include.startsWith('engine/'))
      .map((include) => `${relative(root, path)} includes "${include}": the binding knows the engine alone`)
  )
}

function scriptViolations(root, folder, mayImport, rule) {
  return filesIn(join(root, folder), ['.ts', '.js', '.mjs', '.svelte']).flatMap((path) =>
    importedModules(readFileSync(path, 'utf8'))
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
    ...coreViolations(root),
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
