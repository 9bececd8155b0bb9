// What a text becomes on its way through a model, and what of it is kept.

import type { AbortSignal } from './globals.js'

/** One token. Offsets are UTF-16 units, so that `text.slice(start, end)` is what it came from. */
export interface Token {
  /** Its row in the vocabulary, 0 .. V - 1. */
  readonly id: number
  /** The vocabulary's spelling, e.g. `##ing`. */
  readonly text: string
  /** Where it starts in its own segment's text; 0 for a token that the tokenizer added or the prompt brought. */
  readonly start: number
  /** Where it ends; 0 for a token that the tokenizer added or the prompt brought. */
  readonly end: number
  /** Number of the word within its text; null for a token that the tokenizer added or the prompt brought. */
  readonly word: number | null
  /** 0: first text. 1: second text. An added token counts to the text that it follows. */
  readonly segment: number
  /** The tokenizer added it (`[CLS]`, `[SEP]`). */
  readonly special: boolean
  /**
   * Only where it is true: the token is of the prompt, not of the text. Then `start` and `end` are 0 and `word` is null.
   * One that reaches from the prompt into the text is the text's, and starts at 0.
   */
  readonly prompt?: true
}

/** One text, or two for a model that reads pairs. An empty second text counts as none. */
export type TextInput = string | readonly [first: string, second: string]

/** All heads, none, or these, counted from 0. */
export type HeadSelection = boolean | readonly (readonly [layer: number, head: number])[]

/** What a run keeps besides the embedding. */
export interface TraceSelection {
  /** Attention weights: T * T numbers a head. */
  readonly attention?: HeadSelection
  /** Hidden states 0 .. L: T * D numbers each. */
  readonly hidden?: boolean | readonly number[]
  /** Everything of a head, with the engine's own scores: 3 * T * T + 4 * T * d numbers a head. */
  readonly steps?: HeadSelection
  /** What lies in a layer behind its heads: 6 * T * D + 2 * T * F numbers each, and three products computed twice. */
  readonly layers?: boolean | readonly number[]
}

/**
 * What is put before a text (before the first, of a pair), as sentence-transformers does: prompt and text are read as
 * one. Without either it is the model's own default (`info.defaultPromptName`), which most models have not.
 */
export interface PromptOptions {
  /** The text itself; `''` puts nothing there. */
  readonly prompt?: string
  /** Its name among `info.prompts`. */
  readonly promptName?: string
}

/** Options of {@link Model.encode}. */
export interface EncodeOptions extends PromptOptions {
  /**
   * What to keep. `true`: attention, hidden states and steps of all heads, but no `layers`, and of the steps all but scores and
   * scaled scores, which would be two thirds of the memory: see {@link Step.scores}.
   */
  readonly trace?: boolean | TraceSelection
  /** Whether to measure how long each stage takes: see {@link Encoded.timings}. */
  readonly timings?: boolean
  /** Aborts this call; the model stays usable. */
  readonly signal?: AbortSignal
}

/** What one head did. Matrices are row-major; rows are queries, columns are keys. */
export interface Step {
  /** Queries, [T, d]. */
  readonly q: Float32Array
  /** Keys, [T, d]. */
  readonly k: Float32Array
  /** Values, [T, d]. */
  readonly v: Float32Array
  /**
   * q k^T, [T, T]: the engine's own where {@link TraceSelection.steps} named the head. After `trace: true` they are
   * computed here when `step` is called, from the engine's own q and k, as sums in double precision: equal to the
   * engine's, which sums in single precision, up to its rounding. Scaled scores likewise.
   */
  readonly scores: Float32Array
  /** scores / sqrt(d), [T, T]. */
  readonly scaled: Float32Array
  /** softmax of each row of `scaled`, [T, T]; every row sums to 1. */
  readonly weights: Float32Array
  /** weights v, [T, d]. */
  readonly context: Float32Array
}

/** What lies in a layer behind its heads, as the engine computed it. Row-major, a row a token. */
export interface LayerParts {
  /** Only of layer 0: the rows of word, position and type added up, [T, E]. */
  readonly embeddingSum?: Float32Array
  /** Only of layer 0: that after its layer norm, [T, E]; where nothing projects it from E to D, hidden state 0. */
  readonly embeddingNorm?: Float32Array
  /** The contexts of all heads, side by side, [T, D]. */
  readonly contexts: Float32Array
  /** Their output projection, [T, D]. */
  readonly attentionOut: Float32Array
  /** What goes into the layer plus that, [T, D]. */
  readonly attentionSum: Float32Array
  /** What goes into the feed-forward: that after its layer norm, [T, D]. */
  readonly feedForwardIn: Float32Array
  /** The feed-forward's first product, before the activation, [T, F]. */
  readonly innerIn: Float32Array
  /** After the activation, [T, F]. */
  readonly inner: Float32Array
  /** The feed-forward's second product, [T, D]. */
  readonly feedForwardOut: Float32Array
  /** What goes into the feed-forward plus that, [T, D]; its layer norm is the next hidden state. */
  readonly feedForwardSum: Float32Array
}

/**
 * Time spent in each stage of the encoder, all layers together, in milliseconds. A browser's clock may be coarse: steps
 * of 0.1 ms or of 1 ms are usual where the page is not cross-origin isolated.
 */
export interface StageTimings {
  /** Sum of word, position and type embedding. */
  readonly embedding: number
  /** The projections to q, k and v. */
  readonly qkv: number
  /** Scores, softmax, context, and keeping what the trace asks for. */
  readonly attention: number
  /** Output projection with its residual. */
  readonly outputProjection: number
  /** Both products of the feed-forward, the activation and the residual. */
  readonly feedForward: number
  /** All layer norms. */
  readonly layerNorm: number
}

/** What {@link Model.encode} gives. Layers and heads are counted from 0. The arrays are yours to keep and to change. */
export interface Encoded {
  /** T tokens. */
  readonly tokens: readonly Token[]
  /** Each token's row of the type embedding (`token_type_ids`): in BERT its segment, in other families always 0. */
  readonly typeIds: Int32Array
  /** null, or how many tokens were kept of how many, when the text was cut at the model's limit. */
  readonly truncated: {
    /** Tokens in the result, those that the tokenizer added included. */
    readonly kept: number
    /** Tokens that the whole text has, those that the tokenizer adds included. */
    readonly total: number
  } | null
  /** D numbers: the last hidden state's mean, or its row of `[CLS]`, and made 1 long or not, as the model's own files say. */
  readonly embedding: Float32Array
  /** Time that the engine calculated, in milliseconds. */
  readonly milliseconds: number
  /** Where that time went; null unless `encode` was called with `timings: true`. */
  readonly timings: StageTimings | null
  /** Attention weights of a head, T * T numbers: row = query, column = key. Throws `not-traced`, `bad-input`. */
  attention(layer: number, head: number): Float32Array
  /**
   * Hidden state, T * D numbers: 0 is what goes into the first layer (the embeddings after their layer norm), i the
   * output of layer i - 1, as layers count from 0; L the last. Throws `not-traced`, `bad-input`.
   */
  hidden(i: number): Float32Array
  /** Every intermediate of a head. Throws `not-traced`, `bad-input`. */
  step(layer: number, head: number): Step
  /** What lies behind the heads of layer i. Throws `not-traced`, `bad-input`. */
  layer(i: number): LayerParts
}
