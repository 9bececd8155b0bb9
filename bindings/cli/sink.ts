import { constants, fstatSync, type Stats } from 'node:fs'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { isatty } from 'node:tty'
import { Failure } from './failure.js'
import { OutputFile, type Remains, statsOf } from './output-file.js'
import { isSameFile } from './own-input.js'
import { cannotWrite, type Open, system, writeAll } from './temporary-file.js'

/** Where output goes. Who writes waits until it is out, so nothing piles up. */
export interface Sink {
  /** How many bytes are out: on the disk, or with whoever reads. */
  readonly taken: number
  /** @throws Failure, ReaderGone */
  write(chunk: string | Uint8Array): Promise<void>
  /** All was written. @throws Failure, ReaderGone */
  end(): Promise<void>
  /** The work broke off; the first `whole` bytes of those taken make sense. */
  breakOff(whole: number): Promise<Remains>
}

/** Standard output. */
export function standardOutput(): Sink {
  const stats = fstatSync(1)
  // Node writes into files without looking how much of it the disk took.
  if (stats.isFile() || (stats.isCharacterDevice() && !isatty(1))) {
    return new Descriptor({ descriptor: 1, name: 'standard output' }, stats)
  }
  return new Stream(process.stdout, 'standard output')
}

/** A file, or what else the path leads to; null: standard output. @throws Failure, or the signal's reason */
export async function openSink(path: string | null, signal: AbortSignal): Promise<Sink> {
  if (path === null) return standardOutput()
  try {
    const stats = await statsOf(path)
    // As /dev/stdout: opened again, a log would be cut off, and a socket would refuse.
    if (isSameFile(path, 1)) return standardOutput()
    if (stats === null || stats.isFile() || stats.isDirectory()) return await OutputFile.create(path)
    if (stats.isFIFO())
      return new Stream(new Socket({ fd: await openPipe(path, signal), readable: false, writable: true }), path)
    return new Descriptor({ descriptor: await system.open(path, 'w'), name: path }, stats)
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof Failure ? error : cannotWrite(path, error)
  }
}

// A named pipe opens when somebody reads from it. An open that waits would keep the process, even from exiting.
async function openPipe(path: string, signal: AbortSignal): Promise<number> {
  for (;;) {
    try {
      return await system.open(path, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENXIO') throw error
      await setTimeout(50, undefined, { signal })
    }
  }
}

// A device, or a file that was opened for us.
class Descriptor implements Sink {
  readonly #open: Open
  // Where in a file the first byte goes, as far as one can tell.
  readonly #start: number | null
  #taken = 0

  constructor(open: Open, stats: Stats) {
    this.#open = open
    this.#start = stats.isFile() ? stats.size : null
  }

  get taken(): number {
    return this.#taken
  }

  write(chunk: string | Uint8Array): Promise<void> {
    return writeAll(this.#open, chunk, null, (bytes) => {
      this.#taken += bytes
    })
  }

  async end(): Promise<void> {
    const { descriptor, name } = this.#open
    if (descriptor !== 1) await system.close(descriptor).catch((error) => Promise.reject(cannotWrite(name, error)))
  }

  async breakOff(whole: number): Promise<Remains> {
    const { descriptor } = this.#open
    // Half a record is taken back, unless somebody else wrote after it.
    const isLast = this.#start !== null && fstatSync(descriptor).size === this.#start + this.#taken
    if (isLast && whole < this.#taken) await system.truncate(descriptor, this.#start + whole).catch(() => {})
    return whole > 0 ? 'written' : 'nothing'
  }
}

// A pipe or a terminal.
class Stream implements Sink {
  readonly #stream: Writable
  readonly #name: string
  #taken = 0
  #failure: Error | null = null

  constructor(stream: Writable, name: string) {
    this.#stream = stream
    this.#name = name
    stream.on('error', (error) => this.#fail(error))
  }

  get taken(): number {
    return this.#taken
  }

  async write(chunk: string | Uint8Array): Promise<void> {
    await this.#done((done) => this.#stream.write(chunk, done))
    this.#taken += Buffer.byteLength(chunk)
  }

  async end(): Promise<void> {
    if (this.#stream !== process.stdout) await this.#done((done) => this.#stream.end(done))
  }

  async breakOff(whole: number): Promise<Remains> {
    return whole > 0 ? 'written' : 'nothing'
  }

  async #done(work: (done: (error?: Error | null) => void) => void): Promise<void> {
    if (this.#failure === null) {
      await new Promise<void>((resolve) => {
        work((error) => {
          if (error) this.#fail(error)
          resolve()
        })
      })
    }
    if (this.#failure !== null) throw this.#failure
  }

  #fail(error: Error): void {
    this.#failure ??= cannotWrite(this.#name, error)
  }
}
