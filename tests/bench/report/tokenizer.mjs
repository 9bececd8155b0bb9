import { tokenizerTarget } from '../targets.mjs'
import { table, times } from './table.mjs'

/** The table of tokenizing: megabytes a second and the ratio. */
export function tokenizerTable({ version, rows }) {
  const speed = (bytes, { median }) => (bytes / median / 1000).toFixed(2)
  const lines = rows.map(({ name, bytes, ours, peer, ratio }) => [
    name,
    speed(bytes, ours),
    speed(bytes, peer),
    times(ratio),
    `${tokenizerTarget}x ${ratio >= tokenizerTarget ? '✓' : '✗'}`
  ])
  return table(['text', 'attnscope MB/s', `transformers.js ${version} MB/s`, 'ratio', 'target'], lines)
}
