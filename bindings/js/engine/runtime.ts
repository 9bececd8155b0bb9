import { bundleAdvice, isNode, nodeFiles } from '../environment.js'
import { AttnscopeError, describe, withoutSecrets } from '../errors.js'
import { ownBinaries } from '../own-files.js'
import type { Simd } from '../types.js'
import factory from '../wasm/attnscope.js'
import { request } from '../wire/address.js'
import { viewOf } from '../wire/buffers.js'
import type { WireBinaries, WireWasm } from '../wire/protocol.js'
import { createMemory, setShared } from './memory.js'
import type { NativeModule } from './native.js'
import { countThreads, startTeam } from './threads.js'

/** A started binary. */
export interface Runtime {
  readonly module: NativeModule
  /** Threads that calculate. */
  readonly threads: number
  /** Ends all threads but this one. May be called again. */
  stop(): void
}

// A module of one function: three splats and one instruction that only this SIMD level has.
const moduleStart = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0, 10]
const splat = [0x41, 0, 0xfd, 0x0f]
const probes: Record<Simd, Uint8Array<ArrayBuffer>> = {
  // f32x4.add
  simd128: Uint8Array.of(...moduleStart, 15, 1, 13, 0, ...splat, ...splat, 0xfd, 0xe4, 1, 0x0b),
  // f32x4.relaxed_madd
  relaxed: Uint8Array.of(...moduleStart, 19, 1, 17, 0, ...splat, ...splat, ...splat, 0xfd, 0x85, 2, 0x0b)
}

// The package's own binaries, for memory of their own and shared, compiled once however many models are loaded.
const compiled = new Map<string, Promise<WebAssembly.Module>>()

/**
 * Starts the best binary that this machine runs, with as many threads as `threads` and the place allow.
 * @throws AttnscopeError `unsupported` without WebAssembly SIMD, or for a binary of another version; `network`.
 */
export async function startRuntime(
  binaries: WireBinaries,
  threads: number | null,
  signal: AbortSignal
): Promise<Runtime> {
  const simd = chooseSimd(binaries)
  const brought = binaries[simd]
  const count = brought === undefined ? countThreads(threads) : 1
  if (count > 1) {
    // Shared memory is reserved whole, and some phones refuse that; one thread does without.
    const threaded = await startThreaded(simd, count).catch(() => null)
    if (threaded !== null && signal.aborted) threaded.stop()
    signal.throwIfAborted()
    if (threaded !== null) return threaded
  }
  const module = brought === undefined ? await ownBinary(simd, false) : await compile(brought, false)
  signal.throwIfAborted()
  return { module: await instantiate(module, createMemory(false)), threads: 1, stop: () => {} }
}

async function startThreaded(simd: Simd, count: number): Promise<Runtime> {
  const module = await ownBinary(simd, true)
  const memory = createMemory(true)
  const native = await instantiate(module, memory)
  const team = await startTeam(native, module, memory, count - 1)
  return { module: native, threads: 1 + team.size, stop: () => team.stop() }
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

function ownBinary(simd: Simd, shared: boolean): Promise<WebAssembly.Module> {
  const key = `${simd} ${shared}`
  let module = compiled.get(key)
  if (module === undefined) {
    module = compile(ownBinaries[simd]().href, shared, `; ${bundleAdvice}`)
    compiled.set(key, module)
    // A failure may pass (the network was away), so it is not kept.
    module.catch(() => compiled.delete(key))
  }
  return module
}

async function compile(source: WireWasm, shared: boolean, advice = ''): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source
  const bytes = typeof source === 'string' ? await fetchBinary(source, advice) : new Uint8Array(viewOf(source))
  if (bytes[0] !== 0 || bytes[1] !== 0x61 || bytes[2] !== 0x73 || bytes[3] !== 0x6d) {
    const where = typeof source === 'string' ? ` at ${withoutSecrets(source)}` : ''
    const html = bytes[0] === 0x3c ? ': it looks like an HTML page' : ''
    throw new AttnscopeError('network', `the file${where} is not WebAssembly${html}${advice}`)
  }
  if (shared) setShared(bytes, true)
  try {
    return await WebAssembly.compile(bytes)
  } catch (cause) {
    // In a browser it may be a policy; in Node it is the bytes, which bundlers (ncc) copy as if they were text.
    const message = `the WebAssembly binary could not be compiled${isNode ? advice : ''}`
    throw new AttnscopeError('unsupported', message, { cause })
  }
}

// Not compileStreaming: that refuses a server which gives .wasm another MIME type, and hides what came instead.
async function fetchBinary(address: string, advice: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    if (isNode && !/^(https?|data|blob):/.test(address)) {
      const files = nodeFiles()
      return await files.readFile(address.startsWith('file:') ? new URL(address) : address)
    }
    const { url, headers } = request(address)
    const response = await fetch(url, { headers })
    if (!response.ok) throw new Error(`HTTP ${response.status} ${response.statusText}`)
    return new Uint8Array(await response.arrayBuffer())
  } catch (cause) {
    const why = `${describe(cause).message}${advice}`
    const where = withoutSecrets(address)
    throw new AttnscopeError('network', `the WebAssembly binary ${where} could not be fetched: ${why}`, { cause })
  }
}

function instantiate(module: WebAssembly.Module, wasmMemory: WebAssembly.Memory): Promise<NativeModule> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: unknown): void => {
      const why = isFrozen(cause)
        ? 'the built-in prototypes are frozen: load the model before that, or freeze them so that own properties may override them (SES lockdown)'
        : 'it may be of another version or of the other kind'
      reject(new AttnscopeError('unsupported', `the WebAssembly binary could not be started: ${why}`, { cause }))
    }
    start({
      wasmMemory,
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports)
          .then((instance) => done(instance, module))
          .catch(refuse)
        return {}
      }
    }).then(resolve, refuse)
  })
}

// The glue, which may throw at once.
const start: typeof factory = async (options) => factory(options)

// Emscripten's glue gives objects properties by assignment, which a frozen prototype forbids.
const isFrozen = (cause: unknown): boolean =>
  cause instanceof TypeError && [Object, Function, Array, Error].some(({ prototype }) => Object.isFrozen(prototype))
