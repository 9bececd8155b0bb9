/// <reference lib="esnext.disposable" preserve="true" />

import type { AbortSignal, Blob, File, ReadableStream, URL, WebAssemblyModule, Worker } from './globals.js'

/**
 * The content of one model file. A Blob (or File) and a stream are read piece by piece, without a copy of the whole;
 * memory that is shared or resizable is copied first.
 */
export type FileContent = string | ArrayBufferLike | ArrayBufferView | Blob | ReadableStream | URL

/** The files of a model, as Hugging Face and sentence-transformers write them. */
export interface ModelFiles {
  /** `config.json` */
  readonly config: FileContent
  /** `tokenizer.json` */
  readonly tokenizer: FileContent
  /** `model.safetensors` */
  readonly weights: FileContent
  /** `modules.json`, if the model has one. */
  readonly modules?: FileContent
  /** `1_Pooling/config.json`, if the model has one. */
  readonly pooling?: FileContent
  /** `sentence_bert_config.json`, if the model has one. */
  readonly sentenceBert?: FileContent
  /** `config_sentence_transformers.json`, if the model has one. */
  readonly sentenceTransformers?: FileContent
  /** `tokenizer_config.json`, if the model has one. */
  readonly tokenizerConfig?: FileContent
  /** What `info.name` shall say. */
  readonly name?: string
}

/**
 * Where a model comes from:
 * - a folder: a URL (in a browser relative to the document), in Node also a path;
 * - `hf:org/name` or `hf:org/name@revision` on the Hugging Face hub;
 * - the files themselves, by role, by file name, or as a list of `File`s (a dropped or picked folder).
 *
 * A folder holds `config.json`, `tokenizer.json` (or BERT's `vocab.txt`) and `model.safetensors` (or its shards and
 * `model.safetensors.index.json`), there or where `modules.json` says; `modules.json` and `1_Pooling/config.json` may be
 * absent, then the embedding is the L2-normalised mean. So may be `sentence_bert_config.json`,
 * `config_sentence_transformers.json` and `tokenizer_config.json`; what they say is obeyed as sentence-transformers
 * obeys it, and what of it would change the numbers and is not done here is refused by name. An address may hold user
 * and password, which are sent as a header and shown in no message.
 */
export type ModelSource = string | URL | ModelFiles | Readonly<Record<string, FileContent>> | Iterable<File>

/** How a load gets on. */
export interface LoadProgress {
  /** `download`: bytes come in. `prepare`: they are checked and packed. `ready`: done. */
  readonly phase: 'download' | 'prepare' | 'ready'
  /** The file that the newest bytes belong to. */
  readonly file: string
  /** Bytes so far, of all files together. */
  readonly loaded: number
  /** Bytes of all files together; null where a server does not say. */
  readonly total: number | null
}

/**
 * What the engine holds the weights as and multiplies with.
 * - `float32`: the numbers of the model's own implementation, to the last digits.
 * - `int8`: the same file, made integers at load: 8 bits for the embedding tables, 10 for the weights, 16 for what they
 *   are multiplied with. Less than a third of the memory is in use after the load, and no binary needs relaxed SIMD for
 *   its best speed. For all-MiniLM-L6-v2: 27 MB in place of 90, attention weights within 0.02, embeddings within 1e-4 in
 *   cosine. Attention's own products, softmax, layer norm and GELU stay float32.
 */
export type Precision = 'float32' | 'int8'

/**
 * Between the two products of the feed-forward, as config.json calls it. `gelu` is the exact one: x times the standard
 * normal distribution's share below x; `gelu_new`, its approximation by tanh, stands for `gelu_fast` and
 * `gelu_pytorch_tanh` too, and `silu` for `swish`.
 */
export type Activation = 'gelu' | 'gelu_new' | 'quick_gelu' | 'relu' | 'silu'

/** What a model's files can answer: `embedding`, {@link Model.embed}; `masked-words`, {@link Model.fillMask}. */
export type Answer = 'embedding' | 'masked-words'

/** What the matrices are held as in memory; `mixed` where the file has several. */
export type WeightStorage = 'float32' | 'float16' | 'bfloat16' | 'int8' | 'mixed'

/** Which of the two binaries runs. */
export type Simd = 'simd128' | 'relaxed'

/** A WebAssembly binary: where it is, its bytes, or already compiled (as Cloudflare Workers require). */
export type WasmSource = string | URL | ArrayBufferLike | ArrayBufferView | WebAssemblyModule

/** Options of {@link loadModel}. */
export interface LoadOptions {
  /** Told how the load gets on, at most about 30 times a second. What it throws fails the load. */
  readonly onProgress?: (progress: LoadProgress) => void
  /** Aborts the load; nothing is left running. */
  readonly signal?: AbortSignal
  /**
   * Which model, where the source holds several: the path of its folder in the source. Left away, a list with more than
   * one model is refused with `bad-input`, and the error's `choices` says which there are.
   */
  readonly folder?: string
  /**
   * What a text is cut to: 1 up to the model's positions. Default: what the model's own files say
   * (`sentence_bert_config.json`, then `tokenizer_config.json`), as sentence-transformers does, which may be less than
   * the positions: 256 of 512 for all-MiniLM-L6-v2.
   */
  readonly maxTokens?: number
  /** `float32` unless asked otherwise. */
  readonly precision?: Precision
  /**
   * How many threads calculate, from 1 to 32. Default: in a page that is cross-origin isolated the processor's, but at
   * most 4; elsewhere 1. Where threads are not to be had, and with `wasm`, one calculates; `info.threads` says how many.
   * The numbers are the same, bit for bit, with any.
   */
  readonly threads?: number
  /**
   * In place of the package's own binaries. One source counts as `simd128`, unless it is an address whose file name
   * says `relaxed`; with both given, the machine's ability decides.
   */
  readonly wasm?:
    | WasmSource
    | {
        /** For every machine with WebAssembly SIMD. */
        readonly simd128?: WasmSource
        /** For a machine with relaxed SIMD, where it is preferred. */
        readonly relaxed?: WasmSource
      }
  /**
   * Where the engine runs: in the package's own worker (default in browsers), in a worker started from this address,
   * in this worker (which {@link Model.dispose} terminates), or `false`: here, which blocks while a layer is computed
   * (default in Node). A worker takes one model, once; one that runs another script is refused with `bad-input`, after
   * 15 seconds where it says nothing. Under Trusted Types the address passes through a policy named `attnscope`.
   */
  readonly worker?: string | URL | Worker | false
}

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
  /** How a token's place comes in: `learned`, a row of a table is added to it. */
  readonly positionKind: 'learned'
  /** Rows of that table. */
  readonly positionRows: number
  /** The row of the first token: 0, or what RoBERTa leaves out before it. */
  readonly firstPosition: number
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
  /** Where a layer norm stands: `after` a sublayer and its residual, as in BERT. */
  readonly normPlace: 'after'
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
  /** What lies in a layer between attention and its output: 3 * T * D + T * F numbers each. */
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
   * What to keep. `true`: attention, hidden states and steps of all heads, but no `layers`; then scores and scaled scores, which
   * would be two thirds of the memory, are computed when `step` asks for them, from the engine's own q and k.
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
  /** q k^T, [T, T]. */
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
  /** What goes into the layer plus the attention's output projection, [T, D]. */
  readonly attentionSum: Float32Array
  /** What goes into the feed-forward: that after its layer norm, [T, D]. */
  readonly feedForwardIn: Float32Array
  /** The feed-forward's first half, after the activation, [T, F]. */
  readonly inner: Float32Array
  /** What goes into the feed-forward plus what comes out of it, [T, D]; its layer norm is the next hidden state. */
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
