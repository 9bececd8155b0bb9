import { createReadStream } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from './failure.js'
import type { Sink } from './sink.js'

const headerBytes = 128

/** The header of a NumPy file (version 1.0) with a float32 matrix; always as long, so that it can be written again. */
export function npyHeader(rows: number, columns: number): Buffer {
  const header = Buffer.alloc(headerBytes, ' ')
  header.write('\u0093NUMPY\u0001\u0000', 'latin1')
  header.writeUInt16LE(headerBytes - 10, 8)
  header.write(`{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`, 10, 'latin1')
  header.write('\n', headerBytes - 1)
  return header
}

/** A NumPy file that grows row by row: how many there are is known, and written, at the end. */
export class NpyFile {
  readonly #file: FileHandle
  readonly #columns: number
  #rows = 0

  private constructor(file: FileHandle, columns: number) {
    this.#file = file
    this.#columns = columns
  }

  /** @throws Failure */
  static async create(path: string, columns: number): Promise<NpyFile> {
    try {
      const file = await open(path, 'w')
      await file.write(npyHeader(0, columns))
      return new NpyFile(file, columns)
    } catch (error) {
      throw new Failure(`${path} cannot be written: ${(error as Error).message}`)
    }
  }

  /** @throws Failure */
  async write(rows: readonly Float32Array[]): Promise<void> {
    const bytes = Buffer.concat(rows.map((row) => new Uint8Array(row.buffer, row.byteOffset, row.byteLength)))
    try {
      for (let from = 0; from < bytes.length; ) from += (await this.#file.write(bytes, from)).bytesWritten
    } catch (error) {
      throw new Failure(`the NumPy file cannot be written: ${(error as Error).message}`)
    }
    this.#rows += rows.length
  }

  async end(): Promise<void> {
    await this.#file.write(npyHeader(this.#rows, this.#columns), 0, headerBytes, 0)
    await this.#file.close()
  }
}

/** True for a path that cannot be gone back in: a pipe, a device. */
export async function isOneWay(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => !stats.isFile(),
    () => false
  )
}

/** A folder for a file that is not wanted after `use`, even if it fails. */
export async function withScratchFile<T>(use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'attnscope-'))
  try {
    return await use(join(folder, 'rows.npy'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Copies a finished file into a sink. */
export async function pour(path: string, sink: Sink): Promise<void> {
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) await sink.write(chunk)
  await sink.end()
}
