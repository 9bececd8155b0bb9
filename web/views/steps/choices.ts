import { type Fields, field, word } from '../../state/fields'

/** What the reader chooses in Steps alone. */
export interface StepsChoices {
  /** Which step of the calculation the view is at. */
  step: string
}

export const fields: Fields<StepsChoices> = { step: field('step', 'embed', word, true) }
