// A local server, cross-origin isolated as a page with threads must be, that lets nothing be cached.
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inRepository } from '../../../bindings/toolchain/paths.mjs'

const types = {
  ...{ '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript' },
  ...{ '.wasm': 'application/wasm', '.json': 'application/json' }
}

/** @returns {Promise<{ address: string, close(): void }>} @param {{ model: string, modules: string, transformersHome: string }} places */
export async function serve(places) {
  const folders = {
    '/bench/': fileURLToPath(new URL('..', import.meta.url)),
    '/build/': inRepository('build'),
    '/dist/': inRepository('dist'),
    '/model/': places.model,
    '/modules/': places.modules,
    '/onnx/': dirname(places.onnx.int8),
    '/transformers/': places.transformersHome
  }
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://local').pathname))
    const prefix = Object.keys(folders).find((name) => path.startsWith(name))
    const file = prefix && join(folders[prefix], path.slice(prefix.length))
    const size = file && statSync(file, { throwIfNoEntry: false })
    if (!size?.isFile()) return response.writeHead(404).end()
    response.writeHead(200, {
      'Content-Type': types[extname(file)] ?? 'application/octet-stream',
      'Content-Length': size.size,
      'Cache-Control': 'no-store',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp'
    })
    createReadStream(file).pipe(response)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections()
      server.close()
    }
  }
}
