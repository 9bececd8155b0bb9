import { Failure } from './failure.js'

const mark = [0xef, 0xbb, 0xbf]
const utf16 = [
  [0xff, 0xfe],
  [0xfe, 0xff]
]

const isAgreed = (bytes: Uint8Array, start: readonly number[]) =>
  bytes.subarray(0, start.length).every((byte, i) => byte === start[i])

/** Takes the byte order mark from the beginning of a file, in however small chunks it comes. */
export class Beginning {
  readonly #name: string
  // null: the beginning is over.
  #held: Uint8Array | null = new Uint8Array()

  constructor(name: string) {
    this.#name = name
  }

  /** What of the file has come with this chunk. @throws Failure where it is UTF-16 */
  pass(chunk: Uint8Array): Uint8Array {
    if (this.#held === null) return chunk
    const bytes = Buffer.concat([this.#held, chunk])
    const [first] = [mark, ...utf16].filter((start) => isAgreed(bytes, start))
    // Only what may yet become a mark waits for more.
    const isOpen = first !== undefined && bytes.length < first.length
    this.#held = isOpen ? bytes : null
    if (isOpen) return new Uint8Array()
    if (first === undefined) return bytes
    if (first === mark) return bytes.subarray(mark.length)
    throw new Failure(`${this.#name} is UTF-16; convert it to UTF-8 first`)
  }

  /** What waited when the file ended: no mark, then. */
  end(): Uint8Array {
    return this.#held ?? new Uint8Array()
  }
}
