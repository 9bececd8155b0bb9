// Never run: compiled against the package's published types, as a user's own code would be.
import {
  AttnscopeError,
  type Candidate,
  type Encoded,
  type ErrorCode,
  type FilledMask,
  type LayerParts,
  loadModel,
  type Model,
  type Parameter,
  type Step,
  type Token
} from 'attnscope'

import { type Model as InlineModel, loadModel as loadInline } from 'attnscope/inline'
import relaxed from 'attnscope/wasm/attnscope-relaxed.wasm'

export async function everyday(signal: AbortSignal): Promise<number> {
  const model: Model = await loadModel('hf:sentence-transformers/all-MiniLM-L6-v2', {
    onProgress: ({ phase, file, loaded, total }) => `${phase} ${file}: ${loaded} of ${total ?? 'unknown'}`,
    signal,
    precision: 'float32'
  })
  const result: Encoded = await model.encode('The animal ...', { trace: true, signal })
  const tokens: readonly Token[] = result.tokens
  const word: number | null = tokens[0]?.word ?? null
  const kept: number = result.truncated?.kept ?? tokens.length
  const { q, k, v, scores, scaled, weights, context }: Step = result.step(3, 1)
  const arrays: Float32Array[] = [q, k, v, scores, scaled, weights, context, result.attention(3, 1), result.hidden(0)]
  const embeddings: Float32Array[] = await model.embed(['one', 'two'], {
    onProgress: ({ done, total }) => done / total
  })
  model.dispose()
  return arrays.length + embeddings.length + kept + (word ?? 0) + model.info.maxTokens
}

export async function everySource(file: File, list: FileList, stream: ReadableStream<Uint8Array>): Promise<Model[]> {
  const bytes = new Uint8Array(8)
  return [
    await loadModel('./models/mine'),
    await loadModel(new URL('https://example.org/model/')),
    await loadModel({ config: '{}', tokenizer: file, weights: stream, modules: '[]', pooling: bytes, name: 'mine' }),
    await loadModel({ 'config.json': '{}', 'tokenizer.json': '{}', 'model.safetensors': bytes.buffer }),
    await loadModel([file]),
    await loadModel(list)
  ]
}

export async function everyOption(model: Model, worker: Worker, compiled: WebAssembly.Module): Promise<void> {
  await loadModel('x', { worker, wasm: compiled })
  await loadModel('x', { worker: false, wasm: { simd128: new URL('a:b'), relaxed: compiled } })
  const inline: InlineModel = await loadInline('x', { wasm: { relaxed } })
  inline.dispose()
  await model.encode(['first', 'second'], { trace: { attention: [[3, 1]], hidden: [0, 6], steps: true } })
  const { layer } = await model.encode('a', { trace: { layers: [0] } })
  const { attentionSum, feedForwardIn, inner, feedForwardSum }: LayerParts = layer(0)
  const lengths: number[] = [attentionSum, feedForwardIn, inner, feedForwardSum].map(({ length }) => length)
  const mask: string = model.info.answers.includes('masked-words') ? (model.info.maskToken?.text ?? '') : ''
  const filled: FilledMask[] = await model.fillMask(`The ${mask} ${lengths}`, { top: 3 })
  const candidates: readonly Candidate[] = filled[0]?.candidates ?? []
  await model.tokenize(candidates.map(({ text, probability }) => `${text} ${probability.toFixed(2)}`).join())
  const { timings } = await model.encode('a', { timings: true })
  const milliseconds: number = timings?.qkv ?? 0
  await model.embed([String(milliseconds)])
  const { shape, data }: Parameter = await model.parameter('embeddings.word', { rows: [3, 5] })
  await model.parameter(`${shape.length} ${data.length} ${model.info.epsilon} ${model.info.activation}`)
  const pair = ['first', 'second'] as const
  await model.tokenize(pair)
}

export function everyError(error: unknown): ErrorCode | undefined {
  if (!(error instanceof AttnscopeError)) return undefined
  return error.cause === undefined ? error.code : 'network'
}

export async function scoped(): Promise<void> {
  using model = await loadModel('x')
  await model.embed([])
}

export async function mistakes(model: Model): Promise<void> {
  // @ts-expect-error a number is no text
  await model.encode(3)
  // @ts-expect-error a pair has two texts
  await model.encode(['a', 'b', 'c'])
  // @ts-expect-error heads are [layer, head]
  await model.encode('a', { trace: { steps: [3, 1] } })
  // @ts-expect-error top is a number
  await model.fillMask('a', { top: '3' })
  // @ts-expect-error rows are from and to
  await model.parameter('embeddings.word', { rows: [3] })
  // @ts-expect-error no such precision
  await loadModel('x', { precision: 'int4' })
  // @ts-expect-error no such code
  new AttnscopeError('aborted', 'never')
}
