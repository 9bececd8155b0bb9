/**
 * Every number of the model that the tour speaks of, as it is written there: of all-MiniLM-L6-v2 and the sentence with
 * "tired", head 3·1 and the query "it", where its name says nothing else. tests/web/figures.test.mjs computes each from
 * the model and fails where the text says another.
 */
export const figures = {
  /** Weights from "it". */
  animalTired: '0.64',
  animalWide: '0.27',
  streetTired: '0.05',
  streetWide: '0.13',
  clsWide: '0.36',
  /** From "animal" to "it". */
  animalBack: '0.04',
  /** Head 4·0. */
  turnAnimalTired: '0.12',
  turnAnimalWide: '0.06',
  turnStreetTired: '0.09',
  turnStreetWide: '0.19',
  /** Head 5·11, to "animal". */
  animalLater: '0.65',
  /** Mean over the heads of layer 3, to "animal". */
  meanAnimal: '0.10',
  /** Square root of d. */
  root: '5.66',
  e: '2.72',
  /** Weight of "animal" without the division. */
  withoutRoot: '0.9999',
  /** Scaled score of "animal" less that of "street", and how many times as large its weight is. */
  lead: '2.51',
  ratio: '12.3',
  /** Heads in which "animal" gets most of all words. */
  headsOnAnimal: '10',
  /** Distance of a head that reads all words alike, and of head 0·2; its share to the word before. */
  alike: '3.6',
  localDistance: '0.9',
  localBefore: '85%',
  /** Share that words give to [CLS] and [SEP]; the same where weights are multiplied by the lengths of the values. */
  special: '54%',
  specialByLength: '14%',
  /** Lengths of values. */
  clsValue: '0.20',
  shortestValue: '2.7',
  longestValue: '4.3',
  /** Cosines of one word's two vectors: "I saw a saw", "They can fish in a can". */
  sawStart: '0.96',
  sawEnd: '0.66',
  canBeforeLast: '0.53',
  canEnd: '0.64'
} as const
