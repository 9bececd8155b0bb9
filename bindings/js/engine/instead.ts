import { nodeFiles } from '../environment.js'
import { AttnscopeError } from '../errors.js'
import { request } from '../wire/address.js'
import { cannotRead, foreignWeights, weightsNames } from '../wire/foreign.js'
import { join } from '../wire/modules.js'
import type { WireSource } from '../wire/protocol.js'

/**
 * What lies where a model's files are missing, if that can be known: weights in another form, or models in folders below.
 * Gives nothing where there is neither.
 * @param isThere Whether the folder has a file of this name.
 * @throws AttnscopeError `unsupported`; `bad-input` with `choices`
 */
export async function tellWhatIsThere(
  source: WireSource,
  folder: string,
  isThere: (name: string) => Promise<boolean>,
  signal: AbortSignal
): Promise<void> {
  const names = await namesIn(source, folder, isThere, signal)
  if (names.some((name) => weightsNames.includes(name))) return
  const foreign = foreignWeights(names)
  if (foreign !== null) throw cannotRead(join(folder, foreign))
  if (source.kind !== 'path') return
  const models = await modelsBelow(source.base)
  if (models.length === 0) return
  const count = models.length === 1 ? 'one, in the folder' : `${models.length}, in the folders`
  const list = models.map((name) => `'${name}'`).join(', ')
  const message = `${source.base} is no model itself, but holds ${count} ${list}`
  throw new AttnscopeError('bad-input', `${message}; say which with the option folder, or give its path`, {
    choices: models
  })
}

async function namesIn(
  source: WireSource,
  folder: string,
  isThere: (name: string) => Promise<boolean>,
  signal: AbortSignal
): Promise<readonly string[]> {
  if (source.kind === 'files') {
    const start = join(folder, '')
    const names = Object.keys(source.files).filter((name) => name.startsWith(start))
    return names.map((name) => name.slice(start.length))
  }
  if (source.kind === 'path') {
    const path = join(source.base, folder)
    return [...((await list(path)) ?? []), ...((await list(`${path}/onnx`)) ?? []).map((name) => `onnx/${name}`)]
  }
  const told = await namesAt(source.base, folder, signal)
  if (told.length > 0) return told
  // Of a server that lists nothing, the likely ones can only be asked for.
  const asked = ['pytorch_model.bin', 'pytorch_model.bin.index.json', 'tf_model.h5', 'onnx/model.onnx', 'model.onnx']
  const found = await Promise.all(asked.map(async (name) => ((await isThere(name)) ? [name] : [])))
  return found.flat()
}

// null for what is no folder, or may not be read.
const list = (path: string): Promise<readonly string[] | null> =>
  nodeFiles()
    .readdir(path)
    .catch(() => null)

/** The names of files at an address: the hub's own list, or a folder's page of links. None where there is neither. */
async function namesAt(base: string, folder: string, signal: AbortSignal): Promise<string[]> {
  const url = new URL(base)
  const [, repository, revision] = /^\/([^/]+\/[^/]+)\/resolve\/([^/]+)/.exec(url.pathname) ?? []
  const isHub = url.hostname === 'huggingface.co' && repository !== undefined
  url.pathname = isHub
    ? `/api/models/${repository}/tree/${revision}/${folder}`
    : `${url.pathname.replace(/\/*$/, '')}/${join(folder, '')}`
  try {
    const { url: address, headers } = request(url.href)
    const response = await fetch(address, { headers, signal })
    const text = response.ok ? await response.text() : ''
    const names = isHub
      ? (JSON.parse(text || '[]') as readonly { readonly path?: unknown }[]).map(({ path }) => String(path))
      : Array.from(text.matchAll(/\bhref="([^"?#]+)/g), ([, link]) => decodeURI(link as string))
    return names.map((name) => name.slice(name.lastIndexOf('/') + 1))
  } catch {
    // It says nothing, then. An abort is seen by whoever opens the next file.
    return []
  }
}

// A home directory may be given by mistake.
const mostFolders = 300

/** Paths of the folders below that hold weights, at most three levels down. */
async function modelsBelow(base: string): Promise<string[]> {
  const found: string[] = []
  let left = mostFolders
  const visit = async (path: string, levels: number): Promise<void> => {
    const names = left > 0 ? await list(join(base, path)) : null
    if (names === null) return
    left--
    if (path !== '' && names.some((name) => weightsNames.includes(name))) found.push(path)
    else if (levels > 0)
      for (const name of names.toSorted()) if (!name.startsWith('.')) await visit(join(path, name), levels - 1)
  }
  await visit('', 3)
  return found
}
