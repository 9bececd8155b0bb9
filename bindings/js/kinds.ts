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
