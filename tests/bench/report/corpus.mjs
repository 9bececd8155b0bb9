import { corpusTargets } from '../targets.mjs'
import { table, times } from './table.mjs'

const ways = { packed: 'embed(), packed', single: 'one by one', padded: 'batches of 32, padded' }

/** The table of embedding a corpus: how long each took, and how much sooner embed() was done. */
export function corpusTable({ sentences, tokens, shortest, longest, difference, engines }) {
  const ours = engines[0].milliseconds
  const rows = engines.map(({ name, way, milliseconds }) => {
    const target = corpusTargets[name.split(' ')[0]]?.[way]
    const ratio = milliseconds / ours
    return [
      name,
      ways[way],
      (milliseconds / 1000).toFixed(2),
      ((tokens / milliseconds) * 1000).toFixed(0),
      way === 'packed' ? '' : times(ratio),
      target ? `${target.toFixed(2)}x ${ratio >= target ? '✓' : '✗'}` : ''
    ]
  })
  return [
    `${sentences} sentences, ${tokens} tokens, ${shortest} to ${longest} each`,
    '',
    table(['engine', 'how', 'seconds', 'tokens/s', 'embed() is faster by', 'target'], rows),
    '',
    `embed() gives the very numbers of one by one; transformers.js differs by at most ${difference.toExponential(1)}.`
  ].join('\n')
}
