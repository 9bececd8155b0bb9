/**
 * A table for a terminal. Numbers stand right, words left; a row that is null draws a rule.
 * @param {string[]} heads @param {(string[] | null)[]} rows
 */
export function table(heads, rows) {
  const filled = rows.filter((row) => row !== null)
  const widths = heads.map((head, i) => Math.max(head.length, ...filled.map((row) => row[i].length)))
  const numeric = heads.map((_, i) => filled.every((row) => /^$|^[-+]?[\d.,]/.test(row[i])))
  const line = (cells) =>
    cells.map((cell, i) => (numeric[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join(' │ ')
  const rule = widths.map((width) => '─'.repeat(width)).join('─┼─')
  return [line(heads), rule, ...rows.map((row) => (row === null ? rule : line(row)))].join('\n')
}

export const percent = (part, digits = 0) => `${(part * 100).toFixed(digits)}%`
export const times = (ratio, digits = 2) => `${ratio.toFixed(digits)}x`
