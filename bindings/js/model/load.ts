import { isNode } from '../environment.js'
import { AttnscopeError, describeValue } from '../errors.js'
import type { LoadOptions, Model, ModelSource, Precision } from '../types.js'
import { address, isAddress } from '../wire/address.js'
import { isShared, isStream, isUrl, steady } from '../wire/buffers.js'
import type { Calls, WireBinaries, WireSource, WireWasm } from '../wire/protocol.js'
import { Client } from '../wire/rpc.js'
import { type OpenHost, openTransport } from '../wire/transport.js'
import { checkOptions } from './arguments.js'
import { LoadedModel } from './model.js'
import { resolveSource } from './source.js'

const mostThreads = 32

/**
 * What the package's entries export as `loadModel`.
 * @param openHost Starts the engine on this side, where it is not to run in a worker.
 */
export async function load(source: ModelSource, options: LoadOptions, openHost: OpenHost): Promise<Model> {
  checkOptions(options)
  const precision = checkPrecision(options.precision)
  const { signal, onProgress, worker } = options
  checkWorker(worker)
  const binaries = resolveBinaries(options.wasm)
  const threads = checkThreads(options.threads)
  const maxTokens = checkMaxTokens(options.maxTokens)
  const { name, source: from } = await resolveSource(source, options.folder)
  signal?.throwIfAborted()
  const client = await Client.open((events) => openTransport(worker, events, openHost))
  try {
    const crossing = client.isHere ? { source: from, transfer: [] } : await prepareStreams(from)
    const loaded: Partial<Calls['load']['result']> | null = await client.call(
      'load',
      { name, source: crossing.source, binaries, threads, precision, maxTokens },
      {
        signal,
        onProgress,
        transfer: crossing.transfer
      }
    )
    const { info, vocabulary } = loaded ?? {}
    if (typeof info?.layers !== 'number' || typeof vocabulary?.starts?.length !== 'number') {
      throw new AttnscopeError('bad-input', "the worker answers something else; expected the package's worker.js")
    }
    return new LoadedModel(client, info, vocabulary)
  } catch (error) {
    client.close(new AttnscopeError('disposed', 'the model was not loaded'))
    throw error
  }
}

function checkPrecision(precision: unknown): Precision {
  if (precision === undefined) return 'float32'
  if (precision === 'float32' || precision === 'int8') return precision
  const code = typeof precision === 'string' ? 'unsupported' : 'bad-input'
  throw new AttnscopeError(code, `precision is ${describeValue(precision)}; expected 'float32' or 'int8'`)
}

function checkThreads(threads: unknown): number | null {
  if (threads === undefined) return null
  if (Number.isInteger(threads) && (threads as number) >= 1 && (threads as number) <= mostThreads) {
    return threads as number
  }
  const expected = `a whole number from 1 to ${mostThreads}`
  throw new AttnscopeError('bad-input', `threads is ${describeValue(threads)}; expected ${expected}`)
}

// How many positions the model has, only its files say; the engine refuses what is no number of tokens up to there.
function checkMaxTokens(maxTokens: unknown): number | null {
  if (maxTokens === undefined) return null
  if (typeof maxTokens === 'number') return maxTokens
  const expected = "a whole number from 1 to the model's positions"
  throw new AttnscopeError('bad-input', `maxTokens is ${describeValue(maxTokens)}; expected ${expected}`)
}

function checkWorker(worker: unknown): void {
  if (worker === undefined || worker === false || typeof worker === 'string' || isUrl(worker)) return
  if (typeof Worker === 'function' && worker instanceof Worker) return
  throw new AttnscopeError('bad-input', `worker is ${describeValue(worker)}; expected a URL, a Worker or false`)
}

function resolveBinaries(wasm: LoadOptions['wasm']): WireBinaries {
  if (wasm === undefined) return {}
  const single = toWire(wasm)
  if (single !== null) {
    const relaxed = typeof single === 'string' && /relaxed[^/\\?#]*([?#].*)?$/.test(single)
    return relaxed ? { relaxed: single } : { simd128: single }
  }
  const binaries: Partial<Record<keyof WireBinaries, WireWasm>> = {}
  for (const simd of ['simd128', 'relaxed'] as const) {
    const source: unknown = (wasm as Readonly<Record<string, unknown>> | null)?.[simd]
    const wire = toWire(source)
    if (wire !== null) binaries[simd] = wire
    else if (source !== undefined) refuse(`wasm.${simd}`, source)
  }
  return Object.keys(binaries).length > 0 ? binaries : refuse('wasm', wasm)
}

const expectedWasm = 'a URL, bytes, a WebAssembly.Module, or { simd128, relaxed } of these'

function refuse(what: string, value: unknown): never {
  throw new AttnscopeError('bad-input', `${what} is ${describeValue(value)}; expected ${expectedWasm}`)
}

function toWire(source: unknown): WireWasm | null {
  if (source === '') return null
  if (typeof source === 'string') return isNode && !isAddress(source) ? source : address(source, expectedWasm).href
  if (isUrl(source)) return source.href
  if (source instanceof WebAssembly.Module) return source
  const binary = source instanceof ArrayBuffer || isShared(source) || ArrayBuffer.isView(source)
  return binary ? steady(source, 'wasm') : null
}

// A stream crosses by being transferred; where the browser cannot do that, it is read into a Blob first.
async function prepareStreams(source: WireSource): Promise<{ source: WireSource; transfer: Transferable[] }> {
  const transfer: Transferable[] = []
  if (source.kind !== 'files') return { source, transfer }
  const entries = await Promise.all(
    Object.entries(source.files).map(async ([name, file]) => {
      if (file.kind !== 'data' || !isStream(file.data)) return [name, file]
      if (!streamsTransfer()) return [name, { kind: 'data', data: await new Response(file.data).blob() }]
      transfer.push(file.data)
      return [name, file]
    })
  )
  return { source: { kind: 'files', files: Object.fromEntries(entries) }, transfer }
}

function streamsTransfer(): boolean {
  try {
    const probe = new ReadableStream()
    structuredClone(probe, { transfer: [probe] })
    return true
  } catch {
    return false
  }
}
