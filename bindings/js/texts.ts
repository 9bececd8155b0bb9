import type { NativeHandle } from './handle.js'

// Three bytes a unit at most. So much stays reserved, for texts of up to 16,384 units; longer ones are rare, and get
// room of their own for one call.
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
    const wanted = Math.max(3 * (text.length + pair.length), roomBytes)
    // Growing memory leaves views on it without length.
    if (this.#room.length !== wanted) this.#reserve(wanted)
    const bytes = encoder.encodeInto(text, this.#room).written
    const pairBytes = pair === '' ? 0 : encoder.encodeInto(pair, this.#room.subarray(bytes)).written
    const at = this.#handle.call((engine) => engine[call](bytes, pairBytes) || engine.refusal())
    if (wanted > roomBytes) this.#reserve(roomBytes)
    return at >>> 2
  }

  #reserve(bytes: number): void {
    // Also where this is refused, the room of before is gone.
    this.#room = new Uint8Array(0)
    const pointer = this.#handle.call((engine) => engine.reserveText(bytes))
    this.#room = new Uint8Array(this.#handle.bytes().buffer as ArrayBuffer, pointer >>> 0, bytes)
  }
}
