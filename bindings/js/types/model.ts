/// <reference lib="esnext.disposable" preserve="true" />

import type { EmbedOptions, FilledMask, FillMaskOptions, Parameter, ParameterOptions } from './answers.js'
import type { Encoded, EncodeOptions, PromptOptions, TextInput, Token } from './encoding.js'
import type { ModelInfo } from './info.js'

/** A loaded model. Calls may overlap: each gets its own answer. */
export interface Model extends Disposable {
  /** What was loaded. */
  readonly info: ModelInfo
  /**
   * Runs the encoder over one text or a pair. Rejects with `bad-input`, `out-of-memory` (of a trace that does not fit:
   * ask for less), `non-finite`, `disposed` or `crashed`, or with the signal's reason.
   */
  encode(text: TextInput, options?: EncodeOptions): Promise<Encoded>
  /** The tokens alone, cut at the model's limit as `encode` cuts them. Rejects as `encode` does. */
  tokenize(text: TextInput, options?: PromptOptions): Promise<Token[]>
  /**
   * The embedding of each text, D numbers, in order: the very numbers that `encode` gives one by one. Texts past the
   * model's limit are cut as there. Rejects as `encode` does.
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>
  /**
   * For each mask (`info.maskToken.text`) in the text or pair, in the order in which they stand, the words that the model
   * expects there; each as if the other masks were left as they are. Without a mask the answer is empty. A text past the
   * model's limit is cut as `encode` cuts it, but a mask must not be in what is cut off.
   * Rejects with `unsupported` where `info.answers` lacks `masked-words`; with `bad-input` for such a mask, or a `top` that
   * is out of range; else as `encode` does.
   */
  fillMask(text: TextInput, options?: FillMaskOptions): Promise<FilledMask[]>
  /**
   * What the model learned, by name:
   * - `embeddings.word` [V, D], `embeddings.position` [positions, D], `embeddings.type` [types, D],
   *   `embeddings.norm.gain` and `.bias` [D];
   * - `layers.N.attention.query` `.weight` [D, D] and `.bias` [D], as well as `key`, `value` and `output`;
   *   `layers.N.attention.norm` `.gain` and `.bias` [D];
   * - `layers.N.feedForward.in` `.weight` [F, D] and `.bias` [F], `layers.N.feedForward.out` `.weight` [D, F] and
   *   `.bias` [D]; `layers.N.feedForward.norm` `.gain` and `.bias` [D].
   *
   * Layers count from 0. A weight is [out, in], so y = x weight^T + bias. With `float32` these are the file's own
   * numbers; with `int8` they are what is left of them, and what the engine multiplies with.
   * Rejects with `bad-input` for a name or rows that the model does not have.
   */
  parameter(name: string, options?: ParameterOptions): Promise<Parameter>
  /** Gives everything back; calls under way reject with `disposed`. May be called again. */
  dispose(): void
}
