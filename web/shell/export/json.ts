import type { Table } from '../../shared/table'

/** The tables as JSON: an object a line of a table, under the table's name, with what they belong to. */
export function toJson(about: Record<string, unknown>, tables: readonly Table[]): string {
  const named = tables.map((table) => [
    table.name,
    table.rows.map((row) => Object.fromEntries(table.columns.map((column, i) => [column, row[i] ?? null])))
  ])
  return `${JSON.stringify({ ...about, ...Object.fromEntries(named) }, null, 1)}\n`
}
