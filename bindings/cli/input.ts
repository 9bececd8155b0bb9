import { createReadStream, fstatSync, statSync } from 'node:fs'
import { extname } from 'node:path'
import { Beginning } from './beginning.js'
import { Failure, type RecordError } from './failure.js'
import { csvReader, jsonReader, type Kept, type Read, type Reading, readLine } from './formats.js'
import type { InputChoice } from './input-options.js'
import { csvEnds, lineEnds, type RawRecord, Splitter } from './splitter.js'

/** One record of the input, in order. */
export interface InputRecord {
  /** From 0, over all files. */
  readonly index: number
  /** Where it starts in its file, from 1. */
  readonly line: number
  /** null where there is one input alone. */
  readonly file: string | null
  readonly content: { readonly text: string } | { readonly error: RecordError }
  readonly kept: Kept
}

/** The bytes that wait to be read, and how many were. */
export interface InputProgress {
  /** null where nobody knows, as in a pipe. */
  readonly total: number | null
  read: number
}

/** Looks whether every file is there, before anything is begun. `-` is standard input. @throws Failure */
export function measureInput(files: readonly string[]): InputProgress {
  const sizes = files.map((file) => {
    try {
      const stats = file === '-' ? fstatSync(0) : statSync(file)
      if (stats.isDirectory()) throw new Failure(`${file} is a folder, not a file`)
      return stats.isFile() ? stats.size : null
    } catch (error) {
      if (error instanceof Failure) throw error
      throw new Failure(`${file} cannot be read: ${(error as Error).message}`)
    }
  })
  const known = sizes.every((size) => size !== null)
  return { total: known ? sizes.reduce((sum, size) => sum + size, 0) : null, read: 0 }
}

// One question to the engine: enough for full batches, little enough that nothing waits long.
const batchRecords = 64
const batchBytes = 2 ** 18

/** Every record of every file, in the order in which they stand there, some at a time. `warn`: of what looks wrong. @throws Failure */
export async function* readInput(
  files: readonly string[],
  choice: InputChoice,
  progress: InputProgress,
  signal: AbortSignal,
  warn: (message: string) => void
): AsyncGenerator<InputRecord[]> {
  let index = 0
  for (const file of files) {
    const name = file === '-' ? 'standard input' : file
    const { read, splitter } = reader(file, name, choice, warn)
    for await (const found of rawRecords(file, name, splitter, progress, signal)) {
      let batch: InputRecord[] = []
      let bytes = 0
      for (const raw of found) {
        const reading = understand(raw, choice.mostBytes, read)
        if (reading === null) continue
        const { kept = [] } = reading
        const content = 'text' in reading ? { text: reading.text } : { error: reading.wrong }
        batch.push({ index: index++, line: raw.line, file: files.length > 1 ? name : null, content, kept })
        bytes += raw.bytes?.length ?? 0
        if (batch.length < batchRecords && bytes < batchBytes) continue
        yield batch
        batch = []
        bytes = 0
      }
      // What is here is not held back until more comes: whoever writes may wait for the answer.
      if (batch.length > 0) yield batch
    }
  }
}

const named = { '.jsonl': 'jsonl', '.ndjson': 'jsonl', '.csv': 'csv', '.tsv': 'tsv' } as const

function reader(
  file: string,
  name: string,
  choice: InputChoice,
  warn: (message: string) => void
): { read: Read; splitter: Splitter } {
  const byName = named[extname(file).toLowerCase() as keyof typeof named]
  const format = choice.format ?? byName ?? 'lines'
  if (format === 'lines' || format === 'jsonl') {
    const read = format === 'jsonl' ? jsonReader(choice.field, choice.keep) : readLine
    return { read, splitter: new Splitter(lineEnds(), choice.mostBytes) }
  }
  const delimiter = choice.delimiter ?? (format === 'tsv' || byName === 'tsv' ? '\t' : ',')
  // What is parted by tabs knows no quotes, unless somebody says so.
  const quotes = choice.quotes ?? delimiter !== '\t'
  return {
    // Whoever asked for quotes means them.
    read: csvReader({ ...choice, delimiter, quotes }, name, choice.quotes === null ? warn : () => {}),
    splitter: new Splitter(quotes ? csvEnds(delimiter) : lineEnds(), choice.mostBytes)
  }
}

async function* rawRecords(
  file: string,
  name: string,
  splitter: Splitter,
  progress: InputProgress,
  signal: AbortSignal
): AsyncGenerator<Iterable<RawRecord>> {
  const stream = file === '-' ? process.stdin : createReadStream(file)
  const stop = () => stream.destroy()
  signal.addEventListener('abort', stop)
  const beginning = new Beginning(name)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      progress.read += chunk.length
      yield splitter.push(beginning.pass(chunk))
    }
    yield splitter.push(beginning.end())
    yield splitter.end()
  } catch (error) {
    if (error instanceof Failure || signal.aborted) throw error
    throw new Failure(`${name} cannot be read: ${(error as Error).message}`)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function understand({ bytes, line }: RawRecord, mostBytes: number, read: Read): Reading | null {
  if (bytes === null) {
    return { wrong: { code: 'too-long', message: `the record is longer than ${mostBytes / 2 ** 20} MiB` } }
  }
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    return { wrong: { code: 'bad-utf8', message: 'the record is not valid UTF-8' } }
  }
  return read(text, line)
}
