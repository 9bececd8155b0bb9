// The sentences the page offers. The pair differs in its last word only.

export const pair = {
  stem: "The animal didn't cross the street because it was too ",
  words: ['tired', 'wide'] as const
}

export const firstSentence = pair.stem + pair.words[0]
export const secondSentence = pair.stem + pair.words[1]

/** The word pinned at first, and the head that links it to "animal". */
export const firstPin = 'it'
export const firstHead = { layer: 3, head: 1 }

export const examples = ['A dog ate the food because it was hungry', 'I saw a saw', 'I am good', 'Tom chase Jerry']

/** All that may be offered: of these, once a model is there, the sentences whose every word it knows. */
export const allExamples = [...examples, '狗吃了食物因为它饿了']

/** One more, for a model that says which words it expects in place of its mask. */
export const maskedExample = (mask: string) => `A dog ate the ${mask}`

/** Words that stand for another word: worth pinning when nothing is. */
export const pronouns = [firstPin, 'he', 'she', 'they', 'him', 'them', '它', '他', '她']

/** The default model's folder and shape; the shape is for the picture before the model is there. */
export const defaultModel = {
  folder: 'models/all-MiniLM-L6-v2/',
  name: 'all-MiniLM-L6-v2',
  layers: 6,
  heads: 12,
  width: 384,
  headWidth: 32
}

/** The other sentence of the page's own pair, or null for any other text. */
export function otherOfPair(text: string): string | null {
  return text === firstSentence ? secondSentence : text === secondSentence ? firstSentence : null
}

/** The word of the pair that a text ends in, or null for any other text. */
export function pairWord(text: string): (typeof pair.words)[number] | null {
  return pair.words.find((word) => text === pair.stem + word) ?? null
}
