import { type AttnscopeError, fromWire } from './errors.js'
import type { CallName, Calls, Reply, Request } from './protocol.js'
import type { Transport, TransportEvents } from './transport.js'

interface Pending {
  resolve(value: unknown): void
  reject(reason: unknown): void
  progress(value: unknown): void
}

/** What a call may bring along. */
export interface CallOptions<K extends CallName, R = Calls[K]['result']> {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: Calls[K]['progress']) => void) | undefined
  readonly transfer?: Transferable[]
  /** Turns the answer into what the caller gets, at once, for the answer may lie in memory that changes. */
  readonly read?: (value: Calls[K]['result']) => R
}

/** Gives each call its own answer, and all of them an end when the other side is gone. */
export class Client {
  readonly #pending = new Map<number, Pending>()
  #transport: Transport | null = null
  #closed: AttnscopeError | null = null
  #nextId = 0

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
  call<K extends CallName, R = Calls[K]['result']>(
    type: K,
    args: Calls[K]['args'],
    options: CallOptions<K, R> = {}
  ): Promise<R> {
    const { signal, onProgress, transfer = [], read = (value) => value as R } = options
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      if (this.#closed !== null) throw this.#closed
      const id = this.#nextId++
      const abort = (): void => this.#giveUp(id, signal?.reason)
      const settle = (): void => {
        this.#pending.delete(id)
        signal?.removeEventListener('abort', abort)
      }
      // Before the call is sent, since the answer may come at once.
      this.#pending.set(id, {
        resolve(value) {
          const result = read(value as Calls[K]['result'])
          settle()
          resolve(result)
        },
        reject(reason) {
          settle()
          reject(reason)
        },
        progress: (value) => onProgress?.(value as Calls[K]['progress'])
      })
      signal?.addEventListener('abort', abort, { once: true })
      try {
        this.#transport?.post({ id, type, args } as Request, transfer)
      } catch (error) {
        settle()
        throw error
      }
    })
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
    else {
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
