// A whole BERT that loads in no time: the real vocabulary, one layer, width 16, at most 16 tokens.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folder as real } from '../../js/support/model.mjs'

const [width, feedForward, vocabulary, positions] = [16, 32, 30522, 16]

const config = {
  architectures: ['BertModel'],
  model_type: 'bert',
  hidden_act: 'gelu',
  hidden_size: width,
  intermediate_size: feedForward,
  layer_norm_eps: 1e-12,
  max_position_embeddings: positions,
  num_attention_heads: 2,
  num_hidden_layers: 1,
  pad_token_id: 0,
  position_embedding_type: 'absolute',
  type_vocab_size: 2,
  vocab_size: vocabulary
}

const shapes = () => {
  const embeddings = {
    'embeddings.word_embeddings.weight': [vocabulary, width],
    'embeddings.position_embeddings.weight': [positions, width],
    'embeddings.token_type_embeddings.weight': [2, width],
    'embeddings.LayerNorm.weight': [width],
    'embeddings.LayerNorm.bias': [width]
  }
  const linear = (name, out, into) => ({ [`${name}.weight`]: [out, into], [`${name}.bias`]: [out] })
  const norm = (name) => ({ [`${name}.weight`]: [width], [`${name}.bias`]: [width] })
  const layer = 'encoder.layer.0'
  return {
    ...embeddings,
    ...linear(`${layer}.attention.self.query`, width, width),
    ...linear(`${layer}.attention.self.key`, width, width),
    ...linear(`${layer}.attention.self.value`, width, width),
    ...linear(`${layer}.attention.output.dense`, width, width),
    ...norm(`${layer}.attention.output.LayerNorm`),
    ...linear(`${layer}.intermediate.dense`, feedForward, width),
    ...linear(`${layer}.output.dense`, width, feedForward),
    ...norm(`${layer}.output.LayerNorm`)
  }
}

/** Writes the model into a new folder and gives its path. `poison`: this word's embedding is NaN. */
export function writeTinyModel(parent, { poison = null } = {}) {
  const folder = join(parent, 'tiny')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
  copyFileSync(join(real, 'tokenizer.json'), join(folder, 'tokenizer.json'))
  let seed = 1
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32 - 0.5
  }
  const entries = {}
  const parts = []
  let end = 0
  for (const [name, shape] of Object.entries(shapes())) {
    const count = shape.reduce((product, size) => product * size)
    const values = Float32Array.from({ length: count }, random)
    if (poison !== null && name.includes('word_embeddings'))
      values.fill(Number.NaN, poison * width, (poison + 1) * width)
    entries[name] = { dtype: 'F32', shape, data_offsets: [end, end + 4 * count] }
    end += 4 * count
    parts.push(Buffer.from(values.buffer))
  }
  const header = Buffer.from(JSON.stringify(entries))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(header.length))
  writeFileSync(join(folder, 'model.safetensors'), Buffer.concat([length, header, ...parts]))
  return folder
}
