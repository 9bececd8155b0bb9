import type { Token, Unit } from './types'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const han = /\p{Script=Han}/u
// Characters that only turn the direction: the model never sees them, and in a label they would show another word.
const turns = /[\u202a-\u202e\u2066-\u2069]/g
const marks = /^[\p{P}\p{S}]+$/u

/** What vocabularies call the sign for all that is not in them. */
const unknownSigns = new Set(['[UNK]', '<unk>'])

/** The sign that stands for what the model does not know; null for a token that it knows, or that was typed so. */
export function unknownSign(token: Token, texts: readonly string[]): string | null {
  if (token.special || !unknownSigns.has(token.text)) return null
  return (texts[token.segment] ?? '').slice(token.start, token.end) === token.text ? null : token.text
}

/** What a reader sees of a word where there is one line for it: its label, and the sign that the model reads instead. */
export const nameOf = (unit: Unit | undefined) =>
  unit?.unknown && unit.label !== unit.unknown ? `${unit.label} ${unit.unknown}` : (unit?.label ?? '')

type Kind = 'word' | 'mark' | 'han'

/** Widens [start, end) to whole graphemes, so that accents and emoji are never cut. */
export function snapToGraphemes(text: string, start: number, end: number): [number, number] {
  if (end <= start) return [start, end]
  const segments = graphemes.segment(text)
  const first = segments.containing(start)
  const last = segments.containing(end - 1)
  return [first?.index ?? start, last ? last.index + last.segment.length : end]
}

function unitOf(tokens: readonly Token[], from: number, to: number, texts: readonly string[]): Unit {
  const members = tokens.slice(from, to)
  const first = members[0] as Token
  const text = texts[first.segment] ?? ''
  // Several pieces may share one source character (Hangul), so the widest span wins.
  const rawStart = Math.min(...members.map((t) => t.start))
  const rawEnd = Math.max(...members.map((t) => t.end))
  const [start, end] = snapToGraphemes(text, rawStart, rawEnd)
  const seen = members.map((t) => t.text).join(' ')
  const unknown = members.map((token) => unknownSign(token, texts)).find((sign) => sign !== null)
  return {
    label: first.special || end <= start ? seen : text.slice(start, end).replace(turns, '').trim() || seen,
    seen,
    tokens: members.map((_, i) => from + i),
    // A prompt is no more of the reader's text than [CLS] is, and has no place in it either.
    special: first.special || first.prompt === true,
    ...(unknown ? { unknown } : {}),
    segment: first.segment,
    start,
    end
  }
}

/** One unit per token, labelled as the model sees it. */
export function groupPieces(tokens: readonly Token[], texts: readonly string[]): Unit[] {
  return tokens.map((token, i) => ({ ...unitOf(tokens, i, i + 1, texts), label: token.text }))
}

/**
 * Groups tokens into the words a reader sees, labelled from the original text.
 * Pieces of one tokenizer word belong together. Tokens not separated by white space do too
 * ("didn", "'", "t"), except punctuation at a word's edge, and Han characters, each a word.
 */
export function groupWords(tokens: readonly Token[], texts: readonly string[]): Unit[] {
  const kinds = tokens.map((token) => kindOf(token, texts))
  const units: Unit[] = []
  let at = 0
  while (at < tokens.length) {
    let end = at + 1
    while (end < tokens.length && touches(tokens, end, texts)) end++
    for (const [from, to] of splitRun(tokens, kinds, at, end)) units.push(unitOf(tokens, from, to, texts))
    at = end
  }
  return units
}

function kindOf(token: Token, texts: readonly string[]): Kind {
  const source = (texts[token.segment] ?? '').slice(token.start, token.end)
  if (han.test(source)) return 'han'
  return marks.test(source) ? 'mark' : 'word'
}

/** True if no white space stands between a token and the one before it, nor at its beginning: a mask may take the blank before it. */
function touches(tokens: readonly Token[], index: number, texts: readonly string[]): boolean {
  const before = tokens[index - 1] as Token
  const token = tokens[index] as Token
  if (before.special || token.special || before.prompt || token.prompt || before.segment !== token.segment) return false
  if (token.start < before.end) return true
  return !/\s/u.test((texts[token.segment] ?? '').slice(before.end, token.start + 1))
}

function splitRun(tokens: readonly Token[], kinds: readonly Kind[], start: number, end: number) {
  const spans: [number, number][] = []
  let at = start
  while (at < end) {
    let stop = at + 1
    if (kinds[at] === 'word') {
      // The word runs to the last word-like token before a Han character; marks inside it stay in.
      for (let i = at + 1; i < end && kinds[i] !== 'han'; i++) if (kinds[i] === 'word') stop = i + 1
    } else {
      while (stop < end && sameWord(tokens[at] as Token, tokens[stop] as Token)) stop++
    }
    spans.push([at, stop])
    at = stop
  }
  return spans
}

const sameWord = (a: Token, b: Token) => a.word !== null && a.word === b.word

/** So much of a text is looked at for rough words. */
const kRoughly = 10_000

/** Words by a plain split, of the beginning of a long text: what the page shows before the model has arrived. */
export function roughWords(text: string): Unit[] {
  const unit = (label: string, index: number, start: number, special: boolean): Unit => ({
    label,
    seen: label,
    tokens: [index],
    special,
    segment: 0,
    start,
    end: start + (special ? 0 : label.length)
  })
  const found = [
    ...text.slice(0, kRoughly).matchAll(/\p{Script=Han}|[^\s\p{Script=Han}\p{P}][^\s\p{Script=Han}]*(?<!\p{P})|\p{P}/gu)
  ].slice(0, 510)
  return [
    unit('[CLS]', 0, 0, true),
    ...found.map((m, i) => unit(m[0], i + 1, m.index, false)),
    unit('[SEP]', found.length + 1, 0, true)
  ]
}

/** A token as a reader would write it: without the sign by which some vocabularies say that a blank goes before it. */
export const spelled = ({ text }: Pick<Token, 'text'>) => text.replace(/^[\u0120\u2581](?=.)/u, '')
