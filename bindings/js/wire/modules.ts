import { AttnscopeError, describeValue } from '../errors.js'

/** Where modules.json of sentence-transformers says that the parts of a model lie; `''` is the model's own folder. */
export interface ModulePaths {
  /** config.json, the tokenizer and the weights. */
  readonly transformer: string
  /** config.json of the pooling. */
  readonly pooling: string
}

/**
 * The paths that modules.json names; without it, or where it says none, the usual ones. What else it says, and whether it
 * is JSON at all, the engine looks at.
 * @throws AttnscopeError `bad-model` for a path that leads out of the model's folder
 */
export function modulePaths(text: string): ModulePaths {
  const modules = parsed(text)
  const path = (kind: string, usual: string): string => {
    const found = modules.find((module) => {
      const type: unknown = module?.type
      return typeof type === 'string' && type.split('.').at(-1) === kind
    })
    return found?.path === undefined ? usual : inside(found.path, kind)
  }
  return { transformer: path('Transformer', ''), pooling: path('Pooling', '1_Pooling') }
}

/** The name of a file in a folder that a model's file named. */
export function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

type Module = { readonly type?: unknown; readonly path?: unknown } | null

function parsed(text: string): readonly Module[] {
  try {
    const modules: unknown = JSON.parse(text)
    return Array.isArray(modules) ? (modules as readonly Module[]) : []
  } catch {
    return []
  }
}

// A path becomes part of an address or of a path on a disk, so it is plain names and nothing else.
function inside(path: unknown, kind: string): string {
  const parts = typeof path === 'string' ? path.split(/[/\\]/).filter((part) => part !== '' && part !== '.') : ['..']
  const leadsOut = typeof path === 'string' && /^[/\\]/.test(path)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in it
  if (leadsOut || parts.some((part) => part === '..' || /[:?#%\u0000-\u001f]/.test(part))) {
    const expected = "a folder in the model's own"
    throw new AttnscopeError(
      'bad-model',
      `modules.json: the path of ${kind} is ${describeValue(path)}; expected ${expected}`
    )
  }
  return parts.join('/')
}
