import { Worker } from 'node:worker_threads'
import type { ModelInfo, PromptOptions } from 'attnscope'
import type { ModelChoice } from './arguments.js'
import { Failure } from './failure.js'
import { FetchOnce } from './fetch-once.js'
import type { Kind, LoadReport, Question, Reply, TextResult, WorkerTask } from './work.js'

interface Asked {
  readonly question: Question
  resolve(results: readonly TextResult[]): void
  reject(error: unknown): void
}

/** Threads with a model each. A question goes to one that has nothing to do. */
export class Pool {
  readonly info: ModelInfo
  readonly #members: readonly Member[]
  readonly #kind: Kind
  readonly #waiting: Asked[] = []
  #asked = 0

  private constructor(members: readonly Member[], kind: Kind, info: ModelInfo) {
    this.#members = members
    this.#kind = kind
    this.info = info
  }

  /** Starts `workers` threads, which live until the signal, and loads the model in each. @throws Failure, or the signal's reason */
  static async start(
    choice: ModelChoice,
    prompt: PromptOptions,
    kind: Kind,
    workers: number,
    report: LoadReport | null,
    signal: AbortSignal
  ): Promise<Pool> {
    signal.throwIfAborted()
    const shared = workers > 1 ? new FetchOnce(workers, signal) : null
    const members = Array.from({ length: workers }, (_, i) => {
      const listens = i === 0 ? report : null
      const task = { ...choice, prompt, kind, reportsProgress: listens !== null, asksToFetch: shared !== null }
      return new Member(task, listens, shared)
    })
    const stop = () => {
      for (const member of members) member.stop(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    const [info] = await Promise.all(members.map((member) => member.ready))
    return new Pool(members, kind, info as ModelInfo)
  }

  /** What became of each text. @throws Failure when a thread is lost */
  ask(texts: readonly string[]): Promise<readonly TextResult[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question: { id: this.#asked++, kind: this.#kind, texts }, resolve, reject })
      this.#hand()
    })
  }

  #hand(): void {
    for (const member of this.#members) {
      if (member.busy) continue
      const asked = this.#waiting.shift()
      if (asked === undefined) return
      member.give(asked, () => this.#hand())
    }
  }
}

class Member {
  readonly ready: Promise<ModelInfo>
  readonly #worker: Worker
  #current: { readonly asked: Asked; done(): void } | null = null
  #lost: unknown = null
  #refuse: (error: unknown) => void = () => {}

  constructor(task: WorkerTask, report: LoadReport | null, shared: FetchOnce | null) {
    this.#worker = new Worker(new URL('./pool-worker.js', import.meta.url), { workerData: task, execArgv: [] })
    this.ready = new Promise((resolve, reject) => {
      this.#refuse = reject
      this.#worker.on('message', (reply: Reply) => {
        if (reply.type === 'progress') report?.(reply.loaded, reply.total)
        else if (reply.type === 'ready') resolve(reply.info)
        else if (reply.type === 'results') this.#settle(reply.results)
        else if (reply.type === 'fetch')
          void shared?.answer(reply, (answer, transfer) => this.#worker.postMessage(answer, transfer))
        else this.stop(new Failure(reply.error.message))
      })
    })
    this.ready.catch(() => {})
    this.#worker.on('error', (error) => this.stop(new Failure(`a worker died: ${error.message}`)))
    this.#worker.on('exit', () => this.stop(new Failure('a worker ended by itself')))
  }

  get busy(): boolean {
    return this.#current !== null
  }

  give(asked: Asked, done: () => void): void {
    if (this.#lost !== null) asked.reject(this.#lost)
    else {
      this.#current = { asked, done }
      this.#worker.postMessage(asked.question)
    }
  }

  stop(why: unknown): void {
    if (this.#lost !== null) return
    this.#lost = why
    void this.#worker.terminate()
    this.#refuse(why)
    this.#current?.asked.reject(why)
    this.#current = null
  }

  #settle(results: readonly TextResult[]): void {
    const current = this.#current
    this.#current = null
    current?.asked.resolve(results)
    current?.done()
  }
}
