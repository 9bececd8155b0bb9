import { isNode } from '../environment.js'
import { AttnscopeError, describeValue } from '../errors.js'
import type { ModelSource } from '../types.js'
import { address, decoded, isAddress } from '../wire/address.js'
import { isBlob, isShared, isStream, isUrl, steady } from '../wire/buffers.js'
import { join } from '../wire/modules.js'
import { type FileRole, fileNames, type WireFile, type WireSource } from '../wire/protocol.js'
import { addTo, type Listing, pickModel } from './pick.js'

const expected =
  "a folder's URL or path, 'hf:org/name@revision', or the files { config, tokenizer, weights, modules?, pooling?, ... }"

/** A source, ready to cross to the worker. */
export interface ResolvedSource {
  readonly name: string | null
  readonly source: WireSource
}

/**
 * Says where the files are, and of which model in a list. Fetches nothing.
 * @throws AttnscopeError `bad-input`, `unsupported`
 */
export async function resolveSource(source: ModelSource, folder?: string): Promise<ResolvedSource> {
  if (folder !== undefined && typeof folder !== 'string') {
    throw new AttnscopeError('bad-input', `folder is ${describeValue(folder)}; expected a path in the model's source`)
  }
  if (typeof source === 'string') {
    if (source.startsWith('hf:')) return fromHub(source, folder)
    return isNode && !isAddress(source) ? fromPath(source, folder) : fromAddress(address(source, expected), folder)
  }
  if (isUrl(source)) return fromAddress(source, folder)
  if (typeof source !== 'object' || source === null) {
    throw new AttnscopeError('bad-input', `the model's source is ${describeValue(source)}; expected ${expected}`)
  }
  return Symbol.iterator in source
    ? fromList(source, folder)
    : fromRecord(source as Readonly<Record<string, unknown>>, folder)
}

function fromHub(source: string, folder: string | undefined): ResolvedSource {
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
  const base = new URL(`https://huggingface.co/${repository}/resolve/${encodeURIComponent(revision)}`)
  return { ...fromAddress(base, folder), name: repository ?? null }
}

function fromAddress(given: URL, folder = ''): ResolvedSource {
  const url = new URL(given)
  url.pathname = join(url.pathname.replace(/\/*$/, ''), encoded(folder))
  return { name: lastPart(decoded(url.pathname)), source: { kind: 'url', base: url.href } }
}

function encoded(path: string): string {
  return path.split(/[/\\]/).map(encodeURIComponent).join('/')
}

function fromPath(path: string, folder = ''): ResolvedSource {
  if (path === '') throw new AttnscopeError('bad-input', `the model's source is an empty string; expected ${expected}`)
  const base = folder === '' ? path.replace(/[/\\]+$/, '') : `${path}/${folder}`
  return { name: lastPart(base), source: { kind: 'path', base } }
}

// A picked folder gives every file a path; files dropped one by one have a bare name.
async function fromList(list: Iterable<unknown>, folder: string | undefined): Promise<ResolvedSource> {
  const listing: Listing = new Map()
  for (const file of list) {
    if (!isBlob(file) || !('name' in file)) {
      throw new AttnscopeError(
        'bad-input',
        `the model's source is a list with ${describeValue(file)} in it; expected Files`
      )
    }
    addTo(listing, (file as File).webkitRelativePath || (file as File).name, file)
  }
  const picked = await pickModel(listing, folder)
  return { name: lastPart(picked.folder), source: { kind: 'files', files: wireFiles(picked.files) } }
}

// By what a file is to the model, or by its path in the model's folder, or in one above.
async function fromRecord(
  record: Readonly<Record<string, unknown>>,
  folder: string | undefined
): Promise<ResolvedSource> {
  const listing: Listing = new Map()
  const byRole: Listing = new Map()
  for (const [key, content] of Object.entries(record)) {
    if (content === undefined || content === null) continue
    if (Object.hasOwn(fileNames, key)) byRole.set(key, content)
    else if (key !== 'name') addTo(listing, key, content)
  }
  const picked = byRole.has('weights') ? { folder: '', files: listing } : await pickModel(listing, folder)
  const files = wireFiles(new Map([...picked.files, ...byRole]))
  const name = typeof record.name === 'string' ? record.name : lastPart(picked.folder)
  return { name, source: { kind: 'files', files } }
}

function wireFiles(files: Listing): Record<string, WireFile> {
  return Object.fromEntries([...files].map(([name, content]) => [name, fromContent(name, content)]))
}

function fromContent(key: string, content: unknown): WireFile {
  const what = Object.hasOwn(fileNames, key) ? `${key} (${fileNames[key as FileRole]})` : key
  if (isUrl(content)) return { kind: 'url', url: content.href }
  if (content instanceof ArrayBuffer || isShared(content) || ArrayBuffer.isView(content)) {
    if (isDetached(content)) throw new AttnscopeError('bad-input', `${what} is a buffer that was transferred away`)
    return { kind: 'data', data: steady(content, what) }
  }
  if (isBlob(content) || isStream(content)) return { kind: 'data', data: content }
  const isWeights = key === 'weights' || key.endsWith('.safetensors')
  if (typeof content === 'string' && !isWeights) return { kind: 'data', data: content }
  const kinds = `${isWeights ? '' : 'a string, '}an ArrayBuffer, bytes, a Blob, a stream or a URL`
  throw new AttnscopeError('bad-input', `${what} is ${describeValue(content)}; expected ${kinds}`)
}

function isDetached(content: ArrayBuffer | SharedArrayBuffer | ArrayBufferView): boolean {
  const buffer = ArrayBuffer.isView(content) ? content.buffer : content
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength > 0) return false
  try {
    new Uint8Array(buffer)
    return false
  } catch {
    return true
  }
}

function lastPart(path: string): string | null {
  return path.split(/[/\\]/).findLast((part) => part !== '' && part !== '.') ?? null
}
