/**
 * The package for Cloudflare's workerd, which compiles no bytes at run time: the binary is a module that workerd compiled
 * beforehand. There are no workers there, so the engine runs here, with one thread.
 *
 * @packageDocumentation
 */

import { loadModel as load } from './index.js'
import { checkOptions } from './model/arguments.js'
import type { LoadOptions, Model, ModelSource } from './types.js'
import relaxed from './wasm/attnscope-relaxed.wasm'

export * from './index.js'

/** As `loadModel` of the package, with the binary that workerd compiled. */
export async function loadModel(source: ModelSource, options: LoadOptions = {}): Promise<Model> {
  checkOptions(options)
  return load(source, { ...options, wasm: options.wasm ?? { relaxed } })
}
