import { UsageError } from './failure.js'
import type { InputRecord } from './input.js'
import { NpyFile } from './npy.js'
import type { Remains } from './output-file.js'
import type { Sink } from './sink.js'
import type { TextResult } from './work.js'

/** A record and what became of it. */
export interface Outcome {
  readonly record: InputRecord
  readonly result: TextResult
}

/** Takes outcomes in order. */
export interface Results {
  write(outcomes: readonly Outcome[]): Promise<void>
  /** All are written. */
  end(): Promise<void>
  /** The work broke off after this many were given. What is left is whole, and how much it is, is said. */
  breakOff(given: number): Promise<string>
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

/** What is said of work that broke off before anything was written. */
export const nothingYet = 'before the first record'

/** Results into a sink; `name` is what one is called in JSON. @throws Failure */
export async function resultsInto(
  sink: Sink,
  { format, path }: OutputChoice,
  name: string,
  width: number
): Promise<Results> {
  const say = (remains: Remains, records: number, given: number) => {
    if (remains === 'written' && records > 0)
      return `after ${count(records)}, which ${records === 1 ? 'is' : 'are'} written`
    if (given === 0) return nothingYet
    const left =
      remains === 'old' ? `; ${path} is as it was` : remains === 'nothing' ? ', none of which is written' : ''
    return `after ${count(given)}${left}`
  }
  return format === 'jsonl' ? jsonLines(sink, name, say) : matrix(await NpyFile.begin(sink, width), width, say)
}

type Say = (remains: Remains, records: number, given: number) => string

const count = (records: number) => `${records} record${records === 1 ? '' : 's'}`

function jsonLines(sink: Sink, name: string, say: Say): Results {
  let records = 0
  let whole = 0
  return {
    async write(outcomes) {
      const lines = outcomes.map((outcome) => Buffer.from(`${jsonLine(outcome, name)}\n`))
      try {
        await sink.write(Buffer.concat(lines))
      } finally {
        // Of a batch that failed half-way, those that came through.
        for (const { length } of lines) {
          if (whole + length > sink.taken) break
          whole += length
          records++
        }
      }
    },
    end: () => sink.end(),
    breakOff: async (given) => say(await sink.breakOff(whole), records, given)
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
function matrix(file: NpyFile, width: number, say: Say): Results {
  return {
    async write(outcomes) {
      for (const outcome of outcomes) {
        if ('error' in outcome.result) process.stderr.write(`${jsonLine(outcome, 'embedding')}\n`)
      }
      const missing = new Float32Array(width).fill(Number.NaN)
      await file.write(outcomes.map(({ result }) => ('row' in result ? result.row : missing)))
    },
    end: () => file.end(),
    breakOff: async (given) => {
      const { rows } = file
      return say(await file.breakOff(), rows, given)
    }
  }
}
