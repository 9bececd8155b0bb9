/**
 * The surface that `bindings/module.cpp` exports, as seen from JavaScript. The two files change together.
 *
 * Every pointer is an unsigned byte address in the module's memory and is valid only until the next call into the
 * engine: any call may grow the memory, which detaches every view on it. Copy first, call afterwards.
 */

import type { Activation, NormPlace, PositionKind, Precision, StageTimings, WeightStorage } from '../types.js'
import type { FileRole, WireSelection } from '../wire/protocol.js'

/** Default export of `dist/wasm/attnscope.js`, which serves every binary. */
export type NativeFactory = (options?: NativeOptions) => Promise<NativeModule>

/** The part of Emscripten's start-up options that the package uses. */
export interface NativeOptions {
  /** The memory that the binary imports. */
  wasmMemory?: WebAssembly.Memory
  /** Replaces fetching and compiling: must call `done` with the instance. */
  instantiateWasm?: (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void
  ) => object
}

/** The instantiated module. Take `HEAPU8` again after every call. */
export interface NativeModule {
  readonly HEAPU8: Uint8Array
  readonly Engine: new () => NativeEngine
  /** Makes room for `count` more threads, which must each be started with one of the stacks. At most once. */
  reserveThreads(count: number): { readonly stacks: readonly number[]; readonly stackBytes: number }
  /** The instruction set that the kernels of this binary use. */
  simdName(): string
}

/** What a refused call returns in place of its value. */
export interface NativeFailure {
  readonly error: { readonly code: string; readonly message: string }
}

/**
 * One model and at most one run. The order of a load is `shards` where there are some, `reserveWeights` for each, `describe`, `load`; that of a run is
 * `add` (once a text), `begin`, `step` until it gives false, the readers, `end`.
 */
export interface NativeEngine {
  /** Reads model.safetensors.index.json and gives the names of the shards; without it there is one file. */
  shards(index: string): readonly string[] | NativeFailure
  /** Reserves memory for the `shard`th weights file and gives its address; replaces an earlier reservation for it. */
  reserveWeights(shard: number, bytes: number): number | NativeFailure
  /** Reads and checks the small files; `''` means that one is not there. `maxTokens` null: the files' own limit. */
  describe(files: Readonly<Record<FileRole, string>>, maxTokens: number | null): true | NativeFailure
  /** Makes the model that was described out of the reserved weights; uses up both, also when refused. */
  load(precision: Precision): NativeInfo | NativeFailure

  /** The spelling of every id. */
  vocabulary(): NativeVocabulary
  /** Reserves memory for texts and gives its address; replaces an earlier reservation. */
  reserveText(bytes: number): number | NativeFailure
  /**
   * Tokenizes the UTF-8 text at the start of that memory, a pair where `pairBytes` follow it, with a prompt before it
   * where `promptBytes` follow those. Gives the address of
   * int32 numbers: tokens kept, tokens that the text asked for; then six a token: id, start, end (both in UTF-16 units
   * of its own text), word (-1: the tokenizer added it, -2: it is of the prompt), segment (0 first text, 1 second), type id. 0: see `refusal`.
   */
  tokenize(bytes: number, pairBytes: number, promptBytes: number): number
  /** The same, and keeps the tokens for the next run. */
  add(bytes: number, pairBytes: number, promptBytes: number): number
  /** Why the last text was refused. */
  refusal(): NativeFailure
  /** Starts the run over all that was added. A selection other than null wants exactly one text; times never do. */
  begin(selection: WireSelection | null, times: boolean): true | NativeFailure
  /** Computes one layer; true while layers are left. */
  step(): boolean | NativeFailure

  /** One row of D a text, in the order in which they were added. */
  embeddings(): NativeMatrix
  /** Everything that was kept: six uint32 each, layer, head, part (its place in `parts`), address, rows, columns. */
  kept(): NativeList
  /** After the last `step`: the `most` likeliest words in the place of a token, where the model has that answer. */
  words(row: number, most: number): NativeList | NativeFailure
  /** Where the time of the run went; zeros where `begin` was not told to look. */
  times(): StageTimings
  /** Rows [from, to) of a parameter, all of them where `to` is 0. A vector comes with `cols` 0. */
  parameter(name: string, from: number, to: number): NativeMatrix | NativeFailure
  /** Frees the run, the parameter and everything that was added. May be called at any time. */
  end(): void

  /** Embind's own: destroys the engine. */
  delete(): void
}

/** What `load` found. */
export interface NativeInfo {
  readonly layers: number
  readonly heads: number
  readonly width: number
  readonly headWidth: number
  readonly feedForward: number
  readonly vocabulary: number
  readonly maxTokens: number
  readonly positions: number
  readonly prompts: readonly (readonly [name: string, text: string])[]
  readonly defaultPrompt: string | null
  readonly positionKind: PositionKind
  readonly positionRows: number
  readonly firstPosition: number
  readonly uncountedToken: number | null
  /** 0: there is no such table. */
  readonly typeRows: number
  readonly embeddingWidth: number
  readonly projectsEmbedding: boolean
  readonly layerGroups: number
  /** Whether the files have what `words` needs. */
  readonly masksWords: boolean
  /** null where the files name none. */
  readonly maskToken: { readonly id: number; readonly text: string } | null
  readonly weights: WeightStorage
  readonly normPlace: NormPlace
  readonly epsilon: number
  readonly activation: Activation
  readonly family: string
  /** Bytes that the weights take up now that they are packed or made integers. */
  readonly weightBytes: number
  /** Names of tensors in the file that the model has no use for. */
  readonly unused: readonly string[]
}

/** All spellings in UTF-8, one behind the other, and where each begins: `count` uint32, the last is the end. */
export interface NativeVocabulary {
  readonly text: number
  readonly bytes: number
  readonly starts: number
  readonly count: number
}

/** `count` numbers in the module's memory: float64 of `words` (id and probability in turn), uint32 of `kept`. */
export interface NativeList {
  readonly pointer: number
  readonly count: number
}

/** A dense row-major float32 matrix in the module's memory. */
export interface NativeMatrix {
  readonly pointer: number
  readonly rows: number
  readonly cols: number
}
