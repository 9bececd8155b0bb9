import { once } from 'node:events'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, extname, join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
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
  const server = createServer((request, response) => {
    // Whatever a request may hold, it is the answer that ends and not the server.
    answer(folders, request, response).catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    const why = code === 'EADDRINUSE' ? 'somebody else has it; --port 0 takes one that is free' : message
    throw new Failure(`port ${port} is not to be had: ${why}`)
  }
  // As when there are no descriptors left for another connection.
  server.on('error', () => {})
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close()
      server.closeAllConnections()
    }
  }
}

async function answer(
  folders: Readonly<Record<string, string>>,
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> {
  // Another site's name may be made to lead here; it shall find nothing.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) return refuse(response, 403, 'Forbidden')
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'Method not allowed')
  const file = locate(folders, request.url ?? '/')
  const found = file === null ? null : await stored(file)
  if (file === null || found === null) return refuse(response, 404, 'Not found')
  const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  const unpacks = found.isPacked && !takesBrotli
  try {
    response.writeHead(200, {
      ...headers,
      'Content-Type': types[extname(file)] ?? 'application/octet-stream',
      ...(!unpacks && { 'Content-Length': found.size }),
      ...(found.isPacked && { Vary: 'Accept-Encoding' }),
      ...(found.isPacked && takesBrotli && { 'Content-Encoding': 'br' })
    })
    if (request.method === 'HEAD' || found.size === 0) return void response.end()
    // No more than was promised, should the file grow meanwhile.
    const bytes = found.file.createReadStream({ end: found.size - 1, autoClose: false })
    // Both end together: whoever goes away in the middle leaves nothing open.
    await (unpacks ? pipeline(bytes, createBrotliDecompress(), response) : pipeline(bytes, response))
  } finally {
    await found.file.close()
  }
}

interface Stored {
  readonly file: FileHandle
  readonly size: number
  readonly isPacked: boolean
}

// In the npm package the page's files are compressed, and its binaries are not there: they are the package's own, under
// their plain names.
async function stored(file: string): Promise<Stored | null> {
  const [, binary] = /^(attnscope-[a-z0-9]+)-[\w-]{8}\.wasm$/.exec(basename(file)) ?? []
  const own = binary && join(dirname(fileURLToPath(import.meta.url)), '..', 'wasm', `${binary}.wasm`)
  for (const path of [file, `${file}.br`, ...(own ? [own] : [])]) {
    const found = await openFile(path)
    if (found !== null) return { ...found, isPacked: path.endsWith('.br') && path !== file }
  }
  return null
}

// null for what is not there, and for what cannot be looked at: a name that is too long, links in circles, no right to.
async function openFile(path: string): Promise<{ file: FileHandle; size: number } | null> {
  try {
    // Only then opened: a named pipe would wait for a writer.
    const stats = await stat(path)
    return stats.isFile() ? { file: await open(path), size: stats.size } : null
  } catch {
    return null
  }
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
