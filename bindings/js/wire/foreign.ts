import { AttnscopeError } from '../errors.js'

/** The names of weights that are read: one file, or what lists its shards. */
export const weightsNames: readonly string[] = ['model.safetensors', 'model.safetensors.index.json']

// As their programs save them; the likeliest first.
const forms = [
  /^pytorch_model.*\.bin(\.index\.json)?$/,
  /^tf_model\.h5$/,
  /^flax_model\.msgpack$/,
  /^(rust_model\.ot|(bert_)?model\.ckpt.*)$/,
  /\.(onnx|gguf|ggml|tflite)$/i
]

/** Of the names of files, one that holds weights in a form that is not read; null where there is none. */
export function foreignWeights(names: readonly string[]): string | null {
  for (const form of forms) {
    const found = names.find((name) => form.test(name.slice(name.lastIndexOf('/') + 1)))
    if (found !== undefined) return found
  }
  return null
}

/** The refusal of such weights, with what to do. */
export function cannotRead(name: string): AttnscopeError {
  const how = /\.(onnx|gguf|ggml|tflite)$/i.test(name)
    ? 'take the model of which this file was made'
    : "with transformers, AutoModel.from_pretrained('FOLDER').save_pretrained('FOLDER') writes them"
  const read = 'model.safetensors, or its shards and model.safetensors.index.json, is needed'
  return new AttnscopeError('unsupported', `the weights are in ${name}, which is not read; ${read}: ${how}`)
}
