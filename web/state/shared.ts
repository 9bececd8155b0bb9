import { type HeatScale, heatScales } from '../picture/heat'
import type { HeadRef, SinkMode, Spot } from '../reading/types'
import { firstHead, firstSentence } from './examples'
import { type Fields, field, flag, items, oneOf, prose, type Spelling, word } from './fields'

/** What the second sentence is for: to be set against the first, or to be read together with it as one pair. */
export type SecondUse = 'contrast' | 'pair'

/** What the reader has chosen for all views. */
export interface Shared {
  view: string
  heads: readonly HeadRef[]
  /** null: whatever the page pins by itself. */
  pins: readonly Spot[] | null
  sinks: SinkMode
  pieces: boolean
  /** How a weight becomes colour. */
  heatScale: HeatScale
  /** Texts are read up to the model's positions, not only as far as its own files say. */
  longer: boolean
  secondUse: SecondUse
  secondText: string
  text: string
}

export const kMostHeads = 12
const kMostPins = 64

const heads: Spelling<readonly HeadRef[]> = {
  write: (value) => value.map(({ layer, head }) => `${layer}.${head}`).join(','),
  read: (spelt) => {
    const found = items(spelt, /^(\d{1,3})\.(\d{1,3})$/).map((m) => ({ layer: Number(m[1]), head: Number(m[2]) }))
    return found.length ? found.slice(0, kMostHeads) : null
  }
}

const pins: Spelling<readonly Spot[] | null> = {
  write: (value) => (value?.length ? value.map(({ side, index }) => `${side[0]}${index}`).join(',') : 'none'),
  read: (spelt) => {
    if (spelt === 'none') return []
    const found = items(spelt, /^([qk])(\d{1,4})$/).map(
      (m): Spot => ({ side: m[1] === 'q' ? 'query' : 'key', index: Number(m[2]) })
    )
    return found.length ? found.slice(0, kMostPins) : null
  }
}

/** In the order of the address, where the texts come last: one that was cut short loses only their end. */
export const sharedFields: Fields<Shared> = {
  view: field('view', 'links', word),
  heads: field('heads', [firstHead], heads),
  pins: field('pins', null, pins),
  sinks: field('sinks', 'fade', oneOf(['show', 'fade', 'hide'])),
  pieces: field('pieces', false, flag),
  heatScale: field('colour', 'fixed', oneOf(heatScales)),
  longer: field('longer', false, flag),
  secondUse: field('with', 'contrast', oneOf(['contrast', 'pair'])),
  secondText: field('second', '', prose, true),
  text: field('text', firstSentence, prose, true)
}
