// Serves the built package and the model, and an empty page under a strict policy: cross-origin isolated or not.
import { once } from 'node:events'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folders = {
  '/dist/': join(root, 'dist'),
  '/model/': join(root, 'models/all-MiniLM-L6-v2'),
  '/soak/': join(root, 'tests/soak')
}
const types = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.json': 'application/json'
}
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'"
const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }

/** Gives { address: of the page, requests: the paths asked for, close }. */
export async function servePackage({ isolated }) {
  const requests = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    requests.push(pathname)
    const headers = { 'Content-Security-Policy': policy, ...(isolated ? isolation : {}) }
    const folder = Object.keys(folders).find((prefix) => pathname.startsWith(prefix))
    const file = folder && join(folders[folder], pathname.slice(folder.length))
    if (pathname === '/')
      return response.writeHead(200, { ...headers, 'Content-Type': 'text/html' }).end('<title>t</title>')
    if (!file || !existsSync(file)) return response.writeHead(404, headers).end()
    response.writeHead(200, {
      ...headers,
      'Content-Type': types[extname(file)] ?? 'application/octet-stream',
      'Content-Length': statSync(file).size
    })
    createReadStream(file).pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    requests,
    close() {
      server.closeAllConnections()
      server.close()
    }
  }
}
