import { AttnscopeError, toWire } from '../errors.js'
import type { Calls, Reply, Request, WireEncoded, WireText, WireTokens } from '../wire/protocol.js'
import { copyTokens, type Engine } from './engine.js'
import { loadEngine } from './loader.js'

type Call = Exclude<Request, { type: 'abort' }>

/**
 * Answers requests; owns the engine. The same in a worker and without one: only the way that messages take differs.
 */
export class Host {
  readonly #send: (reply: Reply, transfer: Transferable[]) => void
  readonly #running = new Map<number, AbortController>()
  #engine: Engine | null = null
  #taken = false
  #closed = false

  constructor(send: (reply: Reply, transfer: Transferable[]) => void) {
    this.#send = send
  }

  /** Takes a request; the answer comes through `send`, unless it was aborted. */
  receive(request: Request): void {
    if (request.type === 'abort') {
      this.#running.get(request.id)?.abort()
      return
    }
    const controller = new AbortController()
    this.#running.set(request.id, controller)
    void this.#answer(request, controller.signal)
  }

  /** The tokens of a text or a pair, at once; they lie in the engine's memory and are good until its next call. */
  tokenize(text: WireText): WireTokens {
    return this.#loaded().tokenize(text)
  }

  /** Stops everything and frees the engine. */
  close(): void {
    this.#closed = true
    for (const controller of this.#running.values()) controller.abort()
    this.#engine?.delete()
    this.#engine = null
  }

  async #answer(request: Call, signal: AbortSignal): Promise<void> {
    const { id } = request
    try {
      const { value, transfer } = await this.#serve(request, signal)
      if (!signal.aborted) this.#send({ id, type: 'result', value }, transfer)
    } catch (error) {
      if (!signal.aborted) this.#send({ id, type: 'error', error: toWire(error) }, [])
    } finally {
      this.#running.delete(id)
    }
  }

  async #serve(request: Call, signal: AbortSignal): Promise<{ value: unknown; transfer: Transferable[] }> {
    const tell = (value: unknown): void => {
      if (!signal.aborted) this.#send({ id: request.id, type: 'progress', value }, [])
    }
    if (request.type === 'load') {
      this.#take(request.id)
      const value: Calls['load']['result'] = await this.#load(request.args, signal, tell)
      return { value, transfer: [] }
    }
    const engine = this.#loaded()
    switch (request.type) {
      case 'tokenize': {
        const value = tokenizeAll(engine, request.args.texts)
        return { value, transfer: [value.numbers.buffer as ArrayBuffer] }
      }
      case 'encode': {
        const value = await engine.encode(request.args, signal)
        return { value, transfer: encodedBuffers(value) }
      }
      case 'fillMask': {
        const value = await engine.fillMask(request.args, signal)
        return { value, transfer: [value.tokens.numbers, value.words].map(({ buffer }) => buffer as ArrayBuffer) }
      }
      case 'parameter': {
        const value = await engine.parameter(request.args, signal)
        return { value, transfer: [value.data.buffer as ArrayBuffer] }
      }
      case 'embed': {
        const value = await engine.embed(request.args, signal, tell)
        return { value, transfer: value.map(({ buffer }) => buffer as ArrayBuffer) }
      }
    }
  }

  // One model a host: whoever called first would get another one's numbers.
  #take(id: number): void {
    this.#send({ id, type: 'started' }, [])
    if (this.#taken) throw new AttnscopeError('bad-input', 'the worker already has a model; start one for each')
    this.#taken = true
  }

  #loaded(): Engine {
    if (this.#engine === null) throw new AttnscopeError('disposed', 'no model is loaded')
    return this.#engine
  }

  async #load(
    args: Calls['load']['args'],
    signal: AbortSignal,
    tell: (value: unknown) => void
  ): Promise<Calls['load']['result']> {
    const engine = await loadEngine(args, signal, tell)
    if (this.#closed) {
      engine.delete()
      signal.throwIfAborted()
    }
    this.#engine = engine
    return { info: engine.info, vocabulary: engine.vocabulary() }
  }
}

function tokenizeAll(engine: Engine, texts: Calls['tokenize']['args']['texts']): Calls['tokenize']['result'] {
  let length = 0
  const at: number[] = []
  const parts = texts.map((text) => {
    const { numbers } = copyTokens(engine.tokenize(text))
    at.push(length)
    length += numbers.length
    return numbers
  })
  const numbers = new Int32Array(length)
  for (const [i, part] of parts.entries()) numbers.set(part, at[i])
  return { numbers, at }
}

function encodedBuffers({ tokens, embedding, kept }: WireEncoded): Transferable[] {
  const arrays = [tokens.numbers, embedding, ...kept.map(({ data }) => data)]
  return arrays.map(({ buffer }) => buffer as ArrayBuffer)
}
