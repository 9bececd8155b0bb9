import { createWriteStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { Failure, ReaderGone } from './failure.js'

/** Where output goes. Who writes waits until there is room again, so nothing piles up. */
export class Sink {
  readonly #stream: Writable
  readonly #name: string
  #failure: Error | null = null
  #wake: () => void = () => {}

  private constructor(stream: Writable, name: string) {
    this.#stream = stream
    this.#name = name
    stream.on('error', (error) => this.#fail(error))
    for (const event of ['drain', 'error', 'close']) stream.on(event, () => this.#wake())
  }

  /** Standard output. */
  static stdout(): Sink {
    return new Sink(process.stdout, 'standard output')
  }

  /** A file, made anew. */
  static file(path: string): Sink {
    return new Sink(createWriteStream(path), path)
  }

  /** @throws Failure, ReaderGone */
  async write(chunk: string | Uint8Array): Promise<void> {
    this.#check()
    if (this.#stream.write(chunk)) return
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    this.#check()
  }

  /** Everything is out. @throws Failure, ReaderGone */
  async end(): Promise<void> {
    this.#check()
    await new Promise<void>((resolve) => {
      const done = (error?: Error | null) => {
        if (error) this.#fail(error)
        resolve()
      }
      if (this.#stream === process.stdout) this.#stream.write('', done)
      else this.#stream.end(done)
    })
    this.#check()
  }

  #fail(error: Error): void {
    const { code, message } = error as Error & { code?: string }
    this.#failure ??= code === 'EPIPE' ? new ReaderGone() : new Failure(`${this.#name} cannot be written: ${message}`)
  }

  #check(): void {
    if (this.#failure !== null) throw this.#failure
  }
}
