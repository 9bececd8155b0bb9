import { AttnscopeError } from '../errors.js'
import { join, type ModulePaths } from '../wire/modules.js'
import { type FileRole, fileNames, type WireFile, type WireSource } from '../wire/protocol.js'
import { measureFile, type OpenFile, openFile } from './download.js'
import { tellWhatIsThere } from './instead.js'

type Entry = readonly [role: FileRole, file: OpenFile]

/** A file of weights: opened when its turn comes, since a browser keeps few connections that nobody reads from. */
export interface Shard {
  readonly name: string
  /** null where it is not said. */
  readonly size: number | null
  open(): Promise<OpenFile>
}

/** The files of a model by what they are to it, wherever they lie. What is not there is null, or an error where needed. */
export class ModelFolder {
  readonly #source: WireSource
  readonly #signal: AbortSignal

  constructor(source: WireSource, signal: AbortSignal) {
    this.#source = source
    this.#signal = signal
  }

  /** Opens a file that may be absent. @throws AttnscopeError `network` */
  async open(role: FileRole, folder: string): Promise<OpenFile | null> {
    const name = nameOf(role, folder)
    const file = this.#find(name, role)
    return file === null ? null : openFile(name, file, true, this.#signal)
  }

  /** Opens all files but the weights and modules.json. */
  async small({ transformer, pooling }: ModulePaths): Promise<ReadonlyMap<FileRole, OpenFile>> {
    const opened = await Promise.all([
      this.#need('config', transformer).then((file) => [['config', file] as const]),
      this.#tokenizer(transformer),
      this.#present(['pooling'], pooling),
      this.#present(['sentenceBert', 'tokenizerConfig'], transformer),
      this.#present(['sentenceTransformers'], '')
    ])
    return new Map(opened.flat())
  }

  // Of a vocab.txt, what stands beside it says how it is meant.
  async #tokenizer(folder: string): Promise<readonly Entry[]> {
    const file = await this.open('tokenizer', folder)
    if (file !== null) return [['tokenizer', file]]
    const old = await this.#present(['vocabulary', 'specialTokens', 'addedTokens'], folder)
    if (old.some(([role]) => role === 'vocabulary')) return old
    return [['tokenizer', await this.#need('tokenizer', folder)]]
  }

  async #present(roles: readonly FileRole[], folder: string): Promise<readonly Entry[]> {
    const entries = await Promise.all(
      roles.map(async (role): Promise<readonly Entry[]> => {
        const file = await this.open(role, folder)
        return file === null ? [] : [[role, file]]
      })
    )
    return entries.flat()
  }

  // Opens a file that the model cannot do without.
  async #need(role: FileRole, folder: string): Promise<OpenFile> {
    const name = nameOf(role, folder)
    const file = this.#find(name, role)
    if (file === null) throw new AttnscopeError('bad-input', `the model's source has no ${role} (${name})`)
    const open = await openFile(name, file, true, this.#signal)
    if (open !== null) return open
    if (!(await this.#has('weights', folder)) && !(await this.#has('weightsIndex', folder))) await this.#tell(folder)
    // Once more, for the error that says where it was looked for.
    return (await openFile(name, file, false, this.#signal)) as OpenFile
  }

  // What is found stays open no longer than until the load is refused.
  async #has(role: FileRole, folder: string): Promise<boolean> {
    return (await this.open(role, folder).catch(() => null)) !== null
  }

  #tell(folder: string): Promise<void> {
    const isThere = async (name: string): Promise<boolean> => {
      const file = this.#find(join(folder, name)) as WireFile
      return (await openFile(name, file, true, this.#signal).catch(() => null)) !== null
    }
    return tellWhatIsThere(this.#source, folder, isThere, this.#signal)
  }

  /**
   * The weights: one file, or those that an index names.
   * @param readIndex Gives the names that the open index holds.
   */
  async weights(
    { transformer: folder }: ModulePaths,
    readIndex: (index: OpenFile) => Promise<readonly string[]>
  ): Promise<readonly Shard[]> {
    const one = await this.open('weights', folder)
    if (one !== null) return [ready(one)]
    const index = await this.open('weightsIndex', folder)
    if (index !== null) {
      const names = await readIndex(index)
      return Promise.all(names.map((name) => this.#shard(join(folder, name), index.name)))
    }
    if (this.#source.kind === 'files') await this.#tell(folder)
    return [ready(await this.#need('weights', folder))]
  }

  async #shard(name: string, index: string): Promise<Shard> {
    const file = this.#find(name)
    if (file === null) {
      throw new AttnscopeError('bad-input', `the model's source has no ${name}, which ${index} names`)
    }
    return {
      name,
      size: await measureFile(name, file, this.#signal),
      open: async () => (await openFile(name, file, false, this.#signal)) as OpenFile
    }
  }

  #find(name: string, role?: FileRole): WireFile | null {
    const source = this.#source
    if (source.kind === 'path') return { kind: 'path', path: `${source.base}/${name}` }
    if (source.kind === 'files') {
      const own = (key: string) => (Object.hasOwn(source.files, key) ? source.files[key] : undefined)
      return (role === undefined ? undefined : own(role)) ?? own(name) ?? null
    }
    const url = new URL(source.base)
    url.pathname = `${url.pathname.replace(/\/*$/, '')}/${name}`
    return { kind: 'url', url: url.href }
  }
}

// The pooling's folder is its own.
const nameOf = (role: FileRole, folder: string): string =>
  join(folder, role === 'pooling' ? 'config.json' : fileNames[role])

const ready = (file: OpenFile): Shard => ({ name: file.name, size: file.size, open: async () => file })
