// A component in a page of its own: bundled as a user's project would have it, served under a strict policy.
import { once } from 'node:events'
import { createReadStream, existsSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { build } from 'vite'
import { requireFrom } from './tools.mjs'

const examples = fileURLToPath(new URL('../', import.meta.url))
const model = fileURLToPath(new URL('../../../models/all-MiniLM-L6-v2/', import.meta.url))
const entry = join(examples, 'mount.mjs')

/** The page's own script, as if it stood among the examples. */
const mounted = (source) => ({
  name: 'mount',
  resolveId: (id) => (id === entry ? id : null),
  load: (id) => (id === entry ? source : null)
})

/** What an example imports and the clone has not comes from the tools. */
const fromTools = (folder) => ({
  name: 'from-tools',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!/^(react|react-dom|vue)(\/|$)/.test(id) || importer?.startsWith(folder)) return null
    return this.resolve(id, join(folder, 'importer.js'), { skipSelf: true })
  }
})

/** Vue's own compiler: its Vite plugin wants to be installed beside Vite, which is the clone's. */
const vue = (folder) => ({
  name: 'vue',
  transform(code, id) {
    if (!id.endsWith('.vue')) return null
    const { parse, compileScript } = requireFrom(folder)('vue/compiler-sfc')
    const { descriptor, errors } = parse(code, { filename: id })
    if (errors.length) throw errors[0]
    return { code: compileScript(descriptor, { id: 'example', inlineTemplate: true }).content, map: null }
  }
})

/** Builds a page into `output` whose script is `source`; imports are relative to the examples. */
export async function bundle(source, output, tools) {
  await build({
    configFile: false,
    root: examples,
    base: './',
    logLevel: 'error',
    plugins: [mounted(source), svelte({ configFile: false }), ...(tools ? [fromTools(tools), vue(tools)] : [])],
    worker: { format: 'es' },
    build: {
      outDir: output,
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: entry, output: { entryFileNames: 'main.js' } }
    }
  })
  const html = '<!doctype html><title>example</title><div id="app"></div><script type="module" src="main.js"></script>'
  writeFileSync(join(output, 'index.html'), html)
}

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.json': 'application/json'
}
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"

/** Serves a built page at `address`, and the real model in /model/. */
export async function serve(folder) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    // A browser asks for it by itself.
    if (pathname === '/favicon.ico') return response.writeHead(204).end()
    const [root, path] = pathname.startsWith('/model/') ? [model, pathname.slice(7)] : [folder, pathname.slice(1)]
    const file = join(root, path || 'index.html')
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end()
    response.writeHead(200, {
      'Content-Security-Policy': policy,
      'Content-Type': types[extname(file)] ?? 'application/octet-stream',
      'Content-Length': statSync(file).size
    })
    createReadStream(file).pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    close() {
      server.closeAllConnections()
      server.close()
    }
  }
}
