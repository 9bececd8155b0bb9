// dist/inline.js: the package with its binary, in one file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const BINARY = 'attnscope-simd128'

/** Writes `inline.js` of `folder`, with the scripts that it imports and the baseline binary in it, into `to`. */
export async function writeInline(folder, to) {
  const oneFile = {
    name: 'attnscope:one-file',
    resolveId(source) {
      if (source.endsWith('.packed.js')) return '\0packed'
    },
    load(id) {
      if (id !== '\0packed') return
      const binary = gzipSync(readFileSync(join(folder, 'wasm', `${BINARY}.wasm`)), { level: 9 })
      return `export default '${binary.toString('base64')}'`
    }
  }
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    plugins: [oneFile],
    // What would name files beside it, and lead bundlers to them, is out of reach: no worker, no other binary.
    define: { 'import.meta.url': 'undefined' },
    build: {
      ssr: join(folder, 'inline.js'),
      target: 'es2022',
      minify: false,
      emptyOutDir: false,
      outDir: to,
      rolldownOptions: { output: { entryFileNames: 'inline.js', codeSplitting: false } }
    },
    ssr: { noExternal: true }
  })
}
