import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { MessagePort } from 'node:worker_threads'

/** What a worker asks for. */
export interface FetchRequest {
  readonly type: 'fetch'
  readonly id: number
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
}

/** How `fetch` ended, in a form that crosses to a worker. */
export type FetchReply = { readonly type: 'fetched'; readonly id: number } & (
  | {
      readonly status: number
      readonly headers: [string, string][]
      readonly body: ReadableStream<Uint8Array> | null
    }
  | { readonly error: { readonly message: string; readonly why: string | null } }
)

type Post = (reply: FetchReply, transfer: NodeStream[]) => void

/**
 * Fetches every address once for several workers, which each take in the answer as it comes. What an answer means is
 * left to them: they read it as one worker alone would.
 */
export class FetchOnce {
  readonly #readers: number
  readonly #signal: AbortSignal
  readonly #answers = new Map<string, Promise<FetchReply>[]>()

  constructor(readers: number, signal: AbortSignal) {
    this.#readers = readers
    this.#signal = signal
  }

  /** Answers one worker. */
  async answer({ id, url, method, headers }: FetchRequest, post: Post): Promise<void> {
    const key = JSON.stringify([url, method, headers])
    const known = this.#answers.get(key)
    const answers =
      known !== undefined && known.length > 0
        ? known
        : this.#begin(fetch(url, { method, headers, signal: this.#signal }))
    this.#answers.set(key, answers)
    const answer = (await answers.pop()) as FetchReply
    // Two names for one thing: the browser's types and Node's.
    post({ ...answer, id }, 'body' in answer && answer.body !== null ? [answer.body as unknown as NodeStream] : [])
  }

  #begin(response: Promise<Response>): Promise<FetchReply>[] {
    let rest: ReadableStream<Uint8Array> | null = null
    return Array.from({ length: this.#readers }, async (_, i): Promise<FetchReply> => {
      try {
        const { status, headers, body } = await response
        if (i === 0) rest = body
        let own = rest
        if (rest !== null && i < this.#readers - 1) [own, rest] = rest.tee()
        return { type: 'fetched', id: 0, status, headers: [...headers], body: own }
      } catch (thrown) {
        const { message, cause } = thrown as Error
        const why = cause instanceof Error ? cause.message || String((cause as { code?: unknown }).code) : null
        return { type: 'fetched', id: 0, error: { message, why } }
      }
    })
  }
}

/** Puts in place of this worker's `fetch` one that asks the main thread. */
export function askMainThread(port: MessagePort): void {
  const waiting = new Map<number, (reply: FetchReply) => void>()
  let next = 0
  port.on('message', (reply: FetchReply) => {
    if (reply.type === 'fetched') waiting.get(reply.id)?.(reply)
  })
  globalThis.fetch = async (url, init) => {
    const id = next++
    const reply = await new Promise<FetchReply>((resolve) => {
      waiting.set(id, resolve)
      const headers = Object.fromEntries(new Headers(init?.headers))
      const method = init?.method ?? 'GET'
      port.postMessage({ type: 'fetch', id, url: String(url), method, headers } satisfies FetchRequest)
    })
    waiting.delete(id)
    if (!('error' in reply)) return new Response(reply.body, reply)
    const { message, why } = reply.error
    throw new TypeError(message, why === null ? {} : { cause: new Error(why) })
  }
}
