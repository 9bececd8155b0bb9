/** What stands in one place of a table; null: nothing. */
export type Cell = string | number | null

/** Numbers by name, one table of a file. */
export interface Table {
  name: string
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
}
