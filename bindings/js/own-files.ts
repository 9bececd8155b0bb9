import { ownFile } from './environment.js'
import type { Simd } from './types.js'

/**
 * Where the package's own binaries are; why here, own-worker.ts says. Written out, since bundlers understand these two
 * forms only when everything in them is literal.
 */
export const ownBinaries: Record<Simd, () => URL> = {
  simd128: () =>
    ownFile('./wasm/attnscope-simd128.wasm', () => new URL('./wasm/attnscope-simd128.wasm', import.meta.url)),
  relaxed: () =>
    ownFile('./wasm/attnscope-relaxed.wasm', () => new URL('./wasm/attnscope-relaxed.wasm', import.meta.url))
}

/** Starts the script of a thread as a web worker; why here, own-worker.ts says. */
export const ownThread = (): Worker => new Worker(new URL('./thread.js', import.meta.url), { type: 'module' })

/** The same script's address, for Node. Not the literal form: bundlers for the browser would copy it a second time. */
export function threadScript(): URL {
  const here = import.meta.url
  return ownFile('./thread.js', () => new URL('./thread.js', here))
}
