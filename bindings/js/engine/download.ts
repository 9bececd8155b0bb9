import { isNode, type NodeFile, newEncoder, nodeFiles } from '../environment.js'
import { AttnscopeError, describe, withoutSecrets } from '../errors.js'
import { request } from '../wire/address.js'
import { isBlob, isStream, steady, viewOf } from '../wire/buffers.js'
import type { WireFile } from '../wire/protocol.js'

/** A file whose size is known, as far as it can be, and whose bytes are still to come. */
export interface OpenFile {
  /** `model.safetensors` */
  readonly name: string
  /** For messages: name and where it comes from. */
  readonly where: string
  /** Bytes to come; null where it is not said. */
  readonly size: number | null
  /** More bytes than `size` are a fault. Not so where a server's compression may be hidden from us. */
  readonly exact: boolean
  /** The bytes, to be read once. Throws the signal's reason or AttnscopeError `network`. */
  readonly chunks: AsyncIterable<Uint8Array>
}

const chunkBytes = 1 << 20

/**
 * Opens a file. Gives null where an optional one is not there.
 * @throws AttnscopeError `network`, or the signal's reason
 */
export async function openFile(
  name: string,
  file: WireFile,
  optional: boolean,
  signal: AbortSignal
): Promise<OpenFile | null> {
  // Node's fetch has no file: addresses, its file functions have.
  if (file.kind === 'url' && isNode && file.url.startsWith('file:'))
    return openPath(name, new URL(file.url), optional, signal)
  if (file.kind === 'url') return openAddress(name, file.url, optional, signal)
  if (file.kind === 'path') return openPath(name, file.path, optional, signal)
  const { data } = file
  const local = { name, where: name, exact: true }
  if (isStream(data)) return { ...local, size: null, chunks: readStream(data, name, signal) }
  if (isBlob(data)) return { ...local, size: data.size, chunks: readStream(data.stream(), name, signal) }
  const bytes = typeof data === 'string' ? newEncoder().encode(data) : viewOf(data)
  return { ...local, size: bytes.byteLength, chunks: once(bytes) }
}

/**
 * The size of a file that is opened later; null where nobody says it.
 * @throws AttnscopeError `network`, or the signal's reason
 */
export async function measureFile(name: string, file: WireFile, signal: AbortSignal): Promise<number | null> {
  // A stream, once open, would be used up.
  if (file.kind === 'data' && isStream(file.data)) return null
  if (file.kind === 'url' && !(isNode && file.url.startsWith('file:'))) {
    const { url, headers } = request(file.url)
    const response = await fetchUntil(url, { method: 'HEAD', headers }, signal).catch(() => null)
    signal.throwIfAborted()
    if (response?.ok && !isHtml(response)) return announced(response)
  }
  // Not every server answers that, and why a file is not there is said in one place.
  const opening = new AbortController()
  const open = await openFile(name, file, false, opening.signal)
  opening.abort()
  return open?.size ?? null
}

function isHtml(response: Response): boolean {
  return /^\s*text\/html\b/i.test(response.headers.get('content-type') ?? '')
}

// Storage services answer 403 for a missing object, and page servers answer with their front page.
function isAbsent(response: Response): boolean {
  return [403, 404, 410].includes(response.status) || isHtml(response)
}

// A compressed body is not as long as Content-Length says; across origins the header that tells is hidden.
function announced({ headers }: Response): number | null {
  const length = /^\d+$/.exec(headers.get('content-length') ?? '')
  const encoded = !['', 'identity'].includes(headers.get('content-encoding') ?? '')
  return length === null || encoded ? null : Number(length[0])
}

async function openAddress(
  name: string,
  address: string,
  optional: boolean,
  signal: AbortSignal
): Promise<OpenFile | null> {
  const where = `${name} (${withoutSecrets(address)})`
  let response: Response
  try {
    const { url, headers } = request(address)
    response = await fetchUntil(url, { headers }, signal)
  } catch (cause) {
    signal.throwIfAborted()
    const why = describe(cause).message
    throw new AttnscopeError('network', `${where} could not be fetched: ${why}`, { cause })
  }
  const html = isHtml(response)
  if (optional && isAbsent(response)) {
    await response.body?.cancel()
    return null
  }
  if (!response.ok || html) {
    await response.body?.cancel()
    const what = html ? 'an HTML page instead of the file, with' : 'no file, but'
    throw new AttnscopeError('network', `${where}: the server gave ${what} HTTP status ${response.status}`)
  }
  return {
    name,
    where,
    size: announced(response),
    exact: response.type !== 'cors',
    chunks: response.body === null ? once(new Uint8Array()) : readStream(response.body, where, signal)
  }
}

// Node's fetch takes Node's own signals alone; a test's `window` may have put its class in their place.
async function fetchUntil(url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal })
  } catch (error) {
    if (!(isNode && error instanceof TypeError && /AbortSignal/.test(error.message))) throw error
    return fetch(url, init)
  }
}

async function openPath(
  name: string,
  path: string | URL,
  optional: boolean,
  signal: AbortSignal
): Promise<OpenFile | null> {
  const where = `${name} (${withoutSecrets(String(path))})`
  let file: NodeFile | null = null
  try {
    file = await nodeFiles().open(path)
    const stat = await file.stat()
    if (!stat.isFile()) throw new Error('it is not a file')
    signal.throwIfAborted()
    return { name, where, size: stat.size, exact: true, chunks: readPath(file, where, signal) }
  } catch (cause) {
    await file?.close()
    signal.throwIfAborted()
    if (optional && (cause as { code?: unknown }).code === 'ENOENT') return null
    throw unreadable(where, cause)
  }
}

// An abort closes a file that nobody has begun to read, too.
function readPath(file: NodeFile, where: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const close = (): void => void file.close().catch(() => {})
  signal.addEventListener('abort', close, { once: true })
  return readFile(file, where, signal, close)
}

async function* readFile(
  file: NodeFile,
  where: string,
  signal: AbortSignal,
  close: () => void
): AsyncGenerator<Uint8Array> {
  try {
    const chunk = new Uint8Array(chunkBytes)
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunkBytes)
      signal.throwIfAborted()
      if (bytesRead === 0) return
      yield chunk.slice(0, bytesRead)
    }
  } catch (cause) {
    signal.throwIfAborted()
    throw unreadable(where, cause)
  } finally {
    signal.removeEventListener('abort', close)
    await file.close()
  }
}

function unreadable(where: string, cause: unknown): AttnscopeError {
  return new AttnscopeError('network', `${where} could not be read: ${describe(cause).message}`, { cause })
}

// The reader is taken at once, not at the first read: it holds the stream when a Response is collected as garbage,
// which in Node cancels a body that nobody has begun to read; and an abort reaches streams not yet begun.
function readStream(stream: ReadableStream<unknown>, where: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (stream.locked) throw new AttnscopeError('bad-input', `${where} is a stream that something else is reading`)
  const reader = stream.getReader()
  const stop = (): void => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  return readAll(reader, where, signal, stop)
}

// By hand, since not every browser can iterate over a stream.
async function* readAll(
  reader: ReadableStreamDefaultReader<unknown>,
  where: string,
  signal: AbortSignal,
  stop: () => void
): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return
      if (!(value instanceof Uint8Array)) throw new TypeError('the stream gives something other than bytes')
      yield steady(value, where)
    }
  } catch (cause) {
    signal.throwIfAborted()
    throw new AttnscopeError('network', `${where} broke off: ${describe(cause).message}`, { cause })
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
