import { describeValue } from './arguments.js'
import { baseAddress, isNode } from './environment.js'
import { AttnscopeError } from './errors.js'
import type { FileRole, WireFile, WireFiles } from './protocol.js'
import type { FileContent, ModelSource } from './types.js'

/** Where each file lies in a model's folder. */
export const fileNames: Readonly<Record<FileRole, string>> = {
  config: 'config.json',
  tokenizer: 'tokenizer.json',
  weights: 'model.safetensors',
  modules: 'modules.json',
  pooling: '1_Pooling/config.json',
  sentenceBert: 'sentence_bert_config.json',
  sentenceTransformers: 'config_sentence_transformers.json',
  tokenizerConfig: 'tokenizer_config.json'
}

/** The files that a model cannot do without. */
export const required: ReadonlySet<FileRole> = new Set(['config', 'tokenizer', 'weights'])

const roles = Object.keys(fileNames) as FileRole[]
const expected =
  "a folder's URL or path, 'hf:org/name@revision', or the files { config, tokenizer, weights, modules?, pooling?, ... }"

/** A source as named files, ready to cross to the worker. */
export interface ResolvedSource {
  readonly name: string | null
  readonly files: WireFiles
}

/** Says where each file is. Fetches nothing. @throws AttnscopeError `bad-input` */
export function resolveSource(source: ModelSource): ResolvedSource {
  if (typeof source === 'string') {
    if (source.startsWith('hf:')) return fromHub(source)
    return isNode && !isAddress(source) ? fromPath(source) : fromAddress(address(source, expected))
  }
  if (source instanceof URL) return fromAddress(source)
  if (typeof source !== 'object' || source === null) {
    throw new AttnscopeError('bad-input', `the model's source is ${describeValue(source)}; expected ${expected}`)
  }
  return Symbol.iterator in source ? fromList(source) : fromRecord(source as Readonly<Record<string, unknown>>)
}

/** True for an address that stands by itself. `C:\model` is a path. */
export function isAddress(text: string): boolean {
  return /^([a-z][a-z0-9+.-]+:\/\/|file:)/i.test(text)
}

/** An absolute address; relative ones count from the document. @throws AttnscopeError `bad-input` */
export function address(text: string, wanted: string): URL {
  try {
    return new URL(text, baseAddress())
  } catch (cause) {
    throw new AttnscopeError('bad-input', `'${text}' is not a valid URL; expected ${wanted}`, { cause })
  }
}

function fromHub(source: string): ResolvedSource {
  const match = /^hf:([\w.-]+\/[\w.-]+)(?:@(.+))?$/.exec(source)
  // A part of dots alone would lead out of the model's folder, and half a character into none.
  const parts = source.slice(3).split(/[/@]/)
  if (match === null || parts.some((part) => /^\.+$/.test(part)) || /\p{Cs}/u.test(source)) {
    throw new AttnscopeError(
      'bad-input',
      `'${source}' does not name a model; expected 'hf:org/name' or 'hf:org/name@revision'`
    )
  }
  const [, repository, revision = 'main'] = match
  const folder = `https://huggingface.co/${repository}/resolve/${encodeURIComponent(revision)}`
  return { name: repository ?? null, files: fromFolder((name) => ({ kind: 'url', url: `${folder}/${name}` })) }
}

function fromAddress(folder: URL): ResolvedSource {
  const base = folder.pathname.replace(/\/*$/, '')
  return {
    name: lastPart(decoded(base)),
    files: fromFolder((name) => {
      const url = new URL(folder)
      url.pathname = `${base}/${name}`
      return { kind: 'url', url: url.href }
    })
  }
}

function fromPath(path: string): ResolvedSource {
  if (path === '') throw new AttnscopeError('bad-input', `the model's source is an empty string; expected ${expected}`)
  const base = path.replace(/[/\\]+$/, '')
  return { name: lastPart(base), files: fromFolder((name) => ({ kind: 'path', path: `${base}/${name}` })) }
}

function fromFolder(file: (name: string) => WireFile): WireFiles {
  return Object.fromEntries(roles.map((role) => [role, file(fileNames[role])])) as Record<FileRole, WireFile>
}

// A picked folder gives every file a path; files dropped one by one have a bare name. Of two that fit, as
// config.json and 2_Dense/config.json do, the one nearest the top is meant.
function fromList(list: Iterable<unknown>): ResolvedSource {
  const found = new Map<string, { readonly file: File; readonly path: string }>()
  for (const file of list) {
    if (!(file instanceof Blob) || !('name' in file)) {
      throw new AttnscopeError(
        'bad-input',
        `the model's source is a list with ${describeValue(file)} in it; expected Files`
      )
    }
    const path = (file as File).webkitRelativePath || (file as File).name
    const known = Object.values(fileNames).findLast((end) => path === end || path.endsWith(`/${end}`))
    if (known === undefined) continue
    const other = found.get(known)
    if (other === undefined || path.length < other.path.length) found.set(known, { file: file as File, path })
  }
  const files = [...found].map(([name, { file }]): [string, File] => [name, file])
  const folder = found.get(fileNames.weights)?.path.slice(0, -fileNames.weights.length) ?? ''
  return { ...fromRecord(Object.fromEntries(files)), name: lastPart(folder) }
}

function fromRecord(record: Readonly<Record<string, unknown>>): ResolvedSource {
  const files = roles.map((role): [FileRole, WireFile | null] => {
    const content = record[role] ?? record[fileNames[role]]
    if (content !== undefined && content !== null) return [role, fromContent(role, content)]
    if (!required.has(role)) return [role, null]
    throw new AttnscopeError(
      'bad-input',
      `the model's source has no ${role} (${fileNames[role]}); expected ${expected}`
    )
  })
  return {
    name: typeof record.name === 'string' ? record.name : null,
    files: Object.fromEntries(files) as Record<FileRole, WireFile | null>
  }
}

function fromContent(role: FileRole, content: unknown): WireFile {
  if (content instanceof URL) return { kind: 'url', url: content.href }
  const binary =
    content instanceof ArrayBuffer ||
    ArrayBuffer.isView(content) ||
    content instanceof Blob ||
    content instanceof ReadableStream
  if (binary && isDetached(content)) {
    throw new AttnscopeError('bad-input', `${role} (${fileNames[role]}) is a buffer that was transferred away`)
  }
  if (binary || (typeof content === 'string' && role !== 'weights')) {
    return { kind: 'data', data: content as Exclude<FileContent, URL> }
  }
  const kinds = `${role === 'weights' ? '' : 'a string, '}an ArrayBuffer, bytes, a Blob, a stream or a URL`
  throw new AttnscopeError('bad-input', `${role} (${fileNames[role]}) is ${describeValue(content)}; expected ${kinds}`)
}

function isDetached(content: ArrayBuffer | ArrayBufferView | Blob | ReadableStream): boolean {
  const buffer = ArrayBuffer.isView(content) ? content.buffer : content
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength > 0) return false
  try {
    new Uint8Array(buffer)
    return false
  } catch {
    return true
  }
}

// A percent sign need not begin an escape.
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function lastPart(path: string): string | null {
  return path.split(/[/\\]/).findLast((part) => part !== '' && part !== '.') ?? null
}
