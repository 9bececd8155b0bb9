import { AttnscopeError, describe } from '../errors.js'

/** The bytes of a buffer or of any view on one, without a copy. */
export function viewOf(bytes: ArrayBufferLike | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes)
}

/** A buffer of memory that several threads may share. Not by its class, which pages that are not isolated do not see. */
export function isShared(value: unknown): value is SharedArrayBuffer {
  return Object.prototype.toString.call(value) === '[object SharedArrayBuffer]'
}

/**
 * The same bytes in memory that stays: a copy where it is shared or resizable, since browsers neither decode text out of
 * such memory nor always let it cross to a worker.
 * @throws AttnscopeError `bad-input` for a view that its buffer no longer holds; `out-of-memory`
 */
export function steady<T extends ArrayBufferLike | ArrayBufferView>(
  bytes: T,
  what: string
): Exclude<T, SharedArrayBuffer> | Uint8Array<ArrayBuffer> {
  const buffer = ArrayBuffer.isView(bytes) ? bytes.buffer : bytes
  if (!isShared(buffer) && (buffer as { resizable?: boolean }).resizable !== true) {
    return bytes as Exclude<T, SharedArrayBuffer>
  }
  try {
    return new Uint8Array(viewOf(bytes))
  } catch (cause) {
    const code = cause instanceof RangeError ? 'out-of-memory' : 'bad-input'
    throw new AttnscopeError(code, `${what} cannot be read: ${describe(cause).message}`, { cause })
  }
}

// By what a value says it is, and not by its class: a test's `window` brings classes of its own beside Node's, and lacks
// others.
const isA = (value: unknown, ...kinds: string[]): boolean =>
  kinds.includes(Object.prototype.toString.call(value).slice(8, -1))

/** Whether it is a URL, of whichever realm. */
export const isUrl = (value: unknown): value is URL => isA(value, 'URL')

/** Whether it is a Blob or a File, of whichever realm. */
export const isBlob = (value: unknown): value is Blob => isA(value, 'Blob', 'File')

/** Whether it is a stream, of whichever realm. */
export const isStream = (value: unknown): value is ReadableStream<Uint8Array> => isA(value, 'ReadableStream')
