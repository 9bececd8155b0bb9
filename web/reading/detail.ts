import type { FilledMask, LayerParts, Step } from 'attnscope'

/** A part of the model itself, row-major. */
export interface Parameter {
  shape: readonly number[]
  data: Float32Array
}

/** What a view may ask for beyond the attention weights. Each kind is computed once and remembered. */
export interface Detail {
  /** Each token's row of the type embedding. */
  readonly typeIds: Int32Array
  /** The sentence's embedding, D numbers. */
  readonly embedding: Float32Array
  /** Hidden states 0..L of the sentence, T*D numbers each: 0 is what goes into the first layer. */
  hidden(): Promise<Float32Array[]>
  /** What one head of a layer did and what lies behind the heads, with what goes in and comes out. Only the last is kept. */
  layer(
    layer: number,
    head: number
  ): Promise<{ input: Float32Array; step: Step; parts: LayerParts; output: Float32Array }>
  /** The likeliest words for each mask token, of a model that answers so. */
  maskedWords(): Promise<readonly FilledMask[]>
  /** One of the model's parameters, or some of its rows: those from the first up to before the second. */
  parameter(name: string, rows?: readonly [from: number, to: number]): Promise<Parameter>
}
