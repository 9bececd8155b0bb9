/** Where a word goes on with the one before it, as BERT's vocabulary writes its pieces. */
const piece = /^##(?=.)/

/** A candidate as a reader takes it for a word. */
export const wordOf = (candidate: string) => candidate.trim() || candidate

/**
 * A text with a word in place of the characters that a mask token stands for, which in some vocabularies are also the
 * blanks before it. `blanks`: this vocabulary writes a blank before what begins a word, so that what has none goes on
 * with the word before.
 */
export function putIn(
  text: string,
  { start, end }: { start: number; end: number },
  word: string,
  blanks: boolean
): string {
  const [before, after] = [text.slice(0, start), text.slice(end)]
  if (piece.test(word)) return before.trimEnd() + word.replace(piece, '') + after
  if (blanks && !/^\s/.test(word)) return before.trimEnd() + word + after
  const blank = /^\s/.test(text.slice(start, end)) || /[\p{L}\p{N}]$/u.test(before) ? ' ' : ''
  return before + blank + wordOf(word) + after
}
