import { UsageError } from './failure.js'
import type { InputRecord } from './input.js'
import { isOneWay, NpyFile, pour, withScratchFile } from './npy.js'
import { Sink } from './sink.js'
import type { TextResult } from './work.js'

/** A record and what became of it. */
export interface Outcome {
  readonly record: InputRecord
  readonly result: TextResult
}

/** Takes outcomes in order. */
export interface Results {
  write(outcomes: readonly Outcome[]): Promise<void>
  /** Makes what was written whole; also when the work breaks off. */
  end(): Promise<void>
}

/** Where results go. */
export interface OutputChoice {
  readonly format: 'jsonl' | 'npy'
  /** null: standard output. */
  readonly path: string | null
}

/** @throws UsageError */
export function refuseBinaryOnTerminal({ format, path }: OutputChoice): void {
  if (format === 'npy' && path === null && process.stdout.isTTY === true) {
    throw new UsageError('a NumPy file is not for a terminal: say --output FILE, or send it into a pipe')
  }
}

/** Opens the output for `use`; `name` is what a result is called in JSON. */
export async function withResults<T>(
  { format, path }: OutputChoice,
  name: string,
  width: number,
  use: (results: Results) => Promise<T>
): Promise<T> {
  const stream = () => (path === null ? Sink.stdout() : Sink.file(path))
  if (format === 'jsonl') return use(jsonLines(stream(), name))
  if (path !== null && !(await isOneWay(path))) return use(matrix(await NpyFile.create(path, width), width))
  // How many rows there are stands at the beginning, so the rows wait on the disk until the last one is known.
  return withScratchFile(async (scratch) => {
    const sink = stream()
    const rows = matrix(await NpyFile.create(scratch, width), width)
    const end = async () => {
      await rows.end()
      await pour(scratch, sink)
    }
    return use({ write: rows.write, end })
  })
}

function jsonLines(sink: Sink, name: string): Results {
  return {
    write: (outcomes) => sink.write(outcomes.map((outcome) => `${jsonLine(outcome, name)}\n`).join('')),
    end: () => sink.end()
  }
}

function jsonLine({ record, result }: Outcome, name: string): string {
  const { index, line, file } = record
  const parts = [`"index":${index}`, ...record.kept.map(([field, json]) => `${JSON.stringify(field)}:${json}`)]
  if ('error' in result) {
    parts.push(`"line":${line}`)
    if (file !== null) parts.push(`"file":${JSON.stringify(file)}`)
    parts.push(`"error":${JSON.stringify(result.error)}`)
  } else {
    if ('json' in result) parts.push(`"${name}":${result.json}`)
    if (result.truncated !== null) parts.push(`"truncated":${JSON.stringify(result.truncated)}`)
  }
  return `{${parts.join(',')}}`
}

// A matrix has no place for words: a record that failed is a row of NaN, and its error goes to standard error.
function matrix(file: NpyFile, width: number): Results {
  return {
    async write(outcomes) {
      for (const outcome of outcomes) {
        if ('error' in outcome.result) process.stderr.write(`${jsonLine(outcome, 'embedding')}\n`)
      }
      const missing = new Float32Array(width).fill(Number.NaN)
      await file.write(outcomes.map(({ result }) => ('row' in result ? result.row : missing)))
    },
    end: () => file.end()
  }
}
