import type { View } from '../shared/view'
import { choicesOf } from '../state/choices.svelte'
import type { Fields } from '../state/fields'
import { views } from '../views'

type OwnOf<V> = V extends { fields: Fields<infer T extends object> } ? T : object

/** What the reader has chosen in each view alone, by the view's name. */
export type Own = { [V in (typeof views)[number] as V['id']]: OwnOf<V> }

const all: readonly View[] = views

export const ownChoices = () =>
  Object.fromEntries(all.map(({ id, fields }): [string, object] => [id, choicesOf(fields)])) as unknown as Own
