import type { Component } from 'svelte'
import type { Unit } from '../draw/types'
import type { Reading } from '../state/reading'
import type { Selection } from '../state/selection.svelte'
import type { Strings } from '../strings'
import LinksView from './links-view.svelte'

/** A view knows the words, the weights between them and the selection. It never knows a model. */
export interface ViewProps {
  units: readonly Unit[]
  /** Null until the first sentence is computed. */
  reading: Reading | null
  selection: Selection
  say: Strings
}

export interface View {
  /** Also the key of its name in strings.ts. */
  id: string
  view: Component<ViewProps>
}

export const firstView: View = { id: 'links', view: LinksView }

/** Every view of the page, in the order of its tabs. */
export const views: readonly View[] = [firstView]
