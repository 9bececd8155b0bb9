import type { Encoded, FilledMask, Model, TraceSelection } from 'attnscope'
import type { Detail, Parameter } from '../reading/detail'

/** The model's parameters by name; only what has been asked for is kept. */
export class Parameters {
  readonly #model: Model
  readonly #known = new Memory<Parameter>()

  constructor(model: Model) {
    this.#model = model
  }

  get(name: string, rows?: readonly [number, number]): Promise<Parameter> {
    return this.#known.get(`${name} ${rows ?? ''}`, () => this.#model.parameter(name, rows ? { rows } : {}))
  }
}

/** So many words are offered for a mask. */
const kCandidates = 5

/** The detail of one run: the same text goes through the model again for each kind that a view asks for. */
export class RunDetail implements Detail {
  readonly typeIds: Int32Array
  readonly embedding: Float32Array
  readonly #model: Model
  readonly #texts: readonly string[]
  readonly #parameters: Parameters
  readonly #hidden = new Memory<Float32Array[]>()
  #layer = new Memory<Awaited<ReturnType<Detail['layer']>>>()
  readonly #masked = new Memory<readonly FilledMask[]>()
  #running = new AbortController()

  constructor(
    model: Model,
    texts: readonly string[],
    parameters: Parameters,
    { typeIds, embedding }: Pick<Encoded, 'typeIds' | 'embedding'>
  ) {
    this.typeIds = typeIds
    this.embedding = embedding
    this.#model = model
    this.#texts = texts
    this.#parameters = parameters
  }

  hidden() {
    return this.#hidden.get('', async () => {
      const result = await this.#encode({ hidden: true })
      return Array.from({ length: this.#model.info.layers + 1 }, (_, i) => result.hidden(i))
    })
  }

  layer(layer: number, head: number) {
    const key = `${layer}.${head}`
    // Of a long text it is some megabytes: the one before goes.
    if (!this.#layer.has(key)) this.#layer = new Memory()
    return this.#layer.get(key, async () => {
      const result = await this.#encode({ hidden: [layer, layer + 1], layers: [layer], steps: [[layer, head]] })
      return {
        input: result.hidden(layer),
        step: result.step(layer, head),
        parts: result.layer(layer),
        output: result.hidden(layer + 1)
      }
    })
  }

  maskedWords() {
    return this.#masked.get('', () =>
      this.#model.fillMask(asInput(this.#texts), { top: kCandidates, signal: this.#running.signal })
    )
  }

  parameter(name: string, rows?: readonly [number, number]) {
    return this.#parameters.get(name, rows)
  }

  /** Gives up what is under way, because a newer text wants the engine; it may be asked for again. */
  cancel() {
    this.#running.abort()
    this.#running = new AbortController()
  }

  #encode(trace: TraceSelection) {
    return this.#model.encode(asInput(this.#texts), { trace, signal: this.#running.signal })
  }
}

/** One text as it is, two as a pair. */
export const asInput = (texts: readonly string[]) =>
  texts.length > 1 ? ([texts[0] ?? '', texts[1] ?? ''] as const) : (texts[0] ?? '')

/** Answers by key, asked for once; a failure is not remembered. */
class Memory<T> {
  readonly #known = new Map<string, Promise<T>>()

  has(key: string): boolean {
    return this.#known.has(key)
  }

  get(key: string, ask: () => Promise<T>): Promise<T> {
    const before = this.#known.get(key)
    if (before) return before
    const answer = ask()
    this.#known.set(key, answer)
    answer.catch(() => this.#known.delete(key))
    return answer
  }
}
