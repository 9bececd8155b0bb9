// Where a model comes from, and how it is loaded.

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
