import type { Component } from 'svelte'
import type { Reading } from '../reading/reading'
import type { Unit } from '../reading/types'
import type { Strings } from '../shared/strings'
import type { Selection } from '../state/selection.svelte'
import LinksView from './links/links-view.svelte'

/** A view knows the words, the weights between them and the selection. It never knows a model. */
export interface ViewProps {
  units: readonly Unit[]
  /** Null until the first sentence is computed. */
  reading: Reading | null
  selection: Selection
  say: Strings
  /** What is shown now, whatever the reader's setting says. */
  theme: 'light' | 'dark'
  /** Shape of the model: before one has arrived, that of the one on its way. */
  info: { layers: number; heads: number; width: number; headWidth: number; epsilon?: number }
  /** The second sentence to set against the first, in the same units; null where there is none. */
  second: Reading | null
}

/** Which of the shared controls a view answers to. */
export type Control = 'sinks' | 'units' | 'mass'

export interface View {
  /** Also the key of its name in shared/strings.ts, and its name in the address. */
  id: string
  /** The code of a view is fetched when it is first looked at. */
  load: () => Promise<{ default: Component<ViewProps> }>
  controls: readonly Control[]
  /** True: the view takes the whole width; the heads and what is strongest are not beside it. */
  wide?: boolean
  /** True: the field for the second sentence stands there even while it is empty. */
  second?: boolean
}

export const firstView: View = {
  id: 'links',
  load: () => Promise.resolve({ default: LinksView }),
  controls: ['sinks', 'units', 'mass']
}

/** Every view of the page, in the order of its tabs and of its keys 1, 2, 3 … */
export const views: readonly View[] = [
  firstView,
  { id: 'matrix', load: () => import('./matrix/matrix-view.svelte'), controls: ['sinks', 'units'] },
  { id: 'heads', load: () => import('./heads/heads-view.svelte'), controls: ['units'], wide: true },
  { id: 'find', load: () => import('./find/find-view.svelte'), controls: ['units'], wide: true, second: true },
  { id: 'steps', load: () => import('./steps/steps-view.svelte'), controls: ['units'] },
  { id: 'compare', load: () => import('./compare/compare-view.svelte'), controls: ['sinks', 'units'], second: true },
  { id: 'layers', load: () => import('./layers/layers-view.svelte'), controls: ['sinks', 'units'], wide: true }
]
