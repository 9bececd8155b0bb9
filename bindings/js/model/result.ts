import { newDecoder } from '../environment.js'
import { AttnscopeError } from '../errors.js'
import type { Encoded, FilledMask, LayerParts, ModelInfo, StageTimings, Step, Token } from '../types.js'
import type { Part, WireEncoded, WireFilled, WireTokens, WireVocabulary } from '../wire/protocol.js'
import { checkIndex } from './arguments.js'

// Those of the embedding are there for layer 0 alone, the others always or not at all.
const layerParts = [
  'embeddingSum',
  'embeddingNorm',
  'contexts',
  'attentionOut',
  'attentionSum',
  'feedForwardIn',
  'innerIn',
  'inner',
  'feedForwardOut',
  'feedForwardSum'
] as const satisfies readonly (Part & keyof LayerParts)[]

let decoder: TextDecoder | undefined

/** The spellings of ids, each decoded when it is first asked for. */
export class Vocabulary {
  readonly #wire: WireVocabulary
  readonly #pieces: string[]

  constructor(wire: WireVocabulary) {
    this.#wire = wire
    this.#pieces = Array.from({ length: wire.starts.length - 1 }, () => '')
  }

  /** The tokens as objects. */
  read({ numbers, at }: WireTokens): Token[] {
    const pieces = this.#pieces
    const count = numbers[at] as number
    const tokens = new Array<Token>(count)
    for (let t = 0, i = at + 2; t < count; t++, i += 6) {
      const id = numbers[i] as number
      const word = numbers[i + 3] as number
      tokens[t] = {
        id,
        text: pieces[id] || this.#decode(id),
        start: numbers[i + 1] as number,
        end: numbers[i + 2] as number,
        word: word < 0 ? null : word,
        segment: numbers[i + 4] as number,
        special: word === -1,
        ...(word === -2 && { prompt: true as const })
      }
    }
    return tokens
  }

  /** A token alone as a reader would write it: of GPT-2's bytes the characters, of SentencePiece's blanks none. */
  text(id: number): string {
    const piece = this.#pieces[id] || this.#decode(id)
    if (this.#wire.spelling === 'blanks') return piece.replaceAll('▁', ' ').replace(/^ /, '')
    return this.#wire.spelling === 'bytes' ? fromBytes(piece) : piece
  }

  #decode(id: number): string {
    const { text, starts } = this.#wire
    decoder ??= newDecoder({ ignoreBOM: true })
    const piece = decoder.decode(text.subarray(starts[id], starts[id + 1]))
    this.#pieces[id] = piece
    return piece
  }
}

// GPT-2 writes each byte as one character: itself where it is a visible one of Latin-1, the others from 256 on, in order.
let byteOf: Map<string, number> | undefined

function fromBytes(piece: string): string {
  if (byteOf === undefined) {
    const isVisible = (byte: number): boolean => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173)
    let next = 256
    byteOf = new Map(
      Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(isVisible(byte) ? byte : next++), byte])
    )
  }
  const bytes = Array.from(piece, (character) => byteOf?.get(character))
  // An added token is spelled as it is read.
  if (bytes.includes(undefined)) return piece
  return newDecoder({ ignoreBOM: true }).decode(Uint8Array.from(bytes as number[]))
}

/** Reads an answer to `fillMask`. */
export function readFilled({ tokens, masks, words }: WireFilled, top: number, vocabulary: Vocabulary): FilledMask[] {
  const read = vocabulary.read(tokens)
  return masks.map((t, i) => ({
    token: read[t] as Token,
    candidates: Array.from({ length: top }, (_, rank) => {
      const [id, probability] = words.subarray(2 * (i * top + rank)) as unknown as [number, number]
      return { id, text: vocabulary.text(id), probability }
    })
  }))
}

/** Reads an answer to `encode`. All of it is here already, so every reader is synchronous. */
export class EncodedReader implements Encoded {
  readonly tokens: readonly Token[]
  readonly typeIds: Int32Array
  readonly truncated: Encoded['truncated']
  readonly embedding: Float32Array
  readonly milliseconds: number
  readonly timings: StageTimings | null
  readonly #info: ModelInfo
  readonly #kept: ReadonlyMap<string, Float32Array>

  constructor(wire: WireEncoded, info: ModelInfo, vocabulary: Vocabulary) {
    const { numbers } = wire.tokens
    this.tokens = vocabulary.read(wire.tokens)
    this.typeIds = Int32Array.from(this.tokens, (_, t) => numbers[7 + 6 * t] as number)
    const [kept, total] = numbers as unknown as [number, number]
    this.truncated = total > kept ? { kept, total } : null
    this.embedding = wire.embedding
    this.milliseconds = wire.milliseconds
    this.timings = wire.timings
    this.#info = info
    this.#kept = new Map(wire.kept.map(({ layer, head, part, data }) => [`${part} ${layer} ${head}`, data]))
  }

  attention(layer: number, head: number): Float32Array {
    const weights = this.#part('weights', layer, head)
    return weights ?? notTraced(`attention(${layer}, ${head})`, `attention: [[${layer}, ${head}]]`)
  }

  hidden(i: number): Float32Array {
    checkIndex('the number of the hidden state', i, this.#info.layers + 1)
    return this.#kept.get(`hidden ${i} 0`) ?? notTraced(`hidden(${i})`, `hidden: [${i}]`)
  }

  layer(i: number): LayerParts {
    checkIndex('the number of the layer', i, this.#info.layers)
    const kept = layerParts.flatMap((part) => {
      const data = this.#kept.get(`${part} ${i} 0`)
      return data ? [[part, data]] : []
    })
    if (kept.length === 0) return notTraced(`layer(${i})`, `layers: [${i}]`, '')
    return Object.fromEntries(kept) as unknown as LayerParts
  }

  step(layer: number, head: number): Step {
    const [q, k, v, weights, context] = (['q', 'k', 'v', 'weights', 'context'] as const).map((part) =>
      this.#part(part, layer, head)
    )
    if (!q || !k || !v || !weights || !context) {
      return notTraced(`step(${layer}, ${head})`, `steps: [[${layer}, ${head}]]`)
    }
    const scores = this.#part('scores', layer, head) ?? multiply(q, k, this.#info.headWidth)
    const root = Math.sqrt(this.#info.headWidth)
    const scaled = this.#part('scaled', layer, head) ?? scores.map((score) => score / root)
    return { q, k, v, scores, scaled, weights, context }
  }

  #part(part: Part, layer: number, head: number): Float32Array | undefined {
    checkIndex('layer', layer, this.#info.layers)
    checkIndex('head', head, this.#info.heads)
    return this.#kept.get(`${part} ${layer} ${head}`)
  }
}

function notTraced(what: string, how: string, all = '{ trace: true } or '): never {
  const message = `${what} was not traced: encode with ${all}{ trace: { ${how} } } to keep it`
  throw new AttnscopeError('not-traced', message)
}

// q k^T: summed in double, so nearer to the true value than the engine's own float32 sum.
function multiply(q: Float32Array, k: Float32Array, width: number): Float32Array {
  const tokens = q.length / width
  const scores = new Float32Array(tokens * tokens)
  for (let row = 0; row < tokens; row++) {
    for (let column = 0; column < tokens; column++) {
      let sum = 0
      for (let i = 0; i < width; i++) sum += (q[row * width + i] as number) * (k[column * width + i] as number)
      scores[row * tokens + column] = sum
    }
  }
  return scores
}
