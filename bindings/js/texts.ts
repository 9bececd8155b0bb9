import { AttnscopeError } from './errors.js'
import type { NativeHandle } from './handle.js'

// Three bytes a unit at most: texts of up to 16,384 units go straight into the engine's memory. Longer ones are rare,
// and for them so much memory is not held.
const roomBytes = 3 * 2 ** 14

const encoder = new TextEncoder()

/** Writes texts into the engine's memory. Lone surrogates become U+FFFD, which is one unit too, so offsets stay. */
export class Texts {
  readonly #handle: NativeHandle
  #room = new Uint8Array(0)

  constructor(handle: NativeHandle) {
    this.#handle = handle
  }

  /** Has a text or a pair tokenized. @returns where in `handle.words()` the tokens lie, until the next call */
  tokenize(call: 'tokenize' | 'add', text: string, pair: string): number {
    if (3 * (text.length + pair.length) > roomBytes) return this.#tokenizeLong(call, text, pair)
    // Growing memory leaves views on it without length.
    if (this.#room.length !== roomBytes) this.#reserve(roomBytes)
    const bytes = this.#write(text, 0)
    return this.#call(call, bytes, pair === '' ? 0 : this.#write(pair, bytes))
  }

  #tokenizeLong(call: 'tokenize' | 'add', text: string, pair: string): number {
    const [first, second] = [encode(text), encode(pair)]
    this.#reserve(first.length + second.length)
    this.#room.set(first)
    this.#room.set(second, first.length)
    const at = this.#call(call, first.length, second.length)
    this.#reserve(roomBytes)
    return at
  }

  #call(call: 'tokenize' | 'add', bytes: number, pairBytes: number): number {
    return this.#handle.call((engine) => engine[call](bytes, pairBytes) || engine.refusal()) >>> 2
  }

  #reserve(bytes: number): void {
    const pointer = this.#handle.call((engine) => engine.reserveText(bytes))
    this.#room = new Uint8Array(this.#handle.bytes().buffer as ArrayBuffer, pointer >>> 0, bytes)
  }

  #write(text: string, at: number): number {
    const room = at === 0 ? this.#room : this.#room.subarray(at)
    // Not every browser encodes into shared memory.
    if (room.buffer instanceof ArrayBuffer) return encoder.encodeInto(text, room).written
    const bytes = encoder.encode(text)
    room.set(bytes)
    return bytes.length
  }
}

function encode(text: string): Uint8Array {
  try {
    return encoder.encode(text)
  } catch (cause) {
    throw new AttnscopeError('out-of-memory', `not enough memory for a text of ${text.length} units`, { cause })
  }
}
