// A model of another shape than the page's own: two layers of three heads, weights from a fixed pseudo-random row,
// the tokenizer of the page's own model.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const own = fileURLToPath(new URL('../../../models/all-MiniLM-L6-v2/', import.meta.url))
const [layers, heads, width, inner, vocabulary, positions] = [2, 3, 96, 192, 30522, 64]

/** Writes the model's files into a folder, which is made. */
export function writeSmallModel(folder) {
  mkdirSync(folder, { recursive: true })
  const config = { ...JSON.parse(readFileSync(join(own, 'config.json'), 'utf8')) }
  Object.assign(config, {
    num_hidden_layers: layers,
    num_attention_heads: heads,
    hidden_size: width,
    intermediate_size: inner,
    max_position_embeddings: positions
  })
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
  copyFileSync(join(own, 'tokenizer.json'), join(folder, 'tokenizer.json'))
  writeFileSync(join(folder, 'model.safetensors'), randomWeights(shapes()))
}

function shapes() {
  const norm = (name) => ({ [`${name}.weight`]: [width], [`${name}.bias`]: [width] })
  const linear = (name, out, into) => ({ [`${name}.weight`]: [out, into], [`${name}.bias`]: [out] })
  const layer = (i) => ({
    ...linear(`encoder.layer.${i}.attention.self.query`, width, width),
    ...linear(`encoder.layer.${i}.attention.self.key`, width, width),
    ...linear(`encoder.layer.${i}.attention.self.value`, width, width),
    ...linear(`encoder.layer.${i}.attention.output.dense`, width, width),
    ...norm(`encoder.layer.${i}.attention.output.LayerNorm`),
    ...linear(`encoder.layer.${i}.intermediate.dense`, inner, width),
    ...linear(`encoder.layer.${i}.output.dense`, width, inner),
    ...norm(`encoder.layer.${i}.output.LayerNorm`)
  })
  return {
    'embeddings.word_embeddings.weight': [vocabulary, width],
    'embeddings.position_embeddings.weight': [positions, width],
    'embeddings.token_type_embeddings.weight': [2, width],
    ...norm('embeddings.LayerNorm'),
    ...Object.assign({}, ...Array.from({ length: layers }, (_, i) => layer(i)))
  }
}

/** A file of tensors of these shapes. */
export function randomWeights(tensors) {
  const header = {}
  let size = 0
  for (const [name, shape] of Object.entries(tensors)) {
    const bytes = 4 * shape.reduce((product, n) => product * n, 1)
    header[name] = { dtype: 'F32', shape, data_offsets: [size, size + bytes] }
    size += bytes
  }
  const text = JSON.stringify(header)
  const head = Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(head.length))
  const data = new Float32Array(size / 4)
  let state = 1
  for (let i = 0; i < data.length; i++) {
    state = (state * 1103515245 + 12345) & 0x7fffffff
    data[i] = (state / 0x7fffffff - 0.5) * 0.4
  }
  return Buffer.concat([length, head, Buffer.from(data.buffer)])
}
