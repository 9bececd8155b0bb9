import { type LoadProgress, loadModel, type Model, type ModelInfo, type StageTimings } from 'attnscope'
import type { Token, Trace } from '../draw/types'
import { asInput, Parameters, RunDetail } from './detail'

/** One computed sentence, or pair of sentences. */
export interface Run {
  /** What was computed; equal for equal texts. */
  id: string
  texts: readonly string[]
  tokens: readonly Token[]
  trace: Trace
  detail: RunDetail
  truncated: { readonly kept: number; readonly total: number } | null
  /** Time that the engine calculated, in milliseconds, and where it went. */
  milliseconds: number
  timings: StageTimings | null
}

export type Phase = 'loading' | 'ready' | 'failed' | 'stopped'

const nothingYet: LoadProgress = { phase: 'download', file: '', loaded: 0, total: null }

export const runId = (texts: readonly string[]) => JSON.stringify(texts)

/** The model and its latest runs. The newest text supersedes older ones; nothing waits for a timer. */
export class Session {
  phase = $state<Phase>('loading')
  progress = $state.raw<LoadProgress>(nothingYet)
  info = $state.raw<ModelInfo | null>(null)
  run = $state.raw<Run | null>(null)
  /** The latest run of the second, contrasting sentence. */
  second = $state.raw<Run | null>(null)
  loadError = $state.raw<unknown>(null)
  runError = $state.raw<unknown>(null)

  #model: Model | null = null
  #parameters: Parameters | null = null
  #loading: AbortController | null = null
  #running: AbortController | null = null
  #wanted: readonly string[] | null = null
  #wantedSecond: readonly string[] | null = null
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
      this.#parameters = new Parameters(model)
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

  /** Asks for a text (or pair), and for a second one to set against it, which waits for the first. */
  show(texts: readonly string[], second: string | null = null) {
    const known = [this.run, this.second]
    const find = (wanted: readonly string[]) => known.find((run) => run?.id === runId(wanted)) ?? null
    this.#running?.abort()
    this.run?.detail.cancel()
    const run = find(texts)
    this.#wanted = run ? null : texts
    if (run) {
      this.run = run
      this.runError = null
    }
    const other = second === null ? null : find([second])
    this.#wantedSecond = second === null || other ? null : [second]
    if (second === null || other) this.second = other
    void this.#work()
  }

  async #work() {
    if (this.#busy || !this.#model || !this.#parameters) return
    this.#busy = true
    for (let next = this.#next(); next; next = this.#next()) {
      this.#running = new AbortController()
      try {
        const run = await compute(this.#model, this.#parameters, next.texts, this.#running.signal)
        if (next.first) {
          this.run = run
          this.runError = null
        } else this.second = run
      } catch (error) {
        if (!this.#running.signal.aborted && next.first) this.runError = error
      }
    }
    this.#busy = false
  }

  #next() {
    const first = this.#wanted !== null
    const texts = this.#wanted ?? this.#wantedSecond
    if (first) this.#wanted = null
    else this.#wantedSecond = null
    return texts ? { texts, first } : null
  }
}

async function compute(
  model: Model,
  parameters: Parameters,
  texts: readonly string[],
  signal: AbortSignal
): Promise<Run> {
  const result = await model.encode(asInput(texts), { trace: { attention: true }, timings: true, signal })
  return {
    id: runId(texts),
    texts,
    tokens: result.tokens,
    trace: { layers: model.info.layers, heads: model.info.heads, attention: (l, h) => result.attention(l, h) },
    detail: new RunDetail(model, texts, parameters),
    truncated: result.truncated,
    milliseconds: result.milliseconds,
    timings: result.timings
  }
}
