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

interface ProcessLike {
  readonly versions?: { readonly node?: string }
  getBuiltinModule?(name: string): unknown
}

const { process } = globalThis as { process?: ProcessLike }

/** Node, or a runtime that stands in for it (Bun, Deno): files have paths, and the engine runs without a worker. */
export const isNode: boolean =
  typeof process?.versions?.node === 'string' && typeof (globalThis as { document?: unknown }).document === 'undefined'

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
