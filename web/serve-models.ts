import { createReadStream, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import type { Connect, Plugin } from 'vite'

const types: Record<string, string> = {
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8'
}

/** The file that a request under /models/ names, or null: outside the folder, hidden, or not a file. */
export function modelFile(folder: string, url: string): string | null {
  let path: string
  try {
    path = decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '')
  } catch {
    return null
  }
  if (path.includes('\0') || path.split(/[/\\]/).some((part) => part.startsWith('.'))) return null
  // The models may be links into the user's cache, so the path is judged by its name, not by where a link leads.
  const file = resolve(join(folder, path))
  return file.startsWith(folder + sep) ? file : null
}

/** Serves the repository's models folder under /models/ while developing and previewing. */
export function serveModels(folder: string): Plugin {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const file = modelFile(folder, request.url ?? '')
    const size = file ? sizeOf(file) : null
    if (!file || size === null) return end(response, 404, 'Not found')
    if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405, 'Method not allowed')
    response.writeHead(200, {
      'Content-Type': types[extname(file)] ?? 'application/octet-stream',
      'Content-Length': size,
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff'
    })
    if (request.method === 'HEAD') return void response.end()
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response)
  }
  const add = ({ middlewares }: { middlewares: Connect.Server }) => {
    middlewares.use(endTogether)
    middlewares.use('/models', answer)
  }
  return { name: 'serve-models', configureServer: add, configurePreviewServer: add }
}

// A reader who goes away closes the response, but not the file that is read into it. Vite's own answers leave theirs
// open too, until no descriptor is left and nobody is answered.
function endTogether(_: IncomingMessage, response: ServerResponse, next: () => void) {
  response.on('pipe', (source: Readable) => response.once('close', () => source.destroy()))
  next()
}

function sizeOf(file: string): number | null {
  try {
    const stats = statSync(file)
    return stats.isFile() ? stats.size : null
  } catch {
    return null
  }
}

function end(response: ServerResponse, status: number, words: string) {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(words)
  })
  response.end(words)
}
