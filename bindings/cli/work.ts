import { AttnscopeError, type Model, type ModelInfo, type PromptOptions, type Token } from 'attnscope'
import type { ModelChoice } from './arguments.js'
import { type RecordError, toRecordError } from './failure.js'
import type { FetchRequest } from './fetch-once.js'
import { float32Array } from './numbers.js'

/**
 * What is done with a text: `json` and `rows` are its embedding, as text and as numbers; `masks` fills its masks, so many
 * words for each.
 */
export type Kind = 'json' | 'rows' | 'tokens' | { readonly masks: number }

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
  /** What will be asked. */
  readonly kind: Kind
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

/** Makes sure, before the first text, that the model can do this, has the prompt and room for it. @throws AttnscopeError */
export async function tryOut(model: Model, kind: Kind, prompt: PromptOptions): Promise<void> {
  if (typeof kind === 'object') await model.fillMask('', { ...prompt, top: kind.masks })
  else await model.tokenize('', prompt)
}

/** The results of each text; throws only when the engine is lost. */
export async function answer(model: Model, { kind, texts }: Question, prompt: PromptOptions): Promise<TextResult[]> {
  if (kind === 'tokens') return each(texts, async (text) => tokensResult(model, text, prompt))
  if (typeof kind === 'object') return each(texts, async (text) => masksResult(model, text, kind.masks, prompt))
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

async function embed(
  model: Model,
  texts: readonly string[],
  kind: 'json' | 'rows',
  prompt: PromptOptions
): Promise<TextResult[]> {
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

// A character becomes 18 at most (U+FDFA, by NFKC), so short texts need not be looked at to know that they fit.
async function mayBeCut(model: Model, text: string, prompt: PromptOptions): Promise<boolean> {
  const { maxTokens, prompts, defaultPromptName } = model.info
  const before = prompt.prompt ?? prompts[prompt.promptName ?? defaultPromptName ?? ''] ?? ''
  const most = 18 * (before.length + text.length) + 2
  return most >= maxTokens && (await model.tokenize(text, prompt)).length >= maxTokens
}

async function tokensResult(model: Model, text: string, prompt: PromptOptions): Promise<TextResult> {
  const tokens = await model.tokenize(text, prompt)
  return { json: tokensText(tokens), truncated: await truncatedOf(model, text, tokens.length, prompt) }
}

async function masksResult(model: Model, text: string, top: number, prompt: PromptOptions): Promise<TextResult> {
  const masks = await model.fillMask(text, { ...prompt, top })
  const kept = (await model.tokenize(text, prompt)).length
  return { json: JSON.stringify(masks), truncated: await truncatedOf(model, text, kept, prompt) }
}

async function truncatedOf(model: Model, text: string, kept: number, prompt: PromptOptions): Promise<Truncated | null> {
  return kept < model.info.maxTokens ? null : (await model.encode(text, prompt)).truncated
}

/** Tokens as JSON. */
export function tokensText(tokens: readonly Token[]): string {
  return JSON.stringify(tokens)
}
