// What a model is.

import type { Precision } from './loading.js'

/**
 * Between the two products of the feed-forward, as config.json calls it. `gelu` is the exact one: x times the standard
 * normal distribution's share below x; `gelu_new`, its approximation by tanh, stands for `gelu_fast` and
 * `gelu_pytorch_tanh` too, and `silu` for `swish`.
 */
export type Activation = 'gelu' | 'gelu_new' | 'quick_gelu' | 'relu' | 'silu'

/**
 * How a token's place comes in. `learned`: a learned row of a table is added to what the token starts from; `sinusoidal`:
 * a row of sines and cosines of the place is; `rotary`: queries and keys are turned by an angle of their place;
 * `relative`: scores get a term that depends on how far query and key are apart.
 */
export type PositionKind = 'learned' | 'sinusoidal' | 'rotary' | 'relative'

/**
 * Where the norms of a layer stand. `post`: after each sum of a sublayer with what went into it, as in BERT and the first
 * Transformer; `pre`: before the sublayer, so that sums are not normalised until after the last layer.
 */
export type NormPlace = 'post' | 'pre'

/** What a model's files can answer: `embedding`, {@link Model.embed}; `masked-words`, {@link Model.fillMask}. */
export type Answer = 'embedding' | 'masked-words'

/** What the matrices are held as in memory; `mixed` where the file has several. */
export type WeightStorage = 'float32' | 'float16' | 'bfloat16' | 'int8' | 'mixed'

/** Which of the two binaries runs. */
export type Simd = 'simd128' | 'relaxed'

/** What was loaded. */
export interface ModelInfo {
  /** The folder's or the repository's name. */
  readonly name: string
  /** The `model_type` of config.json: `bert`, `distilbert`, ... */
  readonly family: string
  /** What it can be asked. */
  readonly answers: readonly Answer[]
  /** L */
  readonly layers: number
  /** H, of each layer */
  readonly heads: number
  /** How many sets of weights the layers share: L where each has its own, 1 where all have the same (ALBERT). */
  readonly layerGroups: number
  /** D: numbers in a hidden state and in an embedding. */
  readonly width: number
  /** E: numbers in a row of the word table, which may be fewer than D (ALBERT). */
  readonly embeddingWidth: number
  /** Whether a matrix makes D numbers of those E, which it may do also where they are as many (ALBERT). */
  readonly projectsEmbedding: boolean
  /** d = D / H */
  readonly headWidth: number
  /** F: numbers between the two products of the feed-forward. */
  readonly feedForward: number
  /** V */
  readonly vocabulary: number
  /** The most tokens that one text (or pair) keeps, `[CLS]` and `[SEP]` included: {@link LoadOptions.maxTokens}. */
  readonly maxTokens: number
  /** Tokens that have a position: the most that `maxTokens` can be. */
  readonly positions: number
  /** How a token's place comes in. */
  readonly positionKind: PositionKind
  /** Rows of the table of positions. */
  readonly positionRows: number
  /** The row of the first token: 0, or what RoBERTa leaves out before it. */
  readonly firstPosition: number
  /**
   * The id of a token (padding) that takes the row before the first, wherever it stands, and is not counted by the tokens
   * after it (RoBERTa); null: every token is counted.
   */
  readonly uncountedToken: number | null
  /** Rows of the table of types (segments); 0 where there is none (DistilBERT). */
  readonly typeRows: number
  /** What stands for a word to be found, as a token and in a text; null where the files name none. */
  readonly maskToken: {
    /** Its row in the vocabulary. */
    readonly id: number
    /** As it is written into a text: `[MASK]`, `<mask>`. */
    readonly text: string
  } | null
  /** The model's prompts by name (`config_sentence_transformers.json`): what it was trained to see before a text. */
  readonly prompts: Readonly<Record<string, string>>
  /** Of these the one that is put before every text unless a call says otherwise; null: none is. */
  readonly defaultPromptName: string | null
  /** Where the norms of a layer stand. */
  readonly normPlace: NormPlace
  /** What layer norms add to the variance. */
  readonly epsilon: number
  /** What the feed-forward computes between its two products. */
  readonly activation: Activation
  /** What the matrices are held as. */
  readonly weights: WeightStorage
  /** Bytes of memory that the weights take up now. */
  readonly weightBytes: number
  /** The binary that runs. */
  readonly simd: Simd
  /** Threads that calculate. */
  readonly threads: number
  /** The arithmetic. */
  readonly precision: Precision
}
