/**
 * Classes of browsers and of Node that the interface names, as the user's own declarations have them (`dom`, `webworker`,
 * `@types/node`, or none: then there is nothing of the kind to hand over, and the package's types compile all the same).
 */

type Global<Name extends string> = typeof globalThis extends Record<Name, { prototype: infer T }> ? T : never

/** The global class of that name. */
export type AbortSignal = Global<'AbortSignal'>

/** The global class of that name. */
export type Blob = Global<'Blob'>

/** The global class of that name. */
export type File = Global<'File'>

/** The global class of that name, of bytes. */
export type ReadableStream = Global<'ReadableStream'> & {
  getReader(): { read(): Promise<{ readonly value?: Uint8Array | undefined }> }
}

/** The global class of that name. */
export type URL = Global<'URL'>

/** The global class of that name: a web worker, not Node's. */
export type Worker = Global<'Worker'>

/** `WebAssembly.Module` */
export type WebAssemblyModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer T } } }
  ? T
  : never
