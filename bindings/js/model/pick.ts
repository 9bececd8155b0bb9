import { newDecoder } from '../environment.js'
import { AttnscopeError, describeValue } from '../errors.js'
import { isBlob, isStream, viewOf } from '../wire/buffers.js'
import { cannotRead, foreignWeights, weightsNames } from '../wire/foreign.js'
import { join, modulePaths } from '../wire/modules.js'

/** Files by their paths, with forward slashes. */
export type Listing = Map<string, unknown>

// Far above any: the file lists some modules.
const maxModulesBytes = 2 ** 20

/**
 * Adds a file. @throws AttnscopeError `bad-input` where another one has its path: two models lie in one list, and nobody
 * knows whose it is
 */
export function addTo(listing: Listing, path: string, content: unknown): void {
  const plain = normal(path)
  if (!/\.(json|txt|safetensors)$/.test(plain) && foreignWeights([plain]) === null) return
  if (listing.has(plain)) {
    const advice = 'give the folder, or one model at a time'
    throw new AttnscopeError('bad-input', `the model's source has two files called '${plain}'; ${advice}`)
  }
  listing.set(plain, content)
}

/**
 * Finds the one model among the files: the folder of its weights, or the one whose modules.json names that. Gives the
 * model's folder, and the files in it by their paths there; nothing from elsewhere.
 * @param wanted The folder, where there are several.
 * @throws AttnscopeError `bad-input`, with `choices` where there are several; `unsupported` for weights in another form
 */
export async function pickModel(
  listing: Listing,
  wanted: string | undefined
): Promise<{ readonly folder: string; readonly files: Listing }> {
  const folders = new Set<string>()
  for (const path of listing.keys()) {
    const cut = path.lastIndexOf('/')
    if (weightsNames.includes(path.slice(cut + 1)))
      folders.add(await modelFolder(listing, path.slice(0, Math.max(0, cut))))
  }
  const folder = choose([...folders].sort(), wanted, listing)
  const files: Listing = new Map()
  for (const [path, content] of listing) {
    if (folder === '') files.set(path, content)
    else if (path.startsWith(`${folder}/`)) files.set(path.slice(folder.length + 1), content)
  }
  return { folder, files }
}

// The folder itself, unless only one above it has the modules.json that names it.
async function modelFolder(listing: Listing, weights: string): Promise<string> {
  for (let above = weights; ; above = above.slice(0, Math.max(0, above.lastIndexOf('/')))) {
    const path = join(above, 'modules.json')
    if (listing.has(path)) {
      const text = await read(listing, path)
      if (above === weights || join(above, modulePaths(text).transformer) === weights) return above
    }
    if (above === '') return weights
  }
}

function choose(folders: readonly string[], wanted: string | undefined, listing: Listing): string {
  const [only] = folders
  if (only === undefined) {
    const foreign = foreignWeights([...listing.keys()])
    if (foreign !== null) throw cannotRead(foreign)
    throw new AttnscopeError('bad-input', "the model's source has no weights (model.safetensors)")
  }
  if (wanted === undefined && folders.length === 1) return only
  const shown = folders.map((folder) => (folder === '' ? '.' : folder))
  const list = shown.map((folder) => `'${folder}'`).join(', ')
  if (wanted === undefined) {
    const message = `the model's source holds ${folders.length} models, in the folders ${list}`
    const advice = "say which with the option folder, or give one folder's files"
    throw new AttnscopeError('bad-input', `${message}; ${advice}`, { choices: shown })
  }
  const plain = normal(wanted)
  if (folders.includes(plain)) return plain
  const [found, ...more] = folders.filter((folder) => folder.endsWith(`/${plain}`))
  if (found !== undefined && more.length === 0 && plain !== '') return found
  throw new AttnscopeError('bad-input', `folder is ${describeValue(wanted)}; there are ${list}`, { choices: shown })
}

const normal = (path: string): string =>
  path
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.')
    .join('/')

// A stream can be read once, so what it gave takes its place.
async function read(listing: Listing, path: string): Promise<string> {
  let content = listing.get(path)
  if (isStream(content)) {
    content = await new Response(content).blob()
    listing.set(path, content)
  }
  if (typeof content === 'string') return content
  if (isBlob(content)) return content.size > maxModulesBytes ? '' : content.text()
  const isBytes = content instanceof ArrayBuffer || ArrayBuffer.isView(content)
  return isBytes ? newDecoder().decode(new Uint8Array(viewOf(content as ArrayBuffer))) : ''
}
