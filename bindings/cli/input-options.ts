import type { ParseArgsConfig } from 'node:util'
import { oneOf, wholeNumber } from './arguments.js'
import { UsageError } from './failure.js'

const formats = ['lines', 'jsonl', 'csv', 'tsv'] as const
type Format = (typeof formats)[number]

/** The options that say how the input is to be read. */
export const inputOptions = {
  from: { type: 'string', short: 'f' },
  field: { type: 'string', default: 'text' },
  column: { type: 'string' },
  keep: { type: 'string', default: '' },
  delimiter: { type: 'string' },
  quote: { type: 'string' },
  'no-header': { type: 'boolean', default: false },
  'max-line': { type: 'string', default: '16' }
} as const satisfies ParseArgsConfig['options']

/** What they mean, for `--help`. */
export const inputHelp = `Input:
  -f, --from FORMAT     lines, jsonl, csv or tsv (default: by the file's name,
                        .jsonl, .ndjson, .csv, .tsv; anything else is lines)
      --field NAME      the text's field in JSONL (default: text)
      --column NAME     the text's column in CSV (default: text)
      --no-header       CSV without a header; then --column is a number from 1
      --delimiter C     what parts the fields of CSV (default: a comma; of TSV
                        a tab)
      --quote Q         double: "..." is one field, which may hold delimiters and
                        line ends; none: a quote is a letter (default: double,
                        with tabs none)
      --keep A,B        fields or columns to copy into the output; a value of
                        JSON as it stands there, digit by digit
      --max-line N      longest record that is read, in MiB (default 16)
                        An empty line of plain text is a text; blank lines of
                        JSONL, CSV and TSV are passed over.`

/** How the input is to be read, checked. */
export interface InputChoice {
  readonly format: Format | null
  readonly field: string
  readonly column: string
  readonly keep: readonly string[]
  readonly delimiter: string | null
  /** null: by the delimiter. */
  readonly quotes: boolean | null
  readonly header: boolean
  readonly mostBytes: number
}

const ourNames = ['index', 'line', 'file', 'error', 'embedding', 'truncated', 'tokens', 'masks']

/** @throws UsageError */
export function chooseInput(values: {
  readonly from?: string | undefined
  readonly field: string
  readonly column?: string | undefined
  readonly keep: string
  readonly delimiter?: string | undefined
  readonly quote?: string | undefined
  readonly 'no-header': boolean
  readonly 'max-line': string
}): InputChoice {
  const keep = values.keep === '' ? [] : [...new Set(values.keep.split(','))]
  const taken = keep.find((name) => ourNames.includes(name))
  if (taken !== undefined) throw new UsageError(`--keep ${taken}: the output has a field of that name already`)
  const header = !values['no-header']
  const column = values.column ?? (header ? 'text' : '1')
  if (!header) for (const name of [column, ...keep]) wholeNumber('without a header, a column', name, 1, 1e6)
  const delimiter = values.delimiter === '\\t' ? '\t' : (values.delimiter ?? null)
  if (delimiter !== null && !/^[\t -!#-~]$/.test(delimiter)) {
    throw new UsageError(`--delimiter is '${delimiter}'; it can be one ASCII character, or \\t, but no quote`)
  }
  const quotes = values.quote === undefined ? null : oneOf('--quote', values.quote, ['double', 'none']) === 'double'
  const mostBytes = wholeNumber('--max-line', values['max-line'], 1, 60) * 2 ** 20
  const format = values.from === undefined ? null : oneOf('--from', values.from, formats)
  return { format, field: values.field, column, keep, delimiter, quotes, header, mostBytes }
}
