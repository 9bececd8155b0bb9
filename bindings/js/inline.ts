/**
 * The package in one file: no worker's script and no binary lie beside it, so there is nothing that a bundler could
 * leave behind. In return it is larger, has the baseline SIMD binary alone, and calculates with one thread, here, where
 * a layer blocks for the time that it takes. Cloudflare's workerd refuses it: that compiles no bytes at run time.
 *
 * @packageDocumentation
 */

import { nodeUnpack } from './environment.js'
import { loadModel as load } from './index.js'
import { checkOptions } from './model/arguments.js'
import type { LoadOptions, Model, ModelSource } from './types.js'
import packed from './wasm/attnscope-simd128.packed.js'

export * from './index.js'

let unpacked: Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> | undefined

/** As `loadModel` of the package, with the binary from this file and, unless `worker` says otherwise, no worker. */
export async function loadModel(source: ModelSource, options: LoadOptions = {}): Promise<Model> {
  checkOptions(options)
  unpacked ??= unpack()
  return load(source, { ...options, worker: options.worker ?? false, wasm: options.wasm ?? (await unpacked) })
}

async function unpack(): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> {
  const here = nodeUnpack(packed)
  if (here !== null) return here
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0))
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
}
