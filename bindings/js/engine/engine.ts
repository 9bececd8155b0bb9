import { AttnscopeError } from '../errors.js'
import type { EmbedProgress, ModelInfo, Parameter, Precision } from '../types.js'
import {
  type Calls,
  type Part,
  parts,
  type Spelling,
  type WireEncoded,
  type WireFilled,
  type WirePart,
  type WireSelection,
  type WireText,
  type WireTokens,
  type WireVocabulary
} from '../wire/protocol.js'
import type { NativeHandle } from './handle.js'
import { Lock, Pacer } from './lock.js'
import type { NativeInfo } from './native.js'

// Whole texts are laid end to end until there are so many tokens. 160 texts of the bench took 2.96 s with 256, where all
// rows of a layer stay in the second-level cache, 3.10 with 128, 3.23 to 3.37 with 512 to 2,048.
const batchTokens = 256

/** A loaded model on this side of the crossing. One run at a time: the others wait their turn. */
export class Engine {
  readonly info: ModelInfo
  readonly #handle: NativeHandle
  readonly #spelling: Spelling
  readonly #lock = new Lock()

  private constructor(handle: NativeHandle, spelling: Spelling, info: ModelInfo) {
    this.#handle = handle
    this.#spelling = spelling
    this.info = info
  }

  /** Makes the model that was described out of the reserved weights. @throws AttnscopeError `bad-model`, ... */
  static load(handle: NativeHandle, name: string | null, precision: Precision, spelling: Spelling): Engine {
    const found: NativeInfo = handle.call((engine) => engine.load(precision))
    const { unused, prompts, defaultPrompt, masksWords, ...rest } = found
    return new Engine(handle, spelling, {
      name: name ?? rest.family,
      ...rest,
      answers: masksWords && rest.maskToken !== null ? ['embedding', 'masked-words'] : ['embedding'],
      prompts: Object.fromEntries(prompts),
      defaultPromptName: defaultPrompt,
      simd: handle.simd,
      threads: handle.threads,
      precision
    })
  }

  /** The spelling of every id. */
  vocabulary(): WireVocabulary {
    const { text, bytes, starts, count } = this.#handle.call((engine) => engine.vocabulary())
    return {
      text: this.#handle.copy(Uint8Array, text, bytes),
      starts: this.#handle.copy(Uint32Array, starts, count),
      spelling: this.#spelling
    }
  }

  /**
   * The tokens of a text or a pair: at once, for it touches no run. They lie in the engine's own memory, and must be
   * read or copied before the next call.
   */
  tokenize(text: WireText): WireTokens {
    return { at: this.#handle.tokenize('tokenize', ...text), numbers: this.#handle.words() }
  }

  /** One text or pair, with what the selection keeps. */
  encode({ text, selection, timings: timed }: Calls['encode']['args'], signal: AbortSignal): Promise<WireEncoded> {
    return this.#run(signal, async (pacer) => {
      pacer.start()
      const at = this.#handle.tokenize('add', ...text)
      const tokens = copyTokens({ at, numbers: this.#handle.words() })
      await this.#forward(selection, timed, pacer)
      const milliseconds = pacer.stop()
      const timings = timed ? this.#handle.call((engine) => engine.times()) : null
      const embedding = this.#embeddings()[0] as Float32Array
      return { tokens, embedding, kept: selection === null ? [] : this.#kept(), milliseconds, timings }
    })
  }

  /**
   * The likeliest words for each mask in a text or pair.
   * @throws AttnscopeError `bad-input` for a mask past the limit, whose place is not among the tokens
   */
  fillMask({ text, top }: Calls['fillMask']['args'], signal: AbortSignal): Promise<WireFilled> {
    const handle = this.#handle
    const { id, text: spelled } = this.info.maskToken as { readonly id: number; readonly text: string }
    return this.#run(signal, async (pacer) => {
      const tokens = copyTokens({ at: handle.tokenize('add', ...text), numbers: handle.words() })
      const [kept, total] = tokens.numbers as unknown as [number, number]
      const masks = Array.from({ length: kept }, (_, t) => t).filter((t) => tokens.numbers[2 + 6 * t] === id)
      // Told by the text, for what is cut off has become no tokens.
      const written = total > kept ? text.join(' ').split(spelled).length - 1 : 0
      if (written > masks.length) {
        const where = `past the ${kept} tokens of ${total} that are read`
        throw new AttnscopeError('bad-input', `${written - masks.length} of the ${written} ${spelled} lie ${where}`)
      }
      const words = new Float64Array(masks.length * 2 * top)
      if (masks.length > 0) await this.#forward(null, false, pacer)
      for (const [i, row] of masks.entries()) {
        const { pointer, count } = handle.call((engine) => engine.words(row, top))
        words.set(handle.copy(Float64Array, pointer, count), i * 2 * top)
        await pacer.pause()
      }
      return { tokens, masks, words }
    })
  }

  /** Some rows of a parameter, or all. */
  parameter({ name, from, to }: Calls['parameter']['args'], signal: AbortSignal): Promise<Parameter> {
    return this.#run(signal, async () => {
      const { pointer, rows, cols } = this.#handle.call((engine) => engine.parameter(name, from, to))
      const data = this.#handle.copy(Float32Array, pointer, rows * (cols || 1))
      return { shape: cols ? [rows, cols] : [rows], data }
    })
  }

  /** The embeddings of many texts, in order. Others get their turn between batches. */
  async embed(
    { texts, prompt }: Calls['embed']['args'],
    signal: AbortSignal,
    onProgress: (progress: EmbedProgress) => void
  ): Promise<Float32Array[]> {
    const result: Float32Array[] = []
    while (result.length < texts.length) {
      await this.#run(signal, async (pacer) => {
        let next = result.length
        for (let tokens = 0; tokens < batchTokens && next < texts.length; next++) {
          const at = this.#handle.tokenize('add', texts[next] as string, '', prompt)
          tokens += this.#handle.words()[at] as number
        }
        await this.#forward(null, false, pacer)
        result.push(...this.#embeddings())
      })
      onProgress({ done: result.length, total: texts.length })
    }
    return result
  }

  /** Frees the model. */
  delete(): void {
    this.#handle.delete()
  }

  #run<T>(signal: AbortSignal, body: (pacer: Pacer) => Promise<T>): Promise<T> {
    return this.#lock.run(async () => {
      signal.throwIfAborted()
      try {
        return await body(new Pacer(signal))
      } finally {
        this.#handle.end()
      }
    })
  }

  async #forward(selection: WireSelection | null, timed: boolean, pacer: Pacer): Promise<void> {
    this.#handle.call((engine) => engine.begin(selection, timed))
    while (this.#handle.call((engine) => engine.step())) await pacer.pause()
  }

  #embeddings(): Float32Array[] {
    const { pointer, rows, cols } = this.#handle.call((engine) => engine.embeddings())
    return Array.from({ length: rows }, (_, row) => this.#handle.copy(Float32Array, pointer + 4 * row * cols, cols))
  }

  #kept(): WirePart[] {
    const { pointer, count } = this.#handle.call((engine) => engine.kept())
    const numbers = this.#handle.copy(Uint32Array, pointer, count)
    return Array.from({ length: count / 6 }, (_, i): WirePart => {
      const [layer, head, part, at, rows, cols] = numbers.subarray(6 * i) as unknown as readonly [
        number,
        number,
        number,
        number,
        number,
        number
      ]
      return { layer, head, part: parts[part] as Part, data: this.#handle.copy(Float32Array, at, rows * cols) }
    })
  }
}

/** The tokens alone, out of the memory that they lie in. */
export function copyTokens({ numbers, at }: WireTokens): WireTokens {
  return { at: 0, numbers: numbers.slice(at, at + 2 + 6 * (numbers[at] as number)) }
}
