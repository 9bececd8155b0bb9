import { parseRecord } from './csv.js'
import { Failure } from './failure.js'

/** Fields that go along with a record from input to output. */
export type Kept = Readonly<Record<string, unknown>>

/** What one record of the input says. */
export type Reading =
  | { readonly text: string; readonly kept?: Kept }
  | { readonly wrong: { readonly code: string; readonly message: string }; readonly kept?: Kept }

/** Reads the records of one file, one after the other. null: no record, as a header or a blank line of CSV. */
export type Read = (text: string) => Reading | null

const wrong = (code: string, message: string, kept?: Kept): Reading =>
  kept === undefined ? { wrong: { code, message } } : { wrong: { code, message }, kept }

/** The line is the text. */
export function readLine(text: string): Reading {
  return { text }
}

/** JSON Lines: an object a line, of which `field` is the text. */
export function jsonReader(field: string, keep: readonly string[]): Read {
  return (text) => {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (error) {
      return wrong('bad-json', text.trim() === '' ? 'the line is empty' : (error as Error).message)
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return wrong('bad-json', 'the line is not an object { ... }')
    }
    const fields = value as Record<string, unknown>
    const kept = pick(keep, (name) => (Object.hasOwn(fields, name) ? fields[name] : null))
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
  readonly header: boolean
}

/** CSV: a column is the text. The first record says how many fields each has. */
export function csvReader({ column, keep, delimiter, header }: CsvOptions, file: string): Read {
  let width = 0
  let place: (name: string) => number = (name) => Number(name) - 1
  return (text) => {
    if (text === '') return null
    const fields = parseRecord(text, delimiter)
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
      return wrong('bad-csv', `the record has ${fields.length} fields, the first one has ${width}`)
    }
    return { text: fields[place(column)] as string, kept: pick(keep, (name) => fields[place(name)]) }
  }
}

function noColumn(file: string, name: string, header: readonly string[] | number): string {
  if (typeof header === 'number') return `${file} has ${header} columns, and none with the number ${name}`
  const names = header.slice(0, 20).map((column) => `'${column.slice(0, 40)}'`)
  return `${file} has no column '${name}'; it has ${names.join(', ')}${header.length > 20 ? ', ...' : ''}`
}

// Without a prototype: a field may be called __proto__.
function pick(names: readonly string[], value: (name: string) => unknown): Kept {
  const kept = Object.create(null) as Record<string, unknown>
  for (const name of names) kept[name] = value(name)
  return kept
}
