import type { Cell, Table } from '../../shared/table'

/** What a spreadsheet would take for the start of a formula, also in its full-width form, and after blanks that it drops. */
const formula = /^[\s\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u
/** Tab and carriage return at the start make some programs look at what follows. */
const risky = (text: string) => formula.test(text) || /^[\t\r\n]/.test(text)

/**
 * A table as CSV (RFC 4180): CRLF between lines, quotes doubled. A cell of text that a spreadsheet would calculate gets
 * an apostrophe in front, which the spreadsheet hides; numbers stay numbers.
 */
export function toCsv(table: Table): string {
  return [table.columns, ...table.rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  const text = (risky(value) ? `'${value}` : value).replace(/\p{Surrogate}/gu, '\ufffd')
  return /[",\r\n\t']|^\s|\s$/.test(text) ? `"${text.replace(/"/g, '""')}"` : text
}
