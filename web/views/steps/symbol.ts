import type { Chain } from '../../model/chain'
import { isolate } from '../../picture/isolate'
import { spelled } from '../../reading/units'
import type { StripId } from './strips'

/** The name of a number, as a formula writes it: base, subscript, place in a matrix. */
export interface Sym {
  base: string
  sub?: string
  at?: readonly [number, number]
}

const letters: Partial<Record<StripId, string>> = {
  word: 'w',
  position: 'p',
  type: 't',
  sum: 'e',
  K: 'k',
  V: 'v',
  Q: 'q',
  Z: 'z',
  scores: 's',
  S: 's',
  scaled: 's′',
  C: 's′',
  weights: 'a',
  A: 'a',
  heads: 'c',
  s: 'r′'
}

const matrixSubs: Partial<Record<StripId, string>> = { WQ: 'Q', WK: 'K', WV: 'V' }

/** How a cell is called in the formulas. */
export function symbolOf(chain: Chain, strip: StripId, index: number): Sym {
  const label = (token: number) => isolate(spelled(chain.tokens[token] ?? { text: '' }))
  const { headWidth, tokens, width } = chain.shape
  const base = letters[strip] ?? strip
  switch (strip) {
    case 'WQ':
    case 'WK':
    case 'WV':
      return { base: 'W', sub: matrixSubs[strip], at: [index % width, Math.floor(index / width)] }
    case 'Q':
    case 'K':
    case 'V':
    case 'Z':
      return { base, sub: `${label(Math.floor(index / headWidth))}, ${index % headWidth}` }
    case 'S':
    case 'C':
    case 'A':
      return { base, sub: `${label(Math.floor(index / tokens))} → ${label(index % tokens)}` }
    case 'scores':
    case 'scaled':
    case 'weights':
      return { base, sub: label(index) }
    default:
      return { base, sub: String(index) }
  }
}
