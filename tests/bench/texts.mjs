// English text of an exact number of tokens. Every word here is one piece of
// the BERT vocabulary; [CLS] and [SEP] make up the other two.
const words =
  'the animal did not cross the street because it was too tired and the old man said that he saw a saw on the table near his house'.split(
    ' '
  )

/** A text that all-MiniLM-L6-v2 reads as exactly `tokens` tokens, tokens >= 3. */
export function textOfTokens(tokens) {
  return Array.from({ length: tokens - 2 }, (_, i) => words[i % words.length]).join(' ')
}
