import { AttnscopeError } from './errors.js'

/** The little of Node's `fs/promises` that is used, so that the package needs no Node types. */
export interface NodeFiles {
  open(path: string | URL): Promise<NodeFile>
  readFile(path: string | URL): Promise<Uint8Array<ArrayBuffer>>
  readdir(path: string): Promise<string[]>
}

/** An open file of Node's. */
export interface NodeFile {
  stat(): Promise<{ readonly size: number; isFile(): boolean }>
  read(into: Uint8Array, offset: number, length: number): Promise<{ readonly bytesRead: number }>
  close(): Promise<void>
}

/** The little of Node's `worker_threads` that is used. */
export interface NodeThreads {
  readonly Worker: new (
    script: URL,
    options: { readonly execArgv: readonly string[] }
  ) => {
    on(event: 'message' | 'error', listener: () => void): unknown
    postMessage(message: unknown): void
    unref(): void
    terminate(): unknown
  }
}

/** The little of Node's `zlib` and `buffer` that is used. */
interface NodePacking {
  gunzipSync(packed: Uint8Array): Uint8Array<ArrayBuffer>
  readonly Buffer: { from(text: string, encoding: 'base64'): Uint8Array }
}

interface ProcessLike {
  readonly versions?: { readonly node?: string }
  /** Electron's: `browser` is its Node, `renderer` a page. */
  readonly type?: string
  getBuiltinModule?(name: string): unknown
}

// What a bundle of CommonJS has in place of import.meta.
declare const __filename: string | undefined

const { process } = globalThis as { process?: ProcessLike }

/**
 * Node, or a runtime that stands in for it (Bun, Deno): files have paths, and the engine runs without a worker. Known by
 * what it can do: tests give Node a `window` and a `document` (jsdom, happy-dom), and pages may have a `process`.
 */
export const isNode: boolean =
  typeof process?.versions?.node === 'string' &&
  typeof process.getBuiltinModule === 'function' &&
  process.type !== 'renderer'

/**
 * Node's file functions. Not by import, which bundlers for the browser would follow.
 * @throws AttnscopeError `unsupported`
 */
export function nodeFiles(): NodeFiles {
  const files = process?.getBuiltinModule?.('node:fs/promises')
  if (files) return files as NodeFiles
  const needed = 'give a URL or the files themselves; with Node, 20.16 or newer is needed'
  throw new AttnscopeError('unsupported', `this runtime cannot read files by path: ${needed}`)
}

/**
 * A file of this package's own: `literal` finds it from `import.meta.url`, in the form that bundlers look for. A bundle of
 * CommonJS has no such address, but says in which file it is itself; ncc puts a path in place of the address.
 * @throws AttnscopeError `unsupported` in a bundle that says neither
 */
export function ownFile(path: string, literal: () => URL): URL {
  const url = process?.getBuiltinModule?.('node:url') as { pathToFileURL(path: string): URL } | undefined
  try {
    const found: URL | string = literal()
    return typeof found === 'string' && url ? url.pathToFileURL(found) : found
  } catch (cause) {
    if (typeof __filename === 'string' && url) return new URL(path, url.pathToFileURL(__filename))
    const message = `this bundle does not say where it is, so ${path} is not found: ${bundleAdvice}`
    throw new AttnscopeError('unsupported', message, { cause })
  }
}

/** What to do where a bundler left the package's other files behind. */
export const bundleAdvice =
  'copy the files of node_modules/attnscope/dist beside an ES module or CommonJS bundle, or import attnscope/inline, which needs none'

/**
 * From UTF-8 and to it. Made when first asked for: the `window` of a test (jsdom) has no such classes, but Node has.
 */
export function newDecoder(options?: TextDecoderOptions): TextDecoder {
  return new (encoding().TextDecoder)('utf-8', options)
}

/** See {@link newDecoder}. */
export function newEncoder(): TextEncoder {
  return new (encoding().TextEncoder)()
}

type Encoding = Pick<typeof globalThis, 'TextDecoder' | 'TextEncoder'>

function encoding(): Encoding {
  if (typeof TextDecoder === 'function' && typeof TextEncoder === 'function') return globalThis
  return process?.getBuiltinModule?.('node:util') as Encoding
}

/** What gzip and base64 packed, by Node's own means, which the `window` of a test (jest's) does not hide; null elsewhere. */
export function nodeUnpack(packed: string): Uint8Array<ArrayBuffer> | null {
  const builtin = (name: string) => process?.getBuiltinModule?.(name) as NodePacking | undefined
  const [zlib, buffers] = [builtin('node:zlib'), builtin('node:buffer')]
  return isNode && zlib && buffers ? zlib.gunzipSync(buffers.Buffer.from(packed, 'base64')) : null
}

/** Node's threads, or an error that says there are none. */
export function nodeThreads(): NodeThreads {
  const threads = process?.getBuiltinModule?.('node:worker_threads')
  if (threads) return threads as NodeThreads
  throw new AttnscopeError('unsupported', 'this runtime has no worker threads')
}

/** The address that relative ones are resolved against: the document's, or the worker's own. */
export function baseAddress(): string | undefined {
  const scope = globalThis as { document?: { baseURI?: string }; location?: { href?: string } }
  return scope.document?.baseURI ?? scope.location?.href
}

/**
 * Lets waiting events (an abort, another call) in. Not a timer: nested timers are held back 4 ms each.
 */
export function yieldToEvents(): Promise<void> {
  const scope = globalThis as { setImmediate?: (callback: () => void) => void }
  if (isNode && scope.setImmediate !== undefined) {
    const { setImmediate } = scope
    return new Promise((resolve) => setImmediate(resolve))
  }
  // workerd has channels from a certain compatibility date on, and no limit on timers.
  if (typeof MessageChannel !== 'function') return new Promise((resolve) => setTimeout(resolve))
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
