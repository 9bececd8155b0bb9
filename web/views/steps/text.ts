import type { Shape } from '../../model/chain'
import type { StepId } from '../../model/operations'
import type { Token, Unit } from '../../reading/types'
import { nameOf, spelled } from '../../reading/units'
import type { Sym } from './symbol'

/** A number's name as a screen reader, or a cell of a copied table, gets it. */
export const symbolText = ({ base, sub, at }: Sym) =>
  `${base}${sub ? ` ${sub}` : ''}${at ? ` [${at[0]}, ${at[1]}]` : ''}`

/** The shapes that a step multiplies and what comes out, as rows x columns. */
export function shapesOf(step: StepId, { tokens: T, width: D, heads: H, headWidth: d }: Shape, inner: number): string {
  const product = (rows: number, shared: number, columns: number) =>
    `${rows}×${shared} · ${shared}×${columns} → ${rows}×${columns}`
  switch (step) {
    case 'query':
      return product(1, D, d)
    case 'key':
    case 'value':
      return product(T, D, d)
    case 'scores':
      return product(1, d, T)
    case 'scale':
    case 'softmax':
      return `1×${T} → 1×${T}`
    case 'mix':
      return product(1, T, d)
    case 'concat':
      return `${H} × ${d} → 1×${H * d}`
    case 'output':
      return product(1, D, D)
    case 'forward':
      return `1×${D} → 1×${inner} → 1×${D}`
    default:
      return `1×${D}`
  }
}

/** The cells of all terms, to be pasted into a spreadsheet: name, name, number, number. */
export function termsAsText(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  names: (i: number) => readonly [Sym, Sym],
  bias: number | null
): string {
  const lines = Array.from({ length: a.length }, (_, i) => {
    const [left, right] = names(i)
    return [symbolText(left), symbolText(right), a[i], b[i], (a[i] ?? 0) * (b[i] ?? 0)].join('\t')
  })
  return bias === null ? lines.join('\n') : [...lines, ['b', '', '', '', bias].join('\t')].join('\n')
}

/** What each token is called: the word it is, or, of a word in several pieces, the piece. */
export function tokenLabels(units: readonly Unit[], tokens: readonly Token[]): string[] {
  const labels = tokens.map(spelled)
  for (const unit of units) if (unit.tokens.length === 1) labels[unit.tokens[0] ?? 0] = nameOf(unit)
  return labels
}
