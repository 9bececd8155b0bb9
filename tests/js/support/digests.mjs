// SHA-256 of what the engine gives for a few texts: every bit of it, where golden.test.mjs allows the reference's noise.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { loadModel } from 'attnscope'
import { goldenCases, inputOf } from './golden.mjs'
import { folder } from './model.mjs'

export const digestsFile = new URL('../../golden/minilm/digests.json', import.meta.url)

export const variants = ['simd128', 'relaxed'].flatMap((simd) =>
  ['float32', 'int8'].map((precision) => ({ simd, precision, name: `${simd} ${precision}` }))
)

const CASES = ['p01', 'p05', 'p07', 'p09', 'p10']

// More rows than a block of queries has, a panel of keys that is not full, and words that are cut off.
const LONG = 'The animal did not cross the street because it was too tired, and so on; '.repeat(9)

/** The texts: [name, text or pair]. */
export async function inputs() {
  const cases = await goldenCases(({ id }) => CASES.includes(id))
  return [...cases.map((golden) => [golden.id, inputOf(golden)]), ['long', LONG]]
}

const bytesOf = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength)

function digest(arrays) {
  const hash = createHash('sha256')
  for (const array of arrays) hash.update(typeof array === 'string' ? array : bytesOf(array))
  return hash.digest('hex').slice(0, 32)
}

// f32x4.relaxed_madd of 1 + 2^-12, itself and -1 - 2^-11, of which only a fused one leaves anything but 0.
const fusedProbe = () => {
  const float = (value) => [...new Uint8Array(Float32Array.of(value).buffer)]
  const splat = (value) => [0x43, ...float(value), 0xfd, 0x13]
  const body = [
    0,
    ...splat(1 + 2 ** -12),
    ...splat(1 + 2 ** -12),
    ...splat(-1 - 2 ** -11),
    0xfd,
    0x85,
    2,
    0xfd,
    0x1f,
    0
  ]
  const start = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7d, 3, 2, 1, 0, 7, 5, 1, 1, 0x66, 0, 0]
  return Uint8Array.of(...start, 10, body.length + 3, 1, body.length + 1, ...body, 0x0b)
}

/** Why the bits of a SIMD level cannot be told here; '' where they can. Those of relaxed SIMD are the machine's choice. */
export function untold(simd) {
  if (simd === 'simd128') return ''
  const probe = fusedProbe()
  if (!WebAssembly.validate(probe)) return 'this Node has no relaxed SIMD'
  const { f } = new WebAssembly.Instance(new WebAssembly.Module(probe)).exports
  return f() === 0 ? 'this processor multiplies and adds in two steps; the digests are of one that fuses them' : ''
}

// Binaries that are given run on one thread, so the choice between the package's own is narrowed in another way.
async function loadWith({ simd, precision }, threads) {
  const { validate } = WebAssembly
  const isRelaxed = (bytes) => Buffer.from(bytes).includes(Uint8Array.of(0xfd, 0x85, 2))
  if (simd === 'simd128') WebAssembly.validate = (bytes) => !isRelaxed(bytes) && validate(bytes)
  try {
    const model = await loadModel(folder, { precision, threads, maxTokens: 130 })
    if (model.info.simd !== simd || model.info.threads !== threads)
      throw new Error(`asked for ${simd} and ${threads} threads, got ${model.info.simd} and ${model.info.threads}`)
    return model
  } finally {
    WebAssembly.validate = validate
  }
}

/** The digests of one variant with so many threads: name of a text -> digest of each kind of number. */
export async function digestsOf(variant, threads) {
  const model = await loadWith(variant, threads)
  const { layers, heads } = model.info
  const places = Array.from({ length: layers * heads }, (_, i) => [Math.floor(i / heads), i % heads])
  const result = {}
  for (const [name, input] of await inputs()) {
    const alone = await model.encode(input)
    const traced = await model.encode(input, { trace: true })
    const steps = places.map(([layer, head]) => traced.step(layer, head))
    result[name] = {
      tokens: digest([JSON.stringify([alone.tokens, alone.truncated])]),
      embedding: digest([alone.embedding]),
      attention: digest(places.map(([layer, head]) => traced.attention(layer, head))),
      hidden: digest(Array.from({ length: layers + 1 }, (_, i) => traced.hidden(i))),
      heads: digest(steps.flatMap(({ q, k, v, context }) => [q, k, v, context]))
    }
  }
  const texts = (await inputs()).map(([, input]) => input).filter((input) => typeof input === 'string')
  result.together = { embedding: digest(await model.embed(texts)) }
  model.dispose()
  return result
}

export const recorded = async () => JSON.parse(await readFile(digestsFile, 'utf8'))

export const digestsPath = fileURLToPath(digestsFile)
