import { newDecoder } from '../environment.js'
import { AttnscopeError } from '../errors.js'
import type { LoadProgress } from '../types.js'
import { modulePaths } from '../wire/modules.js'
import { type Calls, type FileRole, fileNames, type Spelling } from '../wire/protocol.js'
import type { OpenFile } from './download.js'
import { Engine } from './engine.js'
import { ModelFolder } from './folder.js'
import { NativeHandle } from './handle.js'
import { type Runtime, startRuntime } from './runtime.js'

// No vocabulary comes near; a server that never ends must not fill the memory.
const maxTextBytes = 256 * 2 ** 20
const maxWeightsBytes = 2 ** 32 - 1
const progressInterval = 33

/**
 * Opens every file, so that the total is known before the first byte, then streams the weights into the engine's
 * memory. Whatever fails, all that was begun is stopped and freed.
 * @throws AttnscopeError, or the signal's reason
 */
export async function loadEngine(
  { name, source, binaries, threads, precision, maxTokens }: Calls['load']['args'],
  signal: AbortSignal,
  onProgress: (progress: LoadProgress) => void
): Promise<Engine> {
  const downloads = new AbortController()
  const stop = (): void => downloads.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  let handle: NativeHandle | null = null
  let started: Promise<Runtime> | null = null
  try {
    const runtime = startRuntime(binaries, threads, signal)
    // Awaited after the files; until then its failure is nobody's.
    runtime.catch(() => {})
    started = runtime
    const tally = new Tally(onProgress)
    const text = Object.fromEntries(Object.keys(fileNames).map((role) => [role, ''])) as Record<FileRole, string>
    const readFirst = async (role: FileRole, file: OpenFile): Promise<string> => {
      tally.expect(file)
      text[role] = await readText(file, tally)
      return text[role]
    }

    // What says where the others lie comes first.
    const folder = new ModelFolder(source, downloads.signal)
    const modules = await folder.open('modules', '')
    const paths = modulePaths(modules === null ? '' : await readFirst('modules', modules))
    const [weights, small] = await Promise.all([
      folder.weights(paths, async (file) => {
        const index = await readFirst('weightsIndex', file)
        handle ??= new NativeHandle(await runtime)
        return handle.call((native) => native.shards(index))
      }),
      folder.small(paths)
    ])
    const loading = handle ?? new NativeHandle(await runtime)
    handle = loading
    signal.throwIfAborted()

    // The weights' room before all else: what reading the small files takes then lies behind it, where runs use it again.
    for (const [i, { size }] of weights.entries()) if (size !== null) loading.reserve(i, size)
    for (const file of [...weights, ...small.values()]) tally.expect(file)
    tally.say('download', fileNames.config)
    // The small ones first: a wrong one is known before 90 MB are fetched.
    for (const [role, file] of small) text[role] = await readText(file, tally)
    loading.call((native) => native.describe(text, maxTokens))
    for (const [i, shard] of weights.entries()) await readWeights(await shard.open(), i, shard.size, loading, tally)
    signal.throwIfAborted()

    tally.say('prepare', fileNames.weights)
    const engine = Engine.load(loading, name, precision, spellingOf(text.tokenizer))
    tally.say('ready', fileNames.weights)
    return engine
  } catch (error) {
    downloads.abort(error)
    handle?.delete()
    // Its threads, too, when a file failed first.
    started?.then((runtime) => runtime.stop()).catch(() => {})
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * How the vocabulary of a tokenizer.json spells. Out of the text, for parsing half a megabyte of vocabulary once more takes
 * longer than all else: no string of JSON can hold a name in plain quotes.
 */
function spellingOf(tokenizer: string): Spelling {
  const at = tokenizer.search(/"decoder"\s*:\s*\{/)
  const decoder = at < 0 ? '' : tokenizer.slice(at, at + 500)
  if (/"ByteLevel"/.test(decoder)) return 'bytes'
  return /"Metaspace"|"(▁|\\u2581)"/.test(decoder) ? 'blanks' : 'pieces'
}

/** Counts the bytes of all files and tells of them, not more often than a screen can show. */
class Tally {
  #total: number | null = 0
  #began = false
  readonly #tell: (progress: LoadProgress) => void
  #loaded = 0
  #last = 0

  constructor(tell: (progress: LoadProgress) => void) {
    this.#tell = tell
  }

  /** A file more, whose bytes are to come. */
  expect({ size }: { readonly size: number | null }): void {
    this.#total = this.#total === null || size === null ? null : this.#total + size
  }

  add(bytes: number, file: string): void {
    this.#loaded += bytes
    const now = performance.now()
    if (!this.#began || (now - this.#last < progressInterval && this.#loaded !== this.#total)) return
    this.#last = now
    this.say('download', file)
  }

  /** From the first time on, when the total is known. */
  say(phase: LoadProgress['phase'], file: string): void {
    this.#began = true
    this.#tell({ phase, file, loaded: this.#loaded, total: this.#total })
  }
}

async function readText(file: OpenFile, tally: Tally): Promise<string> {
  const bytes = await collect(file, [], 0, maxTextBytes, tally)
  if (bytes.total === 0) throw empty(file)
  const text = new Uint8Array(bytes.total)
  let at = 0
  for (const chunk of bytes.chunks) {
    text.set(chunk, at)
    at += chunk.length
  }
  checkContent(file, text)
  try {
    return newDecoder({ fatal: true }).decode(text)
  } catch (cause) {
    throw new AttnscopeError('bad-model', `${file.where} is not UTF-8 text`, { cause })
  }
}

// Straight into the engine's memory where the size is known; else by way of a list, since that memory cannot grow
// under a file that lies in it. `reserved`: the size of the room that is there already.
async function readWeights(
  file: OpenFile,
  shard: number,
  reserved: number | null,
  handle: NativeHandle,
  tally: Tally
): Promise<void> {
  const { size } = file
  if (size === null) return writeAll(await collect(file, [], 0, maxWeightsBytes, tally), file, shard, handle)
  const pointer = size === reserved ? handle.room(shard) : handle.reserve(shard, size)
  const chunks = file.chunks[Symbol.asyncIterator]()
  let at = 0
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    const chunk = next.value
    if (at === 0) checkContent(file, chunk)
    if (at + chunk.length > size) {
      if (file.exact) throw wrongLength(file, `more than the ${size} bytes announced`)
      const written = [handle.bytes().slice(pointer, pointer + at), chunk]
      tally.add(chunk.length, file.name)
      const rest = { ...file, size: null, chunks: { [Symbol.asyncIterator]: () => chunks } }
      return writeAll(await collect(rest, written, at + chunk.length, maxWeightsBytes, tally), file, shard, handle)
    }
    handle.bytes().set(chunk, pointer + at)
    at += chunk.length
    tally.add(chunk.length, file.name)
  }
  if (at < size) throw wrongLength(file, `only ${at} of ${size} bytes`)
  if (at === 0) throw empty(file)
}

interface Collected {
  readonly chunks: Uint8Array[]
  readonly total: number
}

async function collect(
  file: OpenFile,
  chunks: Uint8Array[],
  start: number,
  limit: number,
  tally: Tally
): Promise<Collected> {
  let total = start
  for await (const chunk of file.chunks) {
    chunks.push(chunk)
    total += chunk.length
    if (total > limit) throw new AttnscopeError('bad-model', `${file.where} is longer than ${limit} bytes`)
    tally.add(chunk.length, file.name)
  }
  if (file.size !== null && (total < file.size || (total > file.size && file.exact))) {
    throw wrongLength(file, `${total} bytes in place of the ${file.size} announced`)
  }
  return { chunks, total }
}

function writeAll({ chunks, total }: Collected, file: OpenFile, shard: number, handle: NativeHandle): void {
  if (total === 0) throw empty(file)
  if (chunks[0] !== undefined) checkContent(file, chunks[0])
  let at = handle.reserve(shard, total)
  for (const chunk of chunks) {
    handle.bytes().set(chunk, at)
    at += chunk.length
  }
}

// Nobody's file, and so no way of saying that there is none: that would change the numbers without a word.
function empty(file: OpenFile): AttnscopeError {
  return new AttnscopeError('bad-model', `${file.where} is empty (0 bytes): it was cut short`)
}

function wrongLength(file: OpenFile, what: string): AttnscopeError {
  return new AttnscopeError('network', `${file.where} came with ${what}: the download broke off or was altered`)
}

// What people really get in place of a model file, told from its start, so that 90 MB of it are not fetched. Once all of a
// file is there the engine names more kinds (core/base/file_kind), but here a false alarm would refuse a good file: these
// starts, read as the length of a header, are beyond any file. One list tests both: tests/support/foreign-starts.json.
function checkContent(file: OpenFile, bytes: Uint8Array): void {
  const start = newDecoder().decode(bytes.subarray(0, 1024)).trimStart().toLowerCase()
  if (/^<(!doctype|html|\?xml)/.test(start)) {
    throw new AttnscopeError('network', `${file.where} is an HTML or XML page, not the model's file`)
  }
  if (start.startsWith('version https://git-lfs')) {
    const advice = "fetch the file itself, for instance with 'git lfs pull'"
    throw new AttnscopeError('bad-model', `${file.where} is a Git LFS pointer, not the model's file: ${advice}`)
  }
}
