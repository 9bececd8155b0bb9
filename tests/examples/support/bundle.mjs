// A component in a page of its own: bundled as a user's project would have it, served under a strict policy.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { build } from 'vite'
import { serveFolders } from '../../support/serve.mjs'
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

const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"

/** Serves a built page at `address`, and the real model in /model/. */
export async function serve(folder) {
  const { origin, close } = await serveFolders({ '/model/': model, '/': folder }, { 'Content-Security-Policy': policy })
  return { address: `${origin}/`, close }
}
