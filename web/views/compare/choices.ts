import { type Fields, field, oneOf } from '../../state/fields'

/** Which of the two sentences, both, or how they differ. */
export const compareModes = ['both', 'first', 'second', 'difference'] as const
export type CompareMode = (typeof compareModes)[number]

/** What the reader chooses in Compare alone. */
export interface CompareChoices {
  compareMode: CompareMode
}

export const fields: Fields<CompareChoices> = {
  compareMode: field<CompareMode>('compare', 'both', oneOf(compareModes))
}
