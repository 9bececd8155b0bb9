/**
 * attnscope: a transformer encoder whose every number can be looked at.
 *
 * @packageDocumentation
 */
export { AttnscopeError, type ErrorCode } from './errors.js'
export { loadModel } from './load.js'
export type {
  Activation,
  EmbedOptions,
  EmbedProgress,
  Encoded,
  EncodeOptions,
  FileContent,
  HeadSelection,
  LoadOptions,
  LoadProgress,
  Model,
  ModelFiles,
  ModelInfo,
  ModelSource,
  Parameter,
  ParameterOptions,
  Precision,
  PromptOptions,
  Simd,
  StageTimings,
  Step,
  TextInput,
  Token,
  TraceSelection,
  WasmSource
} from './types.js'
