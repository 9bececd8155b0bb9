/**
 * A text with a word in place of the characters that a mask token stands for. What continues a word, as the pieces that
 * BERT writes with ##, is joined to it; any other word keeps the blanks that are there.
 */
export function putIn(text: string, { start, end }: { start: number; end: number }, word: string): string {
  const continues = word.startsWith('##') && word.length > 2
  const [before, after] = [text.slice(0, start), text.slice(end)]
  if (continues) return before.trimEnd() + word.slice(2) + after
  // Some tokenizers take the blank before a mask into the mask.
  const blank = /^\s/.test(text.slice(start, end)) ? ' ' : ''
  return before + blank + word.trim() + after
}
