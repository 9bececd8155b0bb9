import { type AttnscopeError, fromWire, toWire } from '../errors.js'
import type { CallName, Calls, Reply, Request, Transport, TransportEvents, WireText, WireTokens } from './protocol.js'

interface Pending {
  resolve(value: unknown): void
  reject(reason: unknown): void
  progress(value: unknown): void
}

/** What a call may bring along. */
export interface CallOptions<K extends CallName> {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: Calls[K]['progress']) => void) | undefined
  readonly transfer?: Transferable[]
}

/** The texts that are to be tokenized in one crossing. */
interface TokenizeBatch {
  readonly texts: WireText[]
  readonly answer: Promise<Calls['tokenize']['result']>
}

/** Gives each call its own answer, and all of them an end when the other side is gone. */
export class Client {
  readonly #pending = new Map<number, Pending>()
  #transport: Transport | null = null
  #closed: AttnscopeError | null = null
  #batch: TokenizeBatch | null = null
  // Two copies of this package may have been handed the same worker; neither takes the other's answers for its own.
  #nextId = Math.floor(Math.random() * 2 ** 48)

  /** @param open Opens the way to a host. */
  static async open(open: (events: TransportEvents) => Promise<Transport>): Promise<Client> {
    const client = new Client()
    client.#transport = await open({
      reply: (reply) => client.#receive(reply),
      died: (error) => client.close(error)
    })
    return client
  }

  /**
   * Calls the host. An abort rejects at once with the signal's reason, and the host is told to stop.
   * @throws AttnscopeError, the signal's reason, or what `onProgress` threw
   */
  call<K extends CallName>(type: K, args: Calls[K]['args'], options: CallOptions<K> = {}): Promise<Calls[K]['result']> {
    const { signal, onProgress, transfer = [] } = options
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      if (this.#closed !== null) throw this.#closed
      const id = this.#nextId++
      const abort = (): void => this.#giveUp(id, signal?.reason)
      const settle = (): void => {
        this.#pending.delete(id)
        signal?.removeEventListener('abort', abort)
      }
      this.#transport?.post({ id, type, args } as Request, transfer)
      signal?.addEventListener('abort', abort, { once: true })
      this.#pending.set(id, {
        resolve(value) {
          settle()
          resolve(value as Calls[K]['result'])
        },
        reject(reason) {
          settle()
          reject(reason)
        },
        progress: (value) => onProgress?.(value as Calls[K]['progress'])
      })
    })
  }

  /** The host is on this side: nothing that a call brings has to cross. */
  get isHere(): boolean {
    return this.#transport?.tokenize !== undefined
  }

  /**
   * The tokens, with the engine on the other side. Texts asked for in one turn cross together: a crossing takes as long
   * as tokenizing 10 kB.
   * @throws AttnscopeError
   */
  async tokenizeThere(text: WireText): Promise<WireTokens> {
    this.#batch ??= this.#beginBatch()
    const { texts, answer } = this.#batch
    const place = texts.push(text) - 1
    try {
      const { numbers, at } = await answer
      return { numbers, at: at[place] as number }
    } catch {
      // One text was refused: each is asked for alone, so that only its own caller hears of it.
      return this.call('tokenize', { texts: [text] }).then(({ numbers }) => ({ numbers, at: 0 }))
    }
  }

  #beginBatch(): TokenizeBatch {
    const texts: WireText[] = []
    const answer = Promise.resolve().then(() => {
      this.#batch = null
      return this.call('tokenize', { texts })
    })
    return { texts, answer }
  }

  /**
   * The tokens at once, where the engine is on this side, else null. Read them before anything else, for they lie in
   * the engine's memory. @throws AttnscopeError
   */
  tokenizeHere(text: WireText): WireTokens | null {
    if (this.#closed !== null) throw this.#closed
    try {
      return this.#transport?.tokenize?.(text) ?? null
    } catch (thrown) {
      const error = fromWire(toWire(thrown))
      if (error.code === 'crashed') this.close(error)
      throw error
    }
  }

  /** Ends the other side; every call under way and every later one rejects with `error`. May be called again. */
  close(error: AttnscopeError): void {
    if (this.#closed !== null) return
    this.#closed = error
    this.#transport?.close()
    this.#transport = null
    for (const pending of [...this.#pending.values()]) pending.reject(error)
  }

  #receive(reply: Reply): void {
    const pending = this.#pending.get(reply.id)
    if (reply.type === 'error' && reply.error.code === 'crashed') this.close(fromWire(reply.error))
    else if (reply.type === 'error') pending?.reject(fromWire(reply.error))
    else if (reply.type === 'result') pending?.resolve(reply.value)
    else if (reply.type === 'progress') {
      try {
        pending?.progress(reply.value)
      } catch (thrown) {
        this.#giveUp(reply.id, thrown)
      }
    }
  }

  #giveUp(id: number, reason: unknown): void {
    this.#pending.get(id)?.reject(reason)
    this.#transport?.post({ id, type: 'abort' }, [])
  }
}
