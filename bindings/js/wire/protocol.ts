import type { AttnscopeError, WireError } from '../errors.js'
import type { EmbedProgress, LoadProgress, ModelInfo, Parameter, Precision, Simd, StageTimings } from '../types.js'

/** What a file is to a model; the names are those of {@link ModelFiles}. */
export type FileRole =
  | 'config'
  | 'tokenizer'
  | 'weights'
  | 'modules'
  | 'pooling'
  | 'sentenceBert'
  | 'sentenceTransformers'
  | 'tokenizerConfig'
  | 'weightsIndex'
  | 'vocabulary'
  | 'specialTokens'
  | 'addedTokens'

/** Where each file lies in a model's folder. */
export const fileNames: Readonly<Record<FileRole, string>> = {
  config: 'config.json',
  tokenizer: 'tokenizer.json',
  weights: 'model.safetensors',
  modules: 'modules.json',
  pooling: '1_Pooling/config.json',
  sentenceBert: 'sentence_bert_config.json',
  sentenceTransformers: 'config_sentence_transformers.json',
  tokenizerConfig: 'tokenizer_config.json',
  weightsIndex: 'model.safetensors.index.json',
  vocabulary: 'vocab.txt',
  specialTokens: 'special_tokens_map.json',
  addedTokens: 'added_tokens.json'
}

/** A model file ready to cross: where it is, or what it holds. */
export type WireFile =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'data'; readonly data: string | ArrayBuffer | ArrayBufferView | Blob | ReadableStream<Uint8Array> }

/** Where a model's files lie: in a folder, or here, by their paths in the folder or by what they are to the model. */
export type WireSource =
  | { readonly kind: 'url' | 'path'; readonly base: string }
  | { readonly kind: 'files'; readonly files: Readonly<Record<string, WireFile>> }

/** A binary ready to cross: an absolute address or a path, bytes, or compiled. */
export type WireWasm = string | ArrayBuffer | ArrayBufferView | WebAssembly.Module

/** The binaries that a caller brought. */
export type WireBinaries = Partial<Readonly<Record<Simd, WireWasm>>>

/** A text, what it is paired with (or `''`), and what is put before it (or `''`). */
export type WireText = readonly [text: string, pair: string, prompt: string]

/** Tokens as numbers, from index `at` on, in the form that `NativeEngine.tokenize` describes. */
export interface WireTokens {
  readonly numbers: Int32Array
  readonly at: number
}

/** The spelling of every id: UTF-8, one behind the other; where each begins, and the end. */
export interface WireVocabulary {
  readonly text: Uint8Array
  readonly starts: Uint32Array
  readonly spelling: Spelling
}

/**
 * How the vocabulary spells, as the tokenizer's own `decoder` says: `bytes`, each byte as a character of its own (GPT-2);
 * `blanks`, a blank as `▁` (SentencePiece); `pieces`, as it is read.
 */
export type Spelling = 'bytes' | 'blanks' | 'pieces'

/** The answer to `fillMask`. */
export interface WireFilled {
  readonly tokens: WireTokens
  /** For each mask the number of its token. */
  readonly masks: readonly number[]
  /** For each mask `top` times an id and its probability, the likeliest first. */
  readonly words: Float64Array
}

/** Flags of what to keep, 0 or 1; null keeps none. Heads are row-major [L, H], hidden states are [L + 1]. */
export interface WireSelection {
  readonly attention: Uint8Array | null
  readonly scores: Uint8Array | null
  readonly vectors: Uint8Array | null
  readonly hidden: Uint8Array | null
  /** [L] */
  readonly layers: Uint8Array | null
}

/**
 * What can be kept of a run: of a head; then of a layer, with head 0; `hidden` counts 0 .. L as layer. The engine's own
 * list in its order (core/trace/trace.h); a new part is a line there and one here.
 */
export const parts = [
  'q',
  'k',
  'v',
  'scores',
  'scaled',
  'weights',
  'context',
  'embeddingSum',
  'embeddingNorm',
  'contexts',
  'attentionOut',
  'attentionSum',
  'feedForwardIn',
  'innerIn',
  'inner',
  'feedForwardOut',
  'feedForwardSum',
  'hidden',
  'crossOut',
  'crossSum',
  'logits'
] as const

/** The name of such a part. */
export type Part = (typeof parts)[number]

/** A matrix that was kept. */
export interface WirePart {
  readonly layer: number
  readonly head: number
  readonly part: Part
  readonly data: Float32Array
}

/** The answer to `encode`. */
export interface WireEncoded {
  readonly tokens: WireTokens
  readonly embedding: Float32Array
  /** What was selected, in no order. */
  readonly kept: readonly WirePart[]
  readonly milliseconds: number
  /** null where they were not asked for. */
  readonly timings: StageTimings | null
}

/** Every call: what goes in, what comes out, what is told on the way. */
export interface Calls {
  load: {
    args: {
      readonly name: string | null
      readonly source: WireSource
      readonly binaries: WireBinaries
      /** null: as many as suit the place. */
      readonly threads: number | null
      readonly precision: Precision
      /** null: the files' own limit. */
      readonly maxTokens: number | null
    }
    result: { readonly info: ModelInfo; readonly vocabulary: WireVocabulary }
    progress: LoadProgress
  }
  tokenize: {
    args: { readonly texts: readonly WireText[] }
    /** For each text where its tokens begin. */
    result: { readonly numbers: Int32Array; readonly at: readonly number[] }
    progress: never
  }
  encode: {
    args: {
      readonly text: WireText
      readonly selection: WireSelection | null
      readonly timings: boolean
    }
    result: WireEncoded
    progress: never
  }
  fillMask: {
    args: { readonly text: WireText; readonly top: number }
    result: WireFilled
    progress: never
  }
  parameter: {
    /** Rows [from, to); all of them where `to` is 0. */
    args: { readonly name: string; readonly from: number; readonly to: number }
    result: Parameter
    progress: never
  }
  embed: {
    args: { readonly texts: readonly string[]; readonly prompt: string }
    result: Float32Array[]
    progress: EmbedProgress
  }
}

/** The names of the calls. */
export type CallName = keyof Calls

/** From the façade to the host. */
export type Request =
  | { readonly [K in CallName]: { readonly id: number; readonly type: K; readonly args: Calls[K]['args'] } }[CallName]
  | { readonly id: number; readonly type: 'abort' }

/** From the host to the façade. `value` is of the call that `id` began. */
export type Reply =
  /** To `load` alone, at once: a host is there. */
  | { readonly id: number; readonly type: 'started' }
  | { readonly id: number; readonly type: 'progress'; readonly value: unknown }
  | { readonly id: number; readonly type: 'result'; readonly value: unknown }
  | { readonly id: number; readonly type: 'error'; readonly error: WireError }

/** Whether a message is a host's: a worker may be handed over that runs something else. */
export function isReply(message: unknown): message is Reply {
  if (typeof message !== 'object' || message === null) return false
  const { id, type, error } = message as { id?: unknown; type?: unknown; error?: Partial<WireError> }
  if (typeof id !== 'number') return false
  if (type === 'error') return typeof error?.code === 'string' && typeof error.message === 'string'
  return type === 'started' || type === 'progress' || type === 'result'
}

/** What a transport tells of. */
export interface TransportEvents {
  reply(reply: Reply): void
  /** The other side is gone. */
  died(error: AttnscopeError): void
}

/** The way to a host and back. */
export interface Transport {
  post(request: Request, transfer: Transferable[]): void
  /** Where the host is on this side: see `Host.tokenize`. */
  tokenize?(text: WireText): WireTokens
  /** Ends the other side, whatever it is doing. */
  close(): void
}
