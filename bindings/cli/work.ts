import { AttnscopeError, type Model, type ModelInfo, type PromptOptions, type Token } from 'attnscope'
import type { ModelChoice } from './arguments.js'
import { type RecordError, toRecordError } from './failure.js'
import type { FetchRequest } from './fetch-once.js'
import { float32Array } from './numbers.js'

/** What is done with a text: `json` and `rows` are its embedding, as text and as numbers. */
export type Kind = 'json' | 'rows' | 'tokens'

/** How many tokens were kept of how many. */
export type Truncated = { readonly kept: number; readonly total: number }

/** What became of one text. */
export type TextResult =
  | { readonly json: string; readonly truncated: Truncated | null }
  | { readonly row: Float32Array; readonly truncated: Truncated | null }
  | { readonly error: RecordError }

/** Told how the model's files come in; null where nobody knows how much there is. */
export type LoadReport = (loaded: number, total: number | null) => void

/** What a worker is started with. */
export interface WorkerTask extends ModelChoice {
  readonly prompt: PromptOptions
  readonly reportsProgress: boolean
  /** The main thread fetches, for all workers at once. */
  readonly asksToFetch: boolean
}

/** What a worker is asked. */
export interface Question {
  readonly id: number
  readonly kind: Kind
  readonly texts: readonly string[]
}

/** What a worker says. */
export type Reply =
  | { readonly type: 'progress'; readonly loaded: number; readonly total: number | null }
  | { readonly type: 'ready'; readonly info: ModelInfo }
  | { readonly type: 'results'; readonly id: number; readonly results: readonly TextResult[] }
  | { readonly type: 'failed'; readonly error: RecordError }
  | FetchRequest

/** Makes sure, before the first text, that the model has the prompt and room for it. @throws AttnscopeError */
export async function tryPrompt(model: Model, prompt: PromptOptions): Promise<void> {
  await model.tokenize('', prompt)
}

/** The results of each text; throws only when the engine is lost. */
export async function answer(model: Model, { kind, texts }: Question, prompt: PromptOptions): Promise<TextResult[]> {
  if (kind === 'tokens') return each(texts, async (text) => tokensResult(model, text, prompt))
  try {
    return await embed(model, texts, kind, prompt)
  } catch (error) {
    if (isLost(error)) throw error
  }
  // One of them is to blame; alone, each says so for itself.
  return each(texts, async (text) => (await embed(model, [text], kind, prompt))[0] as TextResult)
}

async function each(texts: readonly string[], work: (text: string) => Promise<TextResult>): Promise<TextResult[]> {
  const results: TextResult[] = []
  for (const text of texts) {
    try {
      results.push(await work(text))
    } catch (error) {
      if (isLost(error)) throw error
      results.push({ error: toRecordError(error) })
    }
  }
  return results
}

function isLost(error: unknown): boolean {
  return !(error instanceof AttnscopeError) || error.code === 'crashed' || error.code === 'disposed'
}

async function embed(model: Model, texts: readonly string[], kind: Kind, prompt: PromptOptions): Promise<TextResult[]> {
  const cut = await Promise.all(texts.map((text) => mayBeCut(model, text, prompt)))
  const rows = await model.embed(
    texts.filter((_, i) => !cut[i]),
    prompt
  )
  let next = 0
  const results: TextResult[] = []
  for (const [i, text] of texts.entries()) {
    const { embedding, truncated } = cut[i]
      ? await model.encode(text, prompt)
      : { embedding: rows[next++] as Float32Array, truncated: null }
    results.push(kind === 'rows' ? { row: embedding, truncated } : { json: float32Array(embedding), truncated })
  }
  return results
}

// A character decomposes into four at most, so most texts need not be looked at to know that they fit.
async function mayBeCut(model: Model, text: string, prompt: PromptOptions): Promise<boolean> {
  const { maxTokens, prompts, defaultPromptName } = model.info
  const before = prompt.prompt ?? prompts[prompt.promptName ?? defaultPromptName ?? ''] ?? ''
  const most = 4 * (before.length + text.length) + 2
  return most >= maxTokens && (await model.tokenize(text, prompt)).length >= maxTokens
}

async function tokensResult(model: Model, text: string, prompt: PromptOptions): Promise<TextResult> {
  const tokens = await model.tokenize(text, prompt)
  if (tokens.length < model.info.maxTokens) return { json: tokensText(tokens), truncated: null }
  const { truncated } = await model.encode(text, prompt)
  return { json: tokensText(tokens), truncated }
}

/** Tokens as JSON. */
export function tokensText(tokens: readonly Token[]): string {
  return JSON.stringify(tokens)
}
