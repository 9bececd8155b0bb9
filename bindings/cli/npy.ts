import { createReadStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { OutputFile, type Remains } from './output-file.js'
import type { Sink } from './sink.js'
import { cannotWrite, TemporaryFile } from './temporary-file.js'

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

/** A NumPy file that grows row by row: how many there are stands at its beginning, and is known at the end. */
export class NpyFile {
  readonly #sink: Sink
  // What can be gone back in: the output itself, or one whose bytes go out when the last row is known.
  readonly #file: TemporaryFile
  readonly #columns: number

  private constructor(sink: Sink, file: TemporaryFile, columns: number) {
    this.#sink = sink
    this.#file = file
    this.#columns = columns
  }

  /** @throws Failure */
  static async begin(sink: Sink, columns: number): Promise<NpyFile> {
    const npy = new NpyFile(sink, sink instanceof OutputFile ? sink.file : await scratch(), columns)
    await npy.#file.write(npyHeader(0, columns))
    return npy
  }

  /** How many are whole. */
  get rows(): number {
    return Math.max(0, Math.floor((this.#file.size - headerBytes) / (4 * this.#columns)))
  }

  /** @throws Failure */
  write(rows: readonly Float32Array[]): Promise<void> {
    return this.#file.write(Buffer.concat(rows.map((row) => Buffer.from(row.buffer, row.byteOffset, row.byteLength))))
  }

  /** @throws Failure, ReaderGone */
  async end(): Promise<void> {
    await this.#file.overwrite(npyHeader(this.rows, this.#columns))
    await this.#pour()
    await this.#sink.end()
  }

  /** The whole rows, as a matrix of fewer; or what was there before. */
  async breakOff(): Promise<Remains> {
    const whole = this.rows === 0 && this.#isOwn ? 0 : headerBytes + 4 * this.#columns * this.rows
    try {
      if (whole > 0) {
        await this.#file.overwrite(npyHeader(this.rows, this.#columns))
        if (!this.#isOwn) await this.#file.cut(whole)
        await this.#pour()
      }
    } catch {
      // Its beginning alone is no matrix.
      if (!this.#isOwn) return this.#sink.breakOff(0)
    }
    return this.#sink.breakOff(whole)
  }

  get #isOwn(): boolean {
    return this.#sink instanceof OutputFile
  }

  async #pour(): Promise<void> {
    if (this.#isOwn) return
    try {
      for await (const chunk of createReadStream(this.#file.path) as AsyncIterable<Buffer>)
        await this.#sink.write(chunk)
    } finally {
      await this.#file.remove()
    }
  }
}

async function scratch(): Promise<TemporaryFile> {
  try {
    return await TemporaryFile.create(tmpdir(), 0o600, 'the matrix, which waits on the disk,')
  } catch (error) {
    throw cannotWrite(`a file in ${tmpdir()}`, error)
  }
}
