import {
  AttnscopeError,
  type LoadProgress,
  loadModel,
  type Model,
  type ModelInfo,
  type ModelSource,
  type StageTimings
} from 'attnscope'
import type { Computed } from '../reading/reading'
import { unknownSign } from '../reading/units'
import { asInput, Parameters, RunDetail } from './detail'

/** One computed sentence, or pair of sentences. */
export interface Run extends Computed {
  detail: RunDetail
  /** Tokens kept, and all there are; null where not even the model was given the whole text. */
  truncated: { readonly kept: number; readonly total: number | null } | null
  /** Time that the engine calculated, in milliseconds, and where it went. */
  milliseconds: number
  timings: StageTimings | null
}

export type Phase = 'loading' | 'ready' | 'failed' | 'stopped'

const nothingYet: LoadProgress = { phase: 'download', file: '', loaded: 0, total: null }

export const sameTexts = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((text, i) => text === b[i])

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
  /** A model on its way while another is in use. */
  incoming = $state.raw<{ name: string; progress: LoadProgress } | null>(null)
  incomingError = $state.raw<{ name: string; error: unknown } | null>(null)
  /** The models among the files that the reader chose, while none is chosen of them. */
  choice = $state.raw<{ source: ModelSource; folders: readonly string[] } | null>(null)
  /** Size of the files of the model in use. */
  bytes = $state(0)
  /** The reader chose the model in use. */
  borrowed = $state(false)
  /** What the model's own files cut a text to, whatever it was loaded with. */
  ownLimit = $state(0)

  #model: Model | null = null
  #parameters: Parameters | null = null
  #loading: AbortController | null = null
  #running: AbortController | null = null
  #wanted: readonly string[] | null = null
  #wantedSecond: readonly string[] | null = null
  #asked: [texts: readonly string[], second: string | null] | null = null
  #busy = false
  #longer = false
  #source: [source: ModelSource, name: string, borrowed: boolean, folder: string | undefined] | null = null

  /**
   * Loads a model. While one is there already it stays in use until the new one is ready, and for good where the new
   * one fails. `borrowed`: the reader's own choice rather than the page's. `folder`: which one, where the source holds
   * several.
   */
  async load(source: ModelSource, name: string, borrowed = true, folder?: string) {
    this.#loading?.abort()
    const controller = new AbortController()
    this.#loading = controller
    const first = this.#model === null
    if (first) this.phase = 'loading'
    else this.incoming = { name, progress: nothingYet }
    this.progress = nothingYet
    this.incomingError = null
    // A model of the choice that fails leaves the others.
    if (folder === undefined) this.choice = null
    let bytes = 0
    const positions = this.#isLonger(source, folder) ? this.info?.positions : undefined
    try {
      const model = await loadModel(source, {
        ...(folder !== undefined && { folder }),
        ...(positions !== undefined && { maxTokens: positions }),
        signal: controller.signal,
        onProgress: (progress) => {
          bytes = Math.max(bytes, progress.loaded)
          if (first) this.progress = progress
          else if (this.#loading === controller) this.incoming = { name, progress }
        }
      })
      if (controller.signal.aborted) return model.dispose()
      if (positions === undefined) this.ownLimit = model.info.maxTokens
      this.#source = [source, name, borrowed, folder]
      this.#use(model, bytes, borrowed)
    } catch (error) {
      if (controller.signal.aborted) return
      const folders = error instanceof AttnscopeError ? error.choices : undefined
      if (folders !== undefined) {
        this.choice = { source, folders }
        if (first) this.phase = 'stopped'
      } else if (first) {
        this.loadError = error
        this.phase = 'failed'
      } else this.incomingError = { name, error }
    }
    this.incoming = null
    this.#fitLimit()
  }

  /** Has texts read up to the model's positions, or only as far as its own files say, which is the default. */
  readLonger(longer: boolean) {
    this.#longer = longer
    this.incomingError = null
    this.#fitLimit()
  }

  /** Another limit wants the model loaded anew; until that one is there this one answers. */
  #fitLimit() {
    if (!this.info || !this.#source || this.incoming) return
    const wanted = this.#longer ? this.info.positions : this.ownLimit
    if (this.info.maxTokens !== wanted && this.incomingError === null) void this.load(...this.#source)
  }

  /** Of the model in use the positions are known; another one is loaded first and asked then. */
  #isLonger(source: ModelSource, folder: string | undefined) {
    return this.#longer && this.#source?.[0] === source && this.#source[3] === folder
  }

  /** Those of the texts in which the model knows every word. */
  async known(texts: readonly string[]): Promise<string[]> {
    const model = this.#model
    if (!model) return []
    const tokens = await Promise.all(texts.map((text) => model.tokenize(text)))
    return texts.filter((text, i) => !tokens[i]?.some((token) => unknownSign(token, [text])))
  }

  /** Whether the model reads capital letters as small ones; null where it knows neither word. */
  async capitals(): Promise<'same' | 'apart' | null> {
    const model = this.#model
    if (!model) return null
    const [great, small] = await Promise.all(['The', 'the'].map((word) => model.tokenize(word)))
    if (!great || !small || [great[1], small[1]].some((token) => !token || unknownSign(token, ['']))) return null
    return great.map((token) => token.id).join() === small.map((token) => token.id).join() ? 'same' : 'apart'
  }

  stopLoading() {
    this.#loading?.abort()
    this.incoming = null
    if (!this.#model) this.phase = 'stopped'
  }

  #use(model: Model, bytes: number, borrowed: boolean) {
    const before = this.#model
    this.#model = model
    this.#parameters = new Parameters(model)
    this.info = model.info
    this.bytes = bytes
    this.borrowed = borrowed
    this.choice = null
    this.phase = 'ready'
    if (before) {
      // No number of the old model may stand beside the new one's name.
      this.#running?.abort()
      before.dispose()
      this.run = null
      this.second = null
      if (this.#asked) this.show(...this.#asked)
    }
    void this.#work()
  }

  /** Asks for a text (or pair), and for a second one to set against it, which waits for the first. */
  show(texts: readonly string[], second: string | null = null) {
    this.#asked = [texts, second]
    const known = [this.run, this.second]
    const find = (wanted: readonly string[]) => known.find((run) => run && sameTexts(run.texts, wanted)) ?? null
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
        const model: Model = this.#model
        const known = [this.run, this.second].filter((one) => one !== null)
        const run = await compute(model, this.#parameters, next.texts, known, this.#running.signal)
        if (model !== this.#model) continue
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

/** So many characters make more than one token of any text but for rare ones, of blanks or of endless words. */
const kCharactersAToken = 32

async function compute(
  model: Model,
  parameters: Parameters,
  texts: readonly string[],
  known: readonly Run[],
  signal: AbortSignal
): Promise<Run> {
  const limit = model.info.maxTokens * kCharactersAToken
  const [only = ''] = texts
  if (texts.length === 1 && only.length > limit) {
    const beginning = [only.slice(0, limit)]
    // What the model cannot read has changed, and nothing else.
    const before = known.find((run) => run.truncated && sameTexts(run.read, beginning))
    if (before) return { ...before, texts }
    const run = await encode(model, parameters, texts, beginning, signal)
    // A word of that length is never cut into pieces, so the last token kept is the same in the whole text.
    const end = run.tokens.reduce((most, token) => Math.max(most, token.end), 0)
    if (run.truncated && end < limit - 1000) return { ...run, truncated: { kept: run.truncated.kept, total: null } }
  }
  return encode(model, parameters, texts, texts, signal)
}

async function encode(
  model: Model,
  parameters: Parameters,
  texts: readonly string[],
  read: readonly string[],
  signal: AbortSignal
): Promise<Run> {
  const result = await model.encode(asInput(read), { trace: { attention: true }, timings: true, signal })
  return {
    texts,
    read,
    tokens: result.tokens,
    trace: { layers: model.info.layers, heads: model.info.heads, attention: (l, h) => result.attention(l, h) },
    detail: new RunDetail(model, read, parameters, result),
    truncated: result.truncated,
    milliseconds: result.milliseconds,
    timings: result.timings
  }
}
