import { yieldToEvents } from '../environment.js'

/** One at a time, in the order of asking. */
export class Lock {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs `body` when all that asked before have ended, however they ended. */
  run<T>(body: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(body)
    this.#last = mine.catch(() => {})
    return mine
  }
}

// Long enough that pausing costs nothing, short enough that an abort feels immediate.
const stretch = 8

/** Splits a long calculation so that events get in, and measures the time between the pauses. */
export class Pacer {
  readonly #signal: AbortSignal
  #resumed: number = performance.now()
  #worked = 0

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** Begins to measure. */
  start(): void {
    this.#resumed = performance.now()
    this.#worked = 0
  }

  /** Milliseconds of work since `start`. */
  stop(): number {
    return this.#worked + performance.now() - this.#resumed
  }

  /** Lets events in when there was a stretch of work. @throws the signal's reason */
  async pause(): Promise<void> {
    const worked = performance.now() - this.#resumed
    if (worked < stretch) return
    this.#worked += worked
    await yieldToEvents()
    this.#resumed = performance.now()
    this.#signal.throwIfAborted()
  }
}
