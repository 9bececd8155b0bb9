import { looksLikeMany, parseRecord, swallowed } from './csv.js'
import { Failure } from './failure.js'
import { fieldSources } from './json-source.js'

/** Fields that go along with a record from input to output, each with its value as JSON text. */
export type Kept = readonly (readonly [name: string, json: string])[]

/** What one record of the input says. */
export type Reading =
  | { readonly text: string; readonly kept?: Kept }
  | { readonly wrong: { readonly code: string; readonly message: string }; readonly kept?: Kept }

/**
 * Reads the records of one file, one after the other; null: no record, as a header or a blank line.
 * `line`: where the record starts, from 1.
 */
export type Read = (text: string, line: number) => Reading | null

const wrong = (code: string, message: string, kept?: Kept): Reading =>
  kept === undefined ? { wrong: { code, message } } : { wrong: { code, message }, kept }

/** The line is the text. */
export function readLine(text: string): Reading {
  return { text }
}

/** JSON Lines: an object a line, of which `field` is the text. */
export function jsonReader(field: string, keep: readonly string[]): Read {
  return (text) => {
    if (text.trim() === '') return null
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (error) {
      return wrong('bad-json', (error as Error).message)
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return wrong('bad-json', 'the line is not an object { ... }')
    }
    const fields = value as Record<string, unknown>
    const sources = keep.length > 0 ? fieldSources(text) : null
    const kept = keep.map((name) => [name, sources?.get(name) ?? 'null'] as const)
    if (!Object.hasOwn(fields, field)) return wrong('bad-field', `there is no field '${field}'`, kept)
    const found = fields[field]
    if (typeof found === 'string') return { text: found, kept }
    const kind = found === null ? 'null' : Array.isArray(found) ? 'an array' : `of type ${typeof found}`
    return wrong('bad-field', `the field '${field}' is ${kind}, not text`, kept)
  }
}

/** How CSV is to be read. */
export interface CsvOptions {
  /** A name in the header; without a header, a number from 1. */
  readonly column: string
  readonly keep: readonly string[]
  readonly delimiter: string
  /** False: a quote is a letter, as in TSV. */
  readonly quotes: boolean
  readonly header: boolean
}

/** CSV: a column is the text. The first record says how many fields each has. `warn`: told what looks wrong, once. */
export function csvReader(options: CsvOptions, file: string, warn: (message: string) => void): Read {
  const { column, keep, delimiter, quotes, header } = options
  let width = 0
  let hasWarned = false
  let place: (name: string) => number = (name) => Number(name) - 1
  return (text, line) => {
    if (text === '') return null
    const fields = quotes ? parseRecord(text, delimiter, line) : text.split(delimiter)
    const isFirst = width === 0
    if (isFirst) {
      if ('wrong' in fields) throw new Failure(`${file}: the first record is no CSV: ${fields.wrong}`)
      width = fields.length
      if (header) place = (name) => fields.indexOf(name)
      for (const name of [column, ...keep]) {
        const at = place(name)
        if (at < 0 || at >= width) throw new Failure(noColumn(file, name, header ? fields : width))
      }
      if (header) return null
    }
    if ('wrong' in fields) return wrong('bad-csv', fields.wrong)
    if (fields.length !== width) {
      const lines = quotes ? swallowed(text, 0, line) : ''
      return wrong('bad-csv', `the record has ${fields.length} fields, the first one has ${width}${lines}`)
    }
    if (quotes && !hasWarned && looksLikeMany(text, delimiter, width)) {
      hasWarned = true
      warn(
        `${file}, line ${line}: a quote makes several lines one record; say --quote none if it is a letter, else --quote double`
      )
    }
    return {
      text: fields[place(column)] as string,
      kept: keep.map((name) => [name, JSON.stringify(fields[place(name)])])
    }
  }
}

function noColumn(file: string, name: string, header: readonly string[] | number): string {
  if (typeof header === 'number') return `${file} has ${header} columns, and none with the number ${name}`
  const names = header.slice(0, 20).map((column) => `'${column.slice(0, 40)}'`)
  return `${file} has no column '${name}'; it has ${names.join(', ')}${header.length > 20 ? ', ...' : ''}`
}
