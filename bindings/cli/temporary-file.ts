import { close, fchmod, fchown, fsync, ftruncate, open, rmSync, write } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Failure, ReaderGone } from './failure.js'

/** The calls of node:fs on an open file, as promises: unlike a FileHandle they also take descriptors that were there. */
export const system = {
  open: promisify(open),
  close: promisify(close),
  write: promisify(write),
  truncate: promisify(ftruncate),
  sync: promisify(fsync),
  chmod: promisify(fchmod),
  chown: promisify(fchown)
}

/** What went wrong with writing, for the user. */
export function cannotWrite(name: string, error: unknown): Failure | ReaderGone {
  const { code, message } = error as Error & { code?: string }
  return code === 'EPIPE' ? new ReaderGone() : new Failure(`${name || "''"} cannot be written: ${message}`)
}

/** An open file, and what it is called. */
export interface Open {
  readonly descriptor: number
  readonly name: string
}

/**
 * Writes all bytes and calls `took` with how many each call to the system took: a disk that fills takes a part of them
 * before it refuses. `at`: where in the file, or null for where it stands. @throws Failure, ReaderGone
 */
export async function writeAll(
  { descriptor, name }: Open,
  chunk: string | Uint8Array,
  at: number | null,
  took: (bytes: number) => void
): Promise<void> {
  const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  try {
    for (let from = 0; from < bytes.length; ) {
      const position = at === null ? null : at + from
      const { bytesWritten } = await system.write(descriptor, bytes, from, bytes.length - from, position)
      from += bytesWritten
      took(bytesWritten)
    }
  } catch (error) {
    throw cannotWrite(name, error)
  }
}

// Those that are there. The process may end in the middle of anything, as by a second Ctrl-C; they must not stay.
const present = new Set<string>()
process.on('exit', () => {
  for (const path of present) rmSync(path, { force: true })
})

/** A new file that is gone with the process, unless it is let go. */
export class TemporaryFile implements Open {
  readonly descriptor: number
  readonly path: string
  readonly name: string
  #size = 0
  #isOpen = true

  private constructor(descriptor: number, path: string, name: string) {
    this.descriptor = descriptor
    this.path = path
    this.name = name
  }

  /** `name`: what it is called when it fails. @throws the system's error */
  static async create(folder: string, mode: number, name: string): Promise<TemporaryFile> {
    // Short: the name that it stands in for may be as long as names can be.
    const path = join(folder, `.attnscope-${process.pid}-${Math.random().toString(36).slice(2, 10)}.part`)
    const descriptor = await system.open(path, 'wx', mode)
    present.add(path)
    return new TemporaryFile(descriptor, path, name)
  }

  /** How many bytes it has. */
  get size(): number {
    return this.#size
  }

  /** Adds to its end. @throws Failure */
  async write(chunk: string | Uint8Array): Promise<void> {
    this.#check()
    await writeAll(this, chunk, this.#size, (bytes) => {
      this.#size += bytes
    })
  }

  /** Writes over its beginning. @throws Failure */
  async overwrite(bytes: Uint8Array): Promise<void> {
    this.#check()
    await writeAll(this, bytes, 0, () => {})
  }

  /** Keeps the first bytes alone. @throws the system's error */
  async cut(size: number): Promise<void> {
    this.#check()
    await system.truncate(this.descriptor, size)
    this.#size = size
  }

  /** Closes it; what it holds is on the disk by then. @throws the system's error */
  async close(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    try {
      await system.sync(this.descriptor)
    } finally {
      await system.close(this.descriptor)
    }
  }

  /** From now on it stays, or is no longer there under its name. */
  letGo(): void {
    present.delete(this.path)
  }

  /** Closes and removes it. */
  async remove(): Promise<void> {
    await this.close().catch(() => {})
    rmSync(this.path, { force: true })
    this.letGo()
  }

  // Its number may be that of another file by now.
  #check(): void {
    if (!this.#isOpen) throw new Failure(`${this.name} is closed`)
  }
}
