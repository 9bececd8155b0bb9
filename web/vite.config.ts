import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'
import { serveModels } from './serve-models.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url)).replace(/\/$/, '')

// Only what the page needs: its own files, and compiling WebAssembly. Nothing inline, no eval, no other origin. A model
// from another address is fetched by the engine's worker, which this policy does not govern, and only when the reader
// asks for it: the page itself never needs more than its own origin.
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'"
].join('; ')

/** The policy goes into the built page only: the development server needs inline styles to reload them. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' }
    ]
  }
}

// Isolated from other origins, a page may share memory between threads; `attnscope serve` sends the same.
const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }

export default defineConfig({
  root: here('.'),
  base: './',
  // One page: an unknown address is a 404, not the page again.
  appType: 'mpa',
  plugins: [svelte(), serveModels(here('../models')), contentSecurityPolicy()],
  build: {
    // Another folder lets two builds live side by side; the tests look in the same one.
    outDir: process.env.ATTNSCOPE_PAGE ?? here('./dist'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The package in a file of its own, as its workers are: its size has its own limit.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // What fetches the others stands apart from them.
            { name: 'fetch', test: /vite\/preload-helper/ },
            { name: 'attnscope-package', test: /\/dist\/(?!.*node_modules)([\w-]+\/)*[\w-]+\.js$/ },
            // A view is fetched when it is first looked at, with its words and what it exports. All but the first come in one
            // file: it compresses better than many, and all are wanted in the end.
            {
              name: 'views',
              test: /\/web\/(views\/(?!links)\w+\/(?!index|choices)|model\/(chain|math|operations|pooling))/
            },
            // What every view draws with, and the first view itself: here at once. The state goes with it, since files that
            // import each other would be run before what they need.
            { name: 'drawing', test: /\/web\/(picture|reading|state|shared|views\/links|model\/(facts|names|python))/ }
          ]
        }
      }
    }
  },
  worker: { format: 'es' },
  preview: { headers: isolation },
  server: { headers: isolation, fs: { allow: [here('..')] } }
})
