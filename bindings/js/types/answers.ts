// What a model is asked besides, and what it answers.

import type { PromptOptions, Token } from './encoding.js'
import type { AbortSignal } from './globals.js'

/** How {@link Model.embed} gets on. */
export interface EmbedProgress {
  /** Texts done. */
  readonly done: number
  /** Texts in all. */
  readonly total: number
}

/** Options of {@link Model.embed}. */
export interface EmbedOptions extends PromptOptions {
  /** Told after every batch. What it throws fails the call. */
  readonly onProgress?: (progress: EmbedProgress) => void
  /** Aborts this call; the model stays usable. */
  readonly signal?: AbortSignal
}

/** Options of {@link Model.fillMask}. */
export interface FillMaskOptions extends PromptOptions {
  /** How many words for each mask, from 1 to V. 5 unless asked otherwise. */
  readonly top?: number
  /** Aborts this call; the model stays usable. */
  readonly signal?: AbortSignal
}

/** A word that may stand in the place of a mask. */
export interface Candidate {
  /** Its row in the vocabulary, 0 .. V - 1. */
  readonly id: number
  /**
   * The token alone as a reader would write it. What goes on with the word before it begins with `##` in BERT's
   * vocabulary; in RoBERTa's what begins a word begins with a blank.
   */
  readonly text: string
  /** Softmax over the whole vocabulary. */
  readonly probability: number
}

/** A mask in a text, and what may stand in its place. */
export interface FilledMask {
  /** The mask: `token.start` and `token.end` say where it stands in its text. */
  readonly token: Token
  /** The likeliest words, best first; of equal ones the lower id. */
  readonly candidates: readonly Candidate[]
}

/** Options of {@link Model.parameter}. */
export interface ParameterOptions {
  /** Only rows from .. to - 1; of a vector, these numbers of it. Rows h * d to (h + 1) * d of a query are head h's. */
  readonly rows?: readonly [from: number, to: number]
  /** Aborts this call; the model stays usable. */
  readonly signal?: AbortSignal
}

/** What {@link Model.parameter} gives. The array is yours to keep and to change. */
export interface Parameter {
  /** [rows, columns], or [numbers] of a vector. */
  readonly shape: readonly number[]
  /** Row-major. */
  readonly data: Float32Array
}
