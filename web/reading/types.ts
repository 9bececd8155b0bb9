// What a view is allowed to know: tokens, weights, and how they are grouped. No model, no engine.

export type { Token } from 'attnscope'

/** Attention weights of one run, [query tokens, key tokens]: row = query, column = key, every row sums to 1. */
export interface Trace {
  layers: number
  heads: number
  attention(layer: number, head: number): Float32Array
}

/** One label of the two columns: a whole word, or a single piece. */
export interface Unit {
  label: string
  /** The tokens behind the label, as the model sees them. */
  seen: string
  tokens: number[]
  special: boolean
  /** The sign that the model reads in place of the word, or of a part of it, because its vocabulary has it not. */
  unknown?: string
  segment: number
  start: number
  end: number
}

export interface HeadRef {
  layer: number
  head: number
}

/** A place in one of the two columns. */
export interface Spot {
  side: 'query' | 'key'
  index: number
}

export type SinkMode = 'show' | 'fade' | 'hide'

/** Where most of what a head gives to words goes, in one sentence. */
export type HeadKind = 'previous' | 'next' | 'self' | 'near' | 'far'
