import { type LoadProgress, loadModel, type Model, type ModelInfo } from 'attnscope'
import type { Token, Trace } from '../draw/types'

/** One computed sentence. */
export interface Run {
  text: string
  tokens: readonly Token[]
  trace: Trace
  truncated: { readonly kept: number; readonly total: number } | null
  /** Time that the engine calculated, in milliseconds. */
  milliseconds: number
}

export type Phase = 'loading' | 'ready' | 'failed' | 'stopped'

const nothingYet: LoadProgress = { phase: 'download', file: '', loaded: 0, total: null }

/** The model and its latest run. The newest text supersedes older ones; nothing waits for a timer. */
export class Session {
  phase = $state<Phase>('loading')
  progress = $state.raw<LoadProgress>(nothingYet)
  info = $state.raw<ModelInfo | null>(null)
  run = $state.raw<Run | null>(null)
  /** Runs kept for comparison, by text. */
  kept = $state.raw<ReadonlyMap<string, Run>>(new Map())
  loadError = $state.raw<unknown>(null)
  runError = $state.raw<unknown>(null)

  #model: Model | null = null
  #loading: AbortController | null = null
  #running: AbortController | null = null
  #wanted: string | null = null
  #companions: string[] = []
  #busy = false

  async load(source: string) {
    this.#loading?.abort()
    const controller = new AbortController()
    this.#loading = controller
    this.phase = 'loading'
    this.progress = nothingYet
    try {
      const model = await loadModel(source, {
        signal: controller.signal,
        onProgress: (progress) => {
          this.progress = progress
        }
      })
      if (controller.signal.aborted) return model.dispose()
      this.#model = model
      this.info = model.info
      this.phase = 'ready'
      void this.#work()
    } catch (error) {
      if (controller.signal.aborted) return
      this.loadError = error
      this.phase = 'failed'
    }
  }

  stopLoading() {
    this.#loading?.abort()
    this.phase = 'stopped'
  }

  /** Asks for a text; `companions` are computed when nothing else is wanted, and kept. */
  show(text: string, companions: readonly string[] = []) {
    this.#companions = companions.filter((other) => !this.kept.has(other))
    const known = this.kept.get(text)
    this.#wanted = known ? null : text
    this.#running?.abort()
    if (known) {
      this.run = known
      this.runError = null
    }
    void this.#work()
  }

  async #work() {
    if (this.#busy || !this.#model) return
    this.#busy = true
    for (let next = this.#next(); next; next = this.#next()) {
      this.#running = new AbortController()
      try {
        const run = await compute(this.#model, next.text, this.#running.signal)
        if (next.keep) this.kept = new Map([...this.kept, [next.text, run]])
        if (next.show) {
          this.run = run
          this.runError = null
        }
      } catch (error) {
        if (!this.#running.signal.aborted && next.show) this.runError = error
      }
    }
    this.#busy = false
  }

  #next() {
    if (this.#wanted !== null) {
      const text = this.#wanted
      this.#wanted = null
      const keep = this.#companions.includes(text)
      this.#companions = this.#companions.filter((other) => other !== text)
      return { text, show: true, keep }
    }
    const text = this.#companions.shift()
    return text === undefined ? null : { text, show: false, keep: true }
  }
}

async function compute(model: Model, text: string, signal: AbortSignal): Promise<Run> {
  const result = await model.encode(text, { trace: { attention: true }, signal })
  return {
    text,
    tokens: result.tokens,
    trace: { layers: model.info.layers, heads: model.info.heads, attention: (l, h) => result.attention(l, h) },
    truncated: result.truncated,
    milliseconds: result.milliseconds
  }
}
