import { coldStartTargets } from '../targets.mjs'
import { percent, table } from './table.mjs'

/** The table of cold starts. */
export function coldStartTable({ attnscope, transformers }) {
  const kilobytes = (bytes) => (bytes / 1000).toFixed(0)
  const line = (name, { milliseconds, compile, bytes, brotli }) => [
    name,
    milliseconds.toFixed(0),
    compile.toFixed(1),
    kilobytes(bytes),
    kilobytes(brotli)
  ]
  const part = attnscope.milliseconds / transformers.milliseconds
  const mark = (reached) => (reached ? '✓' : '✗')
  return [
    table(
      ['engine', 'navigation to first embedding ms', '.wasm compile ms', '.wasm kB', 'brotli kB'],
      [line('attnscope', attnscope), line('transformers.js', transformers)]
    ),
    '',
    `attnscope takes ${percent(part)} of the time (target ${percent(coldStartTargets.part)} ${mark(part <= coldStartTargets.part)}), ` +
      `compiles in ${attnscope.compile.toFixed(1)} ms (target ${coldStartTargets.compile} ${mark(attnscope.compile <= coldStartTargets.compile)}).`
  ].join('\n')
}
