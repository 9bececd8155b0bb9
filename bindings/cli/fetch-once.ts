import type { ModelSource } from 'attnscope'
import { Failure } from './failure.js'
import type { LoadReport } from './work.js'

const files = {
  config: 'config.json',
  tokenizer: 'tokenizer.json',
  weights: 'model.safetensors',
  modules: 'modules.json',
  pooling: '1_Pooling/config.json',
  sentenceBert: 'sentence_bert_config.json',
  sentenceTransformers: 'config_sentence_transformers.json',
  tokenizerConfig: 'tokenizer_config.json'
} as const

const required: ReadonlySet<string> = new Set(['config', 'tokenizer', 'weights'])

/** A model that is far away, brought here once for several threads; one on this machine stays where it is. */
export async function fetchOnce(source: string, report: LoadReport | null, signal: AbortSignal): Promise<ModelSource> {
  const folder = address(source)
  if (folder === null) return source
  const found: Record<string, Blob | string> = { name: folder.name }
  for (const [role, file] of Object.entries(files)) {
    const content = await bring(`${folder.base}/${file}${folder.query}`, report, signal)
    if (content !== null) found[role] = content
    else if (required.has(role)) throw new Failure(`${folder.base}/${file} is not there (404)`)
  }
  return found
}

function address(source: string): { base: string; query: string; name: string } | null {
  const hub = /^hf:([\w.-]+\/[\w.-]+?)(?:@(.+))?$/.exec(source)
  if (hub !== null) {
    const [, name = '', revision = 'main'] = hub
    return { base: `https://huggingface.co/${name}/resolve/${encodeURIComponent(revision)}`, query: '', name }
  }
  if (!/^https?:\/\//i.test(source) || !URL.canParse(source)) return null
  const { origin, pathname, search } = new URL(source)
  const base = `${origin}${pathname.replace(/\/+$/, '')}`
  return { base, query: search, name: base.split('/').at(-1) ?? base }
}

async function bring(url: string, report: LoadReport | null, signal: AbortSignal): Promise<Blob | null> {
  try {
    const response = await fetch(url, { signal })
    if (response.status === 404) return null
    if (!response.ok || response.body === null) throw new Error(`the server answered ${response.status}`)
    const total = Number(response.headers.get('content-length')) || null
    const pieces: Uint8Array<ArrayBuffer>[] = []
    let loaded = 0
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
      pieces.push(piece)
      loaded += piece.length
      report?.(loaded, total)
    }
    return new Blob(pieces)
  } catch (error) {
    signal.throwIfAborted()
    const { message, cause } = error as Error
    throw new Failure(`${url} cannot be fetched: ${cause instanceof Error ? cause.message : message}`)
  }
}
