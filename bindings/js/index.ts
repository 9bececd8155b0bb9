/**
 * attnscope: a transformer encoder whose every number can be looked at.
 *
 * @packageDocumentation
 */
import { load } from './model/load.js'
import type { LoadOptions, Model, ModelSource } from './types.js'

export { AttnscopeError, type ErrorCode } from './errors.js'
export type {
  Activation,
  Answer,
  Candidate,
  EmbedOptions,
  EmbedProgress,
  Encoded,
  EncodeOptions,
  FileContent,
  FilledMask,
  FillMaskOptions,
  HeadSelection,
  LayerParts,
  LoadOptions,
  LoadProgress,
  Model,
  ModelFiles,
  ModelInfo,
  ModelSource,
  NormPlace,
  Parameter,
  ParameterOptions,
  PositionKind,
  Precision,
  PromptOptions,
  Simd,
  StageTimings,
  Step,
  TextInput,
  Token,
  TraceSelection,
  WasmSource,
  WeightStorage
} from './types.js'

/**
 * Loads a model: fetches its files, checks them, and starts the engine (in a worker where there are such).
 *
 * @param source A folder's URL or path, `hf:org/name@revision`, or the files themselves.
 * @throws AttnscopeError `bad-input`, `network`, `bad-model`, `unsupported`, `out-of-memory`, `crashed`; or the
 * signal's reason
 */
export function loadModel(source: ModelSource, options: LoadOptions = {}): Promise<Model> {
  return load(source, options, async (send) => {
    const { Host } = await import('./engine/host.js')
    return new Host(send)
  })
}
