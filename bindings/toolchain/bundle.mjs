// The scripts of the package in few files: what is fetched at once is one file, which also compresses best.
import { join } from 'node:path'
import { rolldown } from 'rolldown'

// Each is a file of its own, whatever imports it: a worker's script, an entry of package.json, or fetched when needed.
const ENTRIES = ['index', 'worker', 'thread', 'workerd']

// What else there is, by a script that is in it.
const CHUNKS = { 'engine/host.js': 'host', 'model/load.js': 'model', '/errors.js': 'shared' }

// The binaries and Emscripten's glue stay where they are.
const isOutside = (id) => /(\.wasm|wasm\/attnscope\.js)$/.test(id)

const chunkName = ({ moduleIds }) => {
  const found = Object.keys(CHUNKS).find((name) => moduleIds.some((id) => id.replaceAll('\\', '/').endsWith(name)))
  // One of no scripts is asked for too, and not written.
  return `${CHUNKS[found] ?? '[name]'}.js`
}

/** Writes the entries among the scripts of `from`, and what they import, into `to`. */
export async function bundleScripts(from, to) {
  const bundle = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name, join(from, `${name}.js`)])),
    external: isOutside,
    onwarn(warning) {
      throw new Error(`bundling: ${warning.message}`)
    }
  })
  const { output } = await bundle.write({
    dir: to,
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: chunkName,
    comments: { legal: false }
  })
  await bundle.close()
  const names = output.map(({ fileName }) => fileName)
  const wanted = [...ENTRIES, ...Object.values(CHUNKS)].map((name) => `${name}.js`)
  if (names.sort().join() !== wanted.sort().join()) throw new Error(`bundling made ${names}; expected ${wanted}`)
}
