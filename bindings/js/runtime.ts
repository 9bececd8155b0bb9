import { isNode, nodeFiles } from './environment.js'
import { AttnscopeError } from './errors.js'
import type { NativeFactory, NativeModule } from './native.js'
import type { WireBinaries, WireWasm } from './protocol.js'
import type { Simd } from './types.js'

// A module of one function: three splats and one instruction that only this SIMD level has.
const moduleStart = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0, 10]
const splat = [0x41, 0, 0xfd, 0x0f]
const probes: Record<Simd, Uint8Array<ArrayBuffer>> = {
  // f32x4.add
  simd128: Uint8Array.of(...moduleStart, 15, 1, 13, 0, ...splat, ...splat, 0xfd, 0xe4, 1, 0x0b),
  // f32x4.relaxed_madd
  relaxed: Uint8Array.of(...moduleStart, 19, 1, 17, 0, ...splat, ...splat, ...splat, 0xfd, 0x85, 2, 0x0b)
}

// Written out, since bundlers understand these two forms only when everything in them is literal.
const parts: Record<Simd, { binary: () => URL; glue: () => Promise<{ default: NativeFactory }> }> = {
  simd128: {
    binary: () => new URL('./wasm/attnscope-simd128.wasm', import.meta.url),
    glue: () => import('./wasm/attnscope-simd128.js')
  },
  relaxed: {
    binary: () => new URL('./wasm/attnscope-relaxed.wasm', import.meta.url),
    glue: () => import('./wasm/attnscope-relaxed.js')
  }
}

// The package's own binaries, compiled once however many models are loaded.
const compiled = new Map<Simd, Promise<WebAssembly.Module>>()

/**
 * Starts the best binary that this machine runs.
 * @throws AttnscopeError `unsupported` without WebAssembly SIMD, or for a binary of another version; `network`.
 */
export async function startRuntime(binaries: WireBinaries, signal: AbortSignal): Promise<NativeModule> {
  const simd = chooseSimd(binaries)
  const brought = binaries[simd]
  const module = brought === undefined ? await ownBinary(simd) : await compile(brought)
  signal.throwIfAborted()
  const { default: factory } = await parts[simd].glue()
  return instantiate(factory, module)
}

function chooseSimd(binaries: WireBinaries): Simd {
  const brought = Object.keys(binaries) as Simd[]
  const choice = (brought.length > 0 ? brought : (['simd128', 'relaxed'] as const)).filter(
    (simd) => typeof WebAssembly === 'object' && WebAssembly.validate(probes[simd])
  )
  if (choice.includes('relaxed')) return 'relaxed'
  if (choice.includes('simd128')) return 'simd128'
  const needed = brought.length === 1 && brought[0] === 'relaxed' ? 'WebAssembly relaxed SIMD' : 'WebAssembly SIMD'
  throw new AttnscopeError('unsupported', `this browser or runtime lacks ${needed}, which attnscope needs`)
}

function ownBinary(simd: Simd): Promise<WebAssembly.Module> {
  let module = compiled.get(simd)
  if (module === undefined) {
    module = compile(parts[simd].binary().href)
    compiled.set(simd, module)
    // A failure may pass (the network was away), so it is not kept.
    module.catch(() => compiled.delete(simd))
  }
  return module
}

async function compile(source: WireWasm): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source
  const bytes = typeof source === 'string' ? await fetchBinary(source) : new Uint8Array(viewOf(source))
  if (bytes[0] !== 0 || bytes[1] !== 0x61 || bytes[2] !== 0x73 || bytes[3] !== 0x6d) {
    const where = typeof source === 'string' ? ` at ${source}` : ''
    const html = bytes[0] === 0x3c ? ': it looks like an HTML page' : ''
    throw new AttnscopeError('network', `the file${where} is not WebAssembly${html}`)
  }
  try {
    return await WebAssembly.compile(bytes)
  } catch (cause) {
    throw new AttnscopeError('unsupported', 'the WebAssembly binary could not be compiled', { cause })
  }
}

// Not compileStreaming: that refuses a server which gives .wasm another MIME type, and hides what came instead.
async function fetchBinary(address: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    if (isNode && !/^(https?|data|blob):/.test(address)) {
      const files = nodeFiles()
      return await files.readFile(address.startsWith('file:') ? new URL(address) : address)
    }
    const response = await fetch(address)
    if (!response.ok) throw new Error(`HTTP ${response.status} ${response.statusText}`)
    return new Uint8Array(await response.arrayBuffer())
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new AttnscopeError('network', `the WebAssembly binary ${address} could not be fetched: ${why}`, { cause })
  }
}

function instantiate(factory: NativeFactory, module: WebAssembly.Module): Promise<NativeModule> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: unknown): void => {
      const message = 'the WebAssembly binary could not be started: it may be of another version or of the other kind'
      reject(new AttnscopeError('unsupported', message, { cause }))
    }
    factory({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports)
          .then((instance) => done(instance, module))
          .catch(refuse)
        return {}
      }
    }).then(resolve, refuse)
  })
}

/** The bytes of a buffer or of any view on one, without a copy. */
export function viewOf(bytes: ArrayBuffer | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes)
}
