// Folders over HTTP on the loopback address, each server an origin of its own; what is asked for is remembered.
import { once } from 'node:events'
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm'
}

/**
 * Serves `folders`: address prefix -> folder. `headers` go with every answer.
 * Gives { origin, requests: the paths asked for, close }.
 */
export async function serveFolders(folders, headers = {}) {
  const requests = []
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname))
    requests.push(path)
    // A browser asks for it by itself.
    if (path === '/favicon.ico') return response.writeHead(204, headers).end()
    const prefix = Object.keys(folders).find((start) => path.startsWith(start))
    const file = prefix && join(folders[prefix], path.slice(prefix.length).replace(/^$|\/$/, '/index.html'))
    const found = file && statSync(file, { throwIfNoEntry: false })
    if (!found?.isFile()) return response.writeHead(404, headers).end()
    const type = types[extname(file)] ?? 'application/octet-stream'
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': found.size, ...headers })
    if (request.method === 'HEAD') return response.end()
    createReadStream(file).pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    requests,
    close() {
      server.closeAllConnections()
      server.close()
    }
  }
}

/** The same until the test `context` ends. */
export async function serve(context, folders, headers) {
  const { close, ...served } = await serveFolders(folders, headers)
  context.after(close)
  return served
}

/** Answers requests by `answer(request, response)` until the test `context` ends; gives the host, as in an address. */
export async function answerRequests(context, answer) {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${server.address().port}`
}

/** What another origin must send to be read from a page. */
export const shared = { 'Access-Control-Allow-Origin': '*' }
