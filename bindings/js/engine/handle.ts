import { newEncoder } from '../environment.js'
import { AttnscopeError, describe, type ErrorCode } from '../errors.js'
import type { NativeEngine, NativeFailure, NativeMatrix, NativeModule } from './native.js'
import type { Runtime } from './runtime.js'

/** A trap, or an error from below that is none of the engine's own: its memory can no longer be trusted. */
export class Crash extends AttnscopeError {
  constructor(cause: unknown) {
    super('crashed', `the engine crashed (${describe(cause).message}); load the model anew`, { cause })
  }
}

// Three bytes a unit at most. So much room for texts stays reserved, for 16,384 units; longer ones are rare, and get
// room of their own for one call.
const roomBytes = 3 * 2 ** 14

let encoder: TextEncoder | undefined

/** Writes UTF-8 to the start of `room`. @returns how many bytes */
function write(text: string, room: Uint8Array): number {
  encoder ??= newEncoder()
  if (room.buffer instanceof ArrayBuffer) return encoder.encodeInto(text, room).written
  // No browser encodes into memory that threads share.
  const bytes = encoder.encode(text)
  room.set(bytes)
  return bytes.length
}

const codes: ReadonlySet<string> = new Set<ErrorCode>([
  'bad-input',
  'bad-model',
  'unsupported',
  'out-of-memory',
  'non-finite'
])

type Numbers = Uint8Array | Uint32Array | Float32Array | Float64Array

/** The one Embind handle: turns refusals into errors and traps into crashes, and copies results out. */
export class NativeHandle {
  readonly #runtime: Runtime
  readonly #module: NativeModule
  readonly #engine: NativeEngine
  #words = new Int32Array(0)
  #room: Uint8Array = new Uint8Array(0)
  readonly #rooms: number[] = []
  #dead = false

  constructor(runtime: Runtime) {
    this.#runtime = runtime
    this.#module = runtime.module
    this.#engine = new runtime.module.Engine()
  }

  /** The instruction set of the binary. */
  get simd(): 'simd128' | 'relaxed' {
    return this.#module.simdName().includes('relaxed') ? 'relaxed' : 'simd128'
  }

  /** Threads that calculate. */
  get threads(): number {
    return this.#runtime.threads
  }

  /** Calls into the engine. @throws AttnscopeError as the engine refuses; Crash */
  call<T>(body: (engine: NativeEngine) => T | NativeFailure): T {
    if (this.#dead) throw new Crash('it was used after its end')
    let value: T | NativeFailure
    try {
      value = body(this.#engine)
    } catch (cause) {
      this.#dead = true
      throw new Crash(cause)
    }
    if (typeof value !== 'object' || value === null || !('error' in value)) return value as T
    const { code, message } = (value as NativeFailure).error
    if (codes.has(code)) throw new AttnscopeError(code as ErrorCode, message)
    this.#dead = true
    throw new Crash(message)
  }

  /** Reserves memory for a weights file, the `shard`th, and gives its address. */
  reserve(shard: number, bytes: number): number {
    // Addresses above 2 GB may come as negative numbers.
    const room = this.call((engine) => engine.reserveWeights(shard, bytes)) >>> 0
    this.#rooms[shard] = room
    return room
  }

  /** The address that `reserve` gave. */
  room(shard: number): number {
    return this.#rooms[shard] as number
  }

  /**
   * Has a text or a pair tokenized, with a prompt before it, and gives where in `words()` the tokens lie until the next call. Lone surrogates
   * become U+FFFD, which is one unit too, so offsets stay.
   */
  tokenize(call: 'tokenize' | 'add', text: string, pair: string, prompt: string): number {
    const wanted = Math.max(3 * (text.length + pair.length + prompt.length), roomBytes)
    // Growing memory leaves views on it without length.
    if (this.#room.length !== wanted) this.#reserveRoom(wanted)
    const bytes = write(text, this.#room)
    const pairBytes = pair === '' ? 0 : write(pair, this.#room.subarray(bytes))
    const promptBytes = prompt === '' ? 0 : write(prompt, this.#room.subarray(bytes + pairBytes))
    const at = this.call((engine) => engine[call](bytes, pairBytes, promptBytes) || engine.refusal())
    if (wanted > roomBytes) this.#reserveRoom(roomBytes)
    return at >>> 2
  }

  #reserveRoom(bytes: number): void {
    // Where this is refused, the room of before is gone too.
    this.#room = new Uint8Array(0)
    const pointer = this.call((engine) => engine.reserveText(bytes))
    this.#room = this.bytes().subarray(pointer >>> 0, (pointer >>> 0) + bytes)
  }

  /** All of the memory, as it is now: take it again after every call. */
  bytes(): Uint8Array {
    return this.#module.HEAPU8
  }

  /** All of the memory as int32, as it is now. */
  words(): Int32Array {
    const { buffer } = this.#module.HEAPU8
    if (this.#words.buffer !== buffer) this.#words = new Int32Array(buffer as ArrayBuffer)
    return this.#words
  }

  /**
   * A copy of numbers in an array of its own. An array made from an array: V8 clears no memory for that, as it does for
   * slice(), and 75 MB of attention weights take 10 ms in place of 57.
   */
  copy<T extends Numbers>(
    View: { new (array: T): T; new (buffer: ArrayBufferLike, offset: number, count: number): T },
    pointer: number,
    count: number
  ): T {
    return new View(new View(this.#module.HEAPU8.buffer, pointer >>> 0, count))
  }

  /** A copy of a matrix; null stays null. */
  matrix(matrix: NativeMatrix | null | undefined): Float32Array | null {
    return matrix ? this.copy(Float32Array, matrix.pointer, matrix.rows * matrix.cols) : null
  }

  /** Ends the run, if there is one. After a crash there is nothing to end. */
  end(): void {
    if (!this.#dead) this.call((engine) => engine.end())
  }

  /** Frees the engine. May be called again, and after a crash. */
  delete(): void {
    this.#runtime.stop()
    if (this.#dead) return
    this.#dead = true
    try {
      this.#engine.delete()
    } catch {
      // It is going away in any case, with its memory.
    }
  }
}
