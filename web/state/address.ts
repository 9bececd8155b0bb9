// What the reader has chosen as the hash of the address, and back. Nothing of it ever leaves the browser: a hash is
// not sent to a server. Whatever cannot be read is answered by the page's own choice, and the rest is kept.

import { type HeatScale, heatScales } from '../picture/heat'
import { type Measure, measures } from '../reading/measures'
import type { HeadRef, SinkMode, Spot } from '../reading/types'
import { type CompareMode, compareModes } from '../views/compare/compare'
import type { RankOrder } from '../views/find/rank'
import { type Aggregate, aggregates } from '../views/layers/layers'
import { firstHead, firstSentence } from './examples'

/** What the second sentence is for: to be set against the first, or to be read together with it as one pair. */
export type SecondUse = 'contrast' | 'pair'

/** Which links of a pair are drawn, by the sentences they go from and to. */
export type PairFilter = 'all' | 'aa' | 'ab' | 'ba' | 'bb'

/** Where the words stand: in two columns, or in two lines one above the other. */
export type Flow = 'columns' | 'rows'

/** In All heads: as the model has them, or by what is measured. */
export type HeadOrder = 'layer' | 'low' | 'high'

/** All that a link to this page carries. */
export interface Shared {
  view: string
  heads: readonly HeadRef[]
  /** null: whatever the page pins by itself. */
  pins: readonly Spot[] | null
  sinks: SinkMode
  pieces: boolean
  mass: number
  flow: Flow
  difference: boolean
  /** Texts are read up to the model's positions, not only as far as its own files say. */
  longer: boolean
  /** Of the Steps view. */
  step: string
  /** Of the Matrix. */
  heatScale: HeatScale
  /** Of All heads. */
  measure: Measure
  headOrder: HeadOrder
  /** The part of the measure's axis that is kept, 0..1. */
  headRange: readonly [from: number, to: number]
  /** Of Find the head. */
  findOrder: RankOrder
  /** Of Compare. */
  compareMode: CompareMode
  /** Of Across layers. */
  aggregate: Aggregate
  secondUse: SecondUse
  pair: PairFilter
  secondText: string
  text: string
}

export const defaults: Shared = {
  view: 'links',
  heads: [firstHead],
  pins: null,
  sinks: 'fade',
  pieces: false,
  mass: 0.7,
  flow: 'columns',
  difference: false,
  longer: false,
  step: 'embed',
  heatScale: 'fixed',
  measure: 'distance',
  headOrder: 'layer',
  headRange: [0, 1],
  findOrder: 'change',
  compareMode: 'both',
  aggregate: 'mean',
  secondUse: 'contrast',
  pair: 'all',
  secondText: '',
  text: firstSentence
}

const kVersion = 1
/** The longest text that an address holds. */
export const kLongestText = 100_000
export const kMostHeads = 12
const kMostPins = 64

/** How one part of the state is spelt; `read`, which is given it without escapes, answers null to what it does not understand. */
interface Field<T> {
  write: (value: T) => string
  read: (spelt: string) => T | null
}

const oneOf = <T extends string>(...values: T[]): Field<T> => ({
  write: (value) => value,
  read: (spelt) => values.find((value) => value === spelt) ?? null
})

const flag: Field<boolean> = {
  write: (value) => (value ? '1' : '0'),
  read: (spelt) => (/^[01]$/.test(spelt) ? spelt === '1' : null)
}

const prose: Field<string> = {
  write: (value) => spellOut(value.slice(0, kLongestText)),
  read: (text) => text.slice(0, kLongestText)
}

const heads: Field<readonly HeadRef[]> = {
  write: (value) => value.map(({ layer, head }) => `${layer}.${head}`).join(','),
  read: (spelt) => {
    const found = items(spelt, /^(\d{1,3})\.(\d{1,3})$/).map((m) => ({ layer: Number(m[1]), head: Number(m[2]) }))
    return found.length ? found.slice(0, kMostHeads) : null
  }
}

const pins: Field<readonly Spot[] | null> = {
  write: (value) => (value?.length ? value.map(({ side, index }) => `${side[0]}${index}`).join(',') : 'none'),
  read: (spelt) => {
    if (spelt === 'none') return []
    const found = items(spelt, /^([qk])(\d{1,4})$/).map(
      (m): Spot => ({ side: m[1] === 'q' ? 'query' : 'key', index: Number(m[2]) })
    )
    return found.length ? found.slice(0, kMostPins) : null
  }
}

const name: Field<string> = {
  write: (value) => value,
  read: (spelt) => (/^[a-z]{1,16}$/.test(spelt) ? spelt : null)
}

const range: Field<readonly [number, number]> = {
  write: (value) => value.map((part) => Math.round(part * 100)).join('.'),
  read: (spelt) => {
    const [from, to] = (spelt.match(/^(\d{1,3})\.(\d{1,3})$/)?.slice(1) ?? []).map((part) => Number(part) / 100)
    return from !== undefined && to !== undefined && from <= to && to <= 1 ? [from, to] : null
  }
}

/** By their names in the address; the texts come last, so that an address that was cut short loses only their end. */
const fields: { [K in keyof Shared]: readonly [name: string, Field<Shared[K]>] } = {
  view: ['view', name],
  heads: ['heads', heads],
  pins: ['pins', pins],
  sinks: ['sinks', oneOf('show', 'fade', 'hide')],
  pieces: ['pieces', flag],
  mass: [
    'mass',
    {
      write: (value) => String(Math.round(value * 100)),
      read: (spelt) => (/^\d{1,3}$/.test(spelt) ? Math.max(10, Math.min(100, Number(spelt))) / 100 : null)
    }
  ],
  flow: ['flow', oneOf('columns', 'rows')],
  difference: ['minus', flag],
  longer: ['longer', flag],
  step: ['step', name],
  heatScale: ['colour', oneOf(...heatScales)],
  measure: ['measure', oneOf(...measures)],
  headOrder: ['order', oneOf('layer', 'low', 'high')],
  headRange: ['range', range],
  findOrder: ['rank', oneOf('change', 'first', 'second')],
  compareMode: ['compare', oneOf(...compareModes)],
  aggregate: ['across', oneOf(...aggregates)],
  secondUse: ['with', oneOf('contrast', 'pair')],
  pair: ['pair', oneOf('all', 'aa', 'ab', 'ba', 'bb')],
  secondText: ['second', prose],
  text: ['text', prose]
}

const keys = Object.keys(fields) as (keyof Shared)[]

/** The hash, '#' included. Choices that are the page's own are left out, but for the text, the heads and the pins. */
export function writeAddress(state: Shared): string {
  const always: readonly (keyof Shared)[] = ['heads', 'text']
  const parts = keys.flatMap((key) => {
    const spelt = spell(key, state)
    const needed = key === 'pins' ? state.pins !== null : always.includes(key) || spelt !== spell(key, defaults)
    return needed ? [`${fields[key][0]}=${spelt}`] : []
  })
  return `#v=${kVersion}&${parts.join('&')}`
}

/** Whether a hash is one of this page's, however old or mangled; `#picture` is not. */
export const isAddress = (hash: string) => /^#v=\d/.test(hash)

/** Reads any hash, however it was mangled. */
export function readAddress(hash: string): Shared {
  const found = new Map<string, string>()
  for (const part of hash.replace(/^#/, '').split('&')) {
    const at = part.indexOf('=')
    if (at > 0 && !found.has(part.slice(0, at))) found.set(part.slice(0, at), part.slice(at + 1))
  }
  const state = { ...defaults }
  for (const key of keys) take(state, key, found.get(fields[key][0]))
  return state
}

/** The parts in which two states differ. */
export function differences(a: Shared, b: Shared): (keyof Shared)[] {
  // A text is compared as it is: to spell a long one out takes longer than a key may.
  const differ = (key: keyof Shared) => typeof a[key] === 'string' || spell(key, a) !== spell(key, b)
  return keys.filter((key) => a[key] !== b[key] && differ(key))
}

function spell<K extends keyof Shared>(key: K, state: Shared): string {
  return (fields[key][1] as Field<Shared[K]>).write(state[key])
}

function take<K extends keyof Shared>(state: Shared, key: K, spelt: string | undefined) {
  // Of whatever field: some programs escape marks that need no escape, as the commas between heads.
  const value = spelt === undefined ? null : (fields[key][1] as Field<Shared[K]>).read(readOut(spelt))
  if (value !== null) state[key] = value as Shared[K]
}

/** Comma-separated items that fit a pattern, each once. */
function items(spelt: string, pattern: RegExp): RegExpMatchArray[] {
  return [...new Set(spelt.slice(0, 4000).split(','))].map((item) => item.match(pattern)).filter((m) => m !== null)
}

/** Half of a surrogate pair has no place in an address. Marks are spelt out: many programs end a link at one. */
function spellOut(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /[!'()*.~_-]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`
  )
}

/** Turns escapes back; one that is broken, as at the end of an address that was cut, is dropped. */
function readOut(spelt: string): string {
  const bytes: number[] = []
  const encoder = new TextEncoder()
  for (const [piece] of spelt.replaceAll('+', ' ').matchAll(/%[0-9a-f]{2}|%[0-9a-f]?|[^%]+/giu)) {
    if (!piece.startsWith('%')) for (const byte of encoder.encode(piece)) bytes.push(byte)
    else if (piece.length === 3) bytes.push(Number.parseInt(piece.slice(1), 16))
  }
  return new TextDecoder().decode(new Uint8Array(bytes)).replace(/\ufffd+$/, '')
}
