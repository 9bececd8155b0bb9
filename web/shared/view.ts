import type { Component } from 'svelte'
import type { Facts } from '../model/facts'
import type { Reading } from '../reading/reading'
import type { Unit } from '../reading/types'
import type { Fields } from '../state/fields'
import type { InBoth } from '../state/language'
import type { Selection } from '../state/selection.svelte'
import type { Code } from './code'
import type { Shown } from './shown'
import type { Table } from './table'
import type { SharedWords } from './words'

/** What a key asks of the view that is shown, where that has steps. */
export type ViewAction = { do: 'step'; by: -1 | 1 } | { do: 'play' }

/** A view knows the words, the weights between them, what the reader has chosen, and what it says. It never knows a model. */
export interface ViewProps<Own = object, Words = object> {
  units: readonly Unit[]
  /** Null until the first sentence is computed. */
  reading: Reading | null
  selection: Selection
  /** What the reader has chosen in this view alone. */
  own: Own
  say: SharedWords & Words
  /** What is shown now, whatever the reader's setting says. */
  theme: 'light' | 'dark'
  /** Shape of the model: before one has arrived, that of the one on its way. */
  info: { layers: number; heads: number; width: number; headWidth: number }
  /** What decides which operations its layers are made of. */
  facts: Facts
  /** The second sentence to set against the first, in the same units; null where there is none. */
  second: Reading | null
  /** Who answers the keys that are the view's own, while it is shown; null: nobody. */
  onkeys: (answer: ((action: ViewAction) => void) | null) => void
}

/** What stands beside a view, and knows less. */
export type AsideProps<Own = object, Words = object> = Pick<
  ViewProps<Own, Words>,
  'units' | 'selection' | 'own' | 'say'
>

/** What of a view is fetched when it is first looked at. */
export interface ViewParts<Own = object, Words = object> {
  View: Component<ViewProps<Own, Words>>
  words: InBoth<Words>
  /** The numbers that the view shows, whole and not rounded; the first table is what a CSV file holds. */
  tables: (shown: Shown) => readonly Table[] | Promise<readonly Table[]>
  /** The lines of a program that give these numbers. */
  code: Code
  /** Controls of its own, in one line with those that it shares. */
  Controls?: Component<AsideProps<Own, Words>>
  /** How it is used, below the controls. */
  Hint?: Component<Pick<AsideProps<Own, Words>, 'say'>>
  /** What stands below everything, as wide as the page; only with a reading. */
  Below?: Component<AsideProps<Own, Words> & { reading: Reading }>
}

/** Which of the shared controls a view answers to. */
export type Control = 'sinks' | 'units'

/** What of a view is there from the start. */
export interface View {
  /** Its name in the address. */
  id: string
  /** On its tab. */
  name: InBoth<string>
  /** What the address keeps of the reader's choices in it. */
  fields: Fields<Record<never, never>>
  load: () => Promise<ViewParts>
  controls: readonly Control[]
  /** True: the view takes the whole width; the heads and what is strongest are not beside it. */
  wide?: boolean
  /** True: the field for the second sentence stands there even while it is empty. */
  second?: boolean
  /** True: the view itself says how a word of several pieces is read. */
  saysPieces?: boolean
}

interface Declared<Id extends string, Own extends object, Words> extends Omit<View, 'id' | 'fields' | 'load'> {
  id: Id
  fields: Fields<Own>
  load: () => Promise<ViewParts<Own, Words>>
}

/**
 * Declares a view, once: what is said here is there from the start, and `load` fetches the rest. The page hands a view
 * its own choices and words, which is why it need not know of what kind they are.
 */
export function defineView<const Id extends string, Own extends object, Words>(view: Declared<Id, Own, Words>) {
  return view as unknown as Omit<View, 'id' | 'fields'> & Pick<Declared<Id, Own, Words>, 'id' | 'fields'>
}
