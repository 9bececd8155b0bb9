// The ten stations of the guided tour: where each begins, and what the reader has to do to have tried it. What they
// say is in words.ts, in the same order.

import { isFunctionWord } from '../../reading/function-words'
import type { HeadRef, SinkMode, Spot } from '../../reading/types'
import { roughWords } from '../../reading/units'
import { firstSentence, secondSentence } from '../../state/examples'
import type { HeadOrder } from '../../views/heads/choices'

/** What a station sets and looks at: a part of what the whole page has chosen. */
export interface Scene {
  view: string
  text: string
  secondText: string
  heads: readonly HeadRef[]
  pins: readonly Spot[]
  sinks: SinkMode
  pieces: boolean
  step: string
  /** Of All heads. */
  headOrder: HeadOrder
}

export interface Station {
  id: string
  start: Scene
  /** What "Show me" does: the thing to try, done. */
  shown: Partial<Scene>
  /** Whether the reader has done it. */
  tried: (now: Scene, labels: readonly string[]) => boolean
  /** It is something to write: it counts once the writing rests. */
  written?: boolean
}

const twice = 'I saw a saw'
const pronounHead = { layer: 3, head: 1 }
/** In the default model: the word before, nearly all of the time. */
const localHead = { layer: 0, head: 2 }

/** The query at the last place where a text has a word. */
function pinOf(text: string, word: string): Spot[] {
  const index = roughWords(text).findLastIndex((unit) => unit.label === word)
  return index < 0 ? [] : [{ side: 'query', index }]
}

function scene(view: string, more: Partial<Scene> = {}): Scene {
  const text = more.text ?? firstSentence
  return {
    view,
    text,
    secondText: '',
    heads: [pronounHead],
    pins: pinOf(text, 'it'),
    sinks: 'fade',
    pieces: false,
    step: 'embed',
    headOrder: 'layer',
    ...more
  }
}

const isHead = (heads: readonly HeadRef[], { layer, head }: HeadRef) =>
  heads[0]?.layer === layer && heads[0]?.head === head

export const stations: readonly Station[] = [
  {
    id: 'query',
    start: scene('links'),
    shown: { pins: pinOf(firstSentence, 'cross') },
    tried: (now, labels) => now.pins.some((pin) => pin.side === 'query' && labels[pin.index] !== 'it')
  },
  {
    id: 'keyValue',
    start: scene('steps', { step: 'key' }),
    shown: { step: 'value' },
    tried: (now) => now.view === 'steps' && now.step === 'value'
  },
  {
    id: 'root',
    start: scene('steps', { step: 'scores' }),
    shown: { step: 'scale' },
    tried: (now) => now.view === 'steps' && now.step === 'scale'
  },
  {
    id: 'softmax',
    start: scene('steps', { step: 'softmax' }),
    shown: { view: 'matrix' },
    tried: (now) => now.view === 'matrix'
  },
  {
    id: 'heads',
    start: scene('heads'),
    shown: { heads: [{ layer: 2, head: 1 }], view: 'links' },
    tried: (now) => !isHead(now.heads, pronounHead)
  },
  {
    id: 'local',
    start: scene('heads', { headOrder: 'low' }),
    shown: { heads: [localHead], view: 'links' },
    tried: (now) => isHead(now.heads, localHead)
  },
  { id: 'sink', start: scene('links'), shown: { sinks: 'hide' }, tried: (now) => now.sinks === 'hide' },
  {
    id: 'pronoun',
    start: scene('links'),
    shown: { text: secondSentence },
    tried: (now) => now.text === secondSentence
  },
  {
    id: 'twice',
    start: scene('compare', { text: twice, pins: pinOf(twice, 'saw') }),
    shown: { text: 'They can fish in a can', pins: pinOf('They can fish in a can', 'can') },
    tried: (now, labels) => now.text !== twice && occursTwice(labels),
    written: true
  },
  {
    id: 'not',
    start: scene('layers'),
    shown: { text: 'The trophy does not fit in the suitcase because it is too big', pins: [] },
    tried: (now, labels) => now.text !== firstSentence && wordsOf(labels).length >= 3,
    written: true
  }
]

const wordsOf = (labels: readonly string[]) =>
  labels.filter((label) => /^\p{L}/u.test(label)).map((label) => label.toLowerCase())

/** Whether a word that may have two senses stands there twice: “the” has one. */
function occursTwice(labels: readonly string[]): boolean {
  const words = wordsOf(labels).filter((word) => !isFunctionWord(word))
  return new Set(words).size < words.length
}

/** How far a reader has come: which station is open, and which have been tried. */
export interface Progress {
  at: number
  tried: readonly string[]
}

/** Reads what was kept, however it was mangled; null where there is nothing to resume. */
export function readProgress(kept: string | null): Progress | null {
  try {
    const { at, tried } = JSON.parse(kept ?? '') as Partial<Progress>
    if (!Number.isInteger(at) || !Array.isArray(tried)) return null
    const known = stations.map((station) => station.id)
    return {
      at: Math.max(0, Math.min(stations.length - 1, Number(at))),
      tried: known.filter((id) => tried.includes(id))
    }
  } catch {
    return null
  }
}
