import { once } from 'node:events'
import { createReadStream, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { Failure } from './failure.js'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm'
}

// Isolated from other origins, a page may share memory between threads.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache'
}

/** Serves folders on the loopback address: each address that ends in `/` stands for one. @throws Failure */
export async function serveFolders(
  folders: Readonly<Record<string, string>>,
  port: number
): Promise<{ readonly address: string; close(): void }> {
  const server = createServer((request, response) => answer(folders, request, response))
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    const why = code === 'EADDRINUSE' ? 'somebody else has it; --port 0 takes one that is free' : message
    throw new Failure(`port ${port} is not to be had: ${why}`)
  }
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close()
      server.closeAllConnections()
    }
  }
}

function answer(folders: Readonly<Record<string, string>>, request: IncomingMessage, response: ServerResponse) {
  // Another site's name may be made to lead here; it shall find nothing.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) return refuse(response, 403, 'Forbidden')
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'Method not allowed')
  const file = locate(folders, request.url ?? '/')
  const found = file === null ? null : stored(file)
  if (file === null || found === null) return refuse(response, 404, 'Not found')
  const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  const unpacks = found.isPacked && !takesBrotli
  response.writeHead(200, {
    ...headers,
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    ...(!unpacks && { 'Content-Length': found.size }),
    ...(found.isPacked && { Vary: 'Accept-Encoding' }),
    ...(found.isPacked && takesBrotli && { 'Content-Encoding': 'br' })
  })
  if (request.method === 'HEAD') return void response.end()
  const destroy = () => response.destroy()
  const bytes = createReadStream(found.path).on('error', destroy)
  const plain = unpacks ? bytes.pipe(createBrotliDecompress()).on('error', destroy) : bytes
  plain.pipe(response)
}

// In the npm package the page's files are compressed, and its binaries are not there: they are the package's own, under
// their plain names.
function stored(file: string): { path: string; size: number; isPacked: boolean } | null {
  const [, binary] = /^(attnscope-[a-z0-9]+)-[\w-]{8}\.wasm$/.exec(basename(file)) ?? []
  const own = binary && join(dirname(fileURLToPath(import.meta.url)), '..', 'wasm', `${binary}.wasm`)
  for (const path of [file, `${file}.br`, ...(own ? [own] : [])]) {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats?.isFile()) return { path, size: stats.size, isPacked: path.endsWith('.br') && path !== file }
  }
  return null
}

/** The file that a request names, or null: outside of the folders, or hidden. */
export function locate(folders: Readonly<Record<string, string>>, url: string): string | null {
  let path: string
  try {
    path = decodeURIComponent(url.split(/[?#]/, 1)[0] as string)
  } catch {
    return null
  }
  const isHidden = path.split(/[/\\]/).some((part) => part.startsWith('.'))
  if (isHidden || path.includes('\0') || path.includes('\\')) return null
  const [prefix] = Object.keys(folders)
    .filter((start) => path.startsWith(start))
    .sort((a, b) => b.length - a.length)
  if (prefix === undefined) return null
  const folder = (folders[prefix] as string).replace(/[/\\]+$/, '')
  const file = join(folder, path.slice(prefix.length) || 'index.html')
  return file.startsWith(folder + sep) ? file : null
}

function refuse(response: ServerResponse, status: number, words: string) {
  response.writeHead(status, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' }).end(`${words}\n`)
}
