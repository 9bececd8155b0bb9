/** What a tokenizer puts before a text and after it. */
export type AddedTokens = readonly [first: string, last: string]

/** BERT's, by which the page's words call them. */
export const bertsTokens: AddedTokens = ['[CLS]', '[SEP]']

// In place of a bracket of the reader's own text, while words are put around it.
const kBracket = '\ufdd0'

const plain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** The same words, with every text in them changed: where a function says it, what it is given first and what it says then. */
function mapText(value: unknown, change: (text: string) => string, given: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => mapText(one, change, given))
  if (typeof value === 'function')
    return (...args: unknown[]) => mapText(value(...args.map((arg) => mapText(arg, given, given))), change, given)
  if (!plain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapText(one, change, given)]))
}

/** What the page says, with a model's own added tokens where the words speak of BERT's: RoBERTa's are `<s>` and `</s>`. */
export function withTokens<Words>(say: Words, [first, last]: AddedTokens): Words {
  if (first === bertsTokens[0] && last === bertsTokens[1]) return say
  const change = (text: string) =>
    text.replaceAll(bertsTokens[0], first).replaceAll(bertsTokens[1], last).replaceAll(kBracket, '[')
  return mapText(say, change, (text) => text.replaceAll('[', kBracket)) as Words
}

/** Those of a run; BERT's where it has none. */
export function addedTokens(tokens: readonly { text: string; special: boolean }[]): AddedTokens {
  const added = tokens.filter(({ special }) => special)
  return added.length > 1 ? [added[0]?.text ?? '', added.at(-1)?.text ?? ''] : bertsTokens
}
