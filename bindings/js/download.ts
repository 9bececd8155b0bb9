import { isNode, type NodeFile, nodeFiles } from './environment.js'
import { AttnscopeError, describe } from './errors.js'
import type { WireFile } from './protocol.js'
import { viewOf } from './runtime.js'

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
  if (data instanceof ReadableStream) return { ...local, size: null, chunks: readStream(data, name, signal) }
  if (data instanceof Blob) return { ...local, size: data.size, chunks: readStream(data.stream(), name, signal) }
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : viewOf(data)
  return { ...local, size: bytes.byteLength, chunks: once(bytes) }
}

async function openAddress(
  name: string,
  url: string,
  optional: boolean,
  signal: AbortSignal
): Promise<OpenFile | null> {
  const where = `${name} (${url})`
  let response: Response
  try {
    response = await fetch(url, { signal })
  } catch (cause) {
    signal.throwIfAborted()
    throw new AttnscopeError('network', `${where} could not be fetched: ${describe(cause).message}`, { cause })
  }
  const html = /^\s*text\/html\b/i.test(response.headers.get('content-type') ?? '')
  // Storage services answer 403 for a missing object, and page servers answer with their front page.
  if (optional && ([403, 404, 410].includes(response.status) || html)) {
    await response.body?.cancel()
    return null
  }
  if (!response.ok || html) {
    await response.body?.cancel()
    const what = html ? 'an HTML page instead of the file, with' : 'no file, but'
    throw new AttnscopeError('network', `${where}: the server gave ${what} HTTP status ${response.status}`)
  }
  // A compressed body is not as long as Content-Length says; across origins the header that tells is hidden.
  const length = /^\d+$/.exec(response.headers.get('content-length') ?? '')
  const encoded = !['', 'identity'].includes(response.headers.get('content-encoding') ?? '')
  return {
    name,
    where,
    size: length === null || encoded ? null : Number(length[0]),
    exact: response.type !== 'cors',
    chunks: response.body === null ? once(new Uint8Array()) : readStream(response.body, where, signal)
  }
}

async function openPath(
  name: string,
  path: string | URL,
  optional: boolean,
  signal: AbortSignal
): Promise<OpenFile | null> {
  const where = `${name} (${String(path)})`
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
      yield value
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
