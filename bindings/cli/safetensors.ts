/** A tensor to be written: row-major. */
export interface Tensor {
  readonly name: string
  readonly shape: readonly number[]
  /** The data in parts, one after the other. */
  readonly parts: Iterable<Float32Array | BigInt64Array>
  readonly dtype: 'F32' | 'I64'
}

const bytesOf = { F32: 4, I64: 8 }

/** The pieces of a safetensors file, in order. */
export function* safetensorsFile(
  tensors: readonly Tensor[],
  metadata: Readonly<Record<string, string>>
): Generator<Uint8Array> {
  let end = 0
  const entries = tensors.map(({ name, shape, dtype }) => {
    const begin = end
    end += shape.reduce((product, size) => product * size, bytesOf[dtype])
    return [name, { dtype, shape, data_offsets: [begin, end] }]
  })
  const header = Buffer.from(JSON.stringify({ __metadata__: metadata, ...Object.fromEntries(entries) }))
  // Padded with spaces, so that the data begins at a multiple of eight bytes.
  const padded = Buffer.alloc(Math.ceil(header.length / 8) * 8, ' ')
  header.copy(padded)
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(padded.length))
  yield Buffer.concat([length, padded])
  for (const { parts } of tensors) {
    for (const part of parts) yield new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
  }
}
