import { createReadStream, type Stats } from 'node:fs'
import { access, constants, readlink, realpath, rename, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { Failure } from './failure.js'
import { cannotWrite, system, TemporaryFile, writeAll } from './temporary-file.js'

/** What is left of work that broke off: `unsaid` where its end was tried and failed. */
export type Remains = 'written' | 'old' | 'nothing' | 'unsaid'

/** What a path leads to, or null where nothing is yet. @throws the system's error */
export async function statsOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw error
  }
}

/** A file that is written beside its place and put there when it is whole: until then the old one stays as it is. */
export class OutputFile {
  /** Where it is until then. */
  readonly file: TemporaryFile
  readonly #place: string
  readonly #old: Stats | null
  #isOver = false

  private constructor(file: TemporaryFile, place: string, old: Stats | null) {
    this.file = file
    this.#place = place
    this.#old = old
  }

  /** @throws Failure */
  static async create(path: string): Promise<OutputFile> {
    try {
      if (path === '') throw new Error('it has no name')
      const old = await statsOf(path)
      if (old?.isDirectory() || /[/\\]$/.test(path)) throw new Error('it is a folder, not a file')
      const place = await followLinks(path)
      // Replacing a file needs no right to write into it; whoever took that right away meant something by it.
      if (old !== null) await access(place, constants.W_OK)
      return new OutputFile(await beside(place, old, path), place, old)
    } catch (error) {
      throw cannotWrite(path, error)
    }
  }

  /** How many bytes were written. */
  get taken(): number {
    return this.file.size
  }

  /** @throws Failure */
  write(chunk: string | Uint8Array): Promise<void> {
    return this.file.write(chunk)
  }

  /** Puts it into its place. @throws Failure */
  async end(): Promise<void> {
    this.#isOver = true
    try {
      const isLikeTheOld = await this.#dress()
      await this.file.close()
      if (isLikeTheOld && (await moved(this.file.path, this.#place))) return this.file.letGo()
    } catch (error) {
      await this.file.remove()
      throw cannotWrite(this.file.name, error)
    }
    try {
      await copyInto(this.file.path, { name: this.file.name, path: this.#place })
    } catch (error) {
      // Hours of work may be in it, and its place may be half written.
      this.file.letGo()
      throw new Failure(`${(error as Error).message}; what was to be written is in ${this.file.path}`)
    }
    await this.file.remove()
  }

  /** Leaves the first `whole` bytes where nothing was before, else the old file. */
  async breakOff(whole: number): Promise<Remains> {
    if (this.#isOver) return 'unsaid'
    if (whole > 0 && this.#old === null) {
      try {
        await this.file.cut(whole)
        await this.end()
        return 'written'
      } catch {}
    }
    await this.file.remove()
    return this.#old === null ? 'nothing' : 'old'
  }

  // Gives it the owner and the rights of the file that it replaces; false where that is not to be had.
  async #dress(): Promise<boolean> {
    if (this.#old === null) return true
    const { uid, gid, mode } = this.#old
    try {
      const own = await stat(this.file.path)
      if (own.uid !== uid || own.gid !== gid) await system.chown(this.file.descriptor, uid, gid)
      await system.chmod(this.file.descriptor, mode & 0o7777)
      return dirname(this.file.path) === dirname(this.#place)
    } catch {
      return false
    }
  }
}

// The file that a path stands for, through links, also where it does not exist yet.
async function followLinks(path: string): Promise<string> {
  let place = path
  for (let links = 0; links < 40; links++) {
    place = join(await realpath(dirname(place)), basename(place))
    const next = await readlink(place).catch(() => null)
    if (next === null) return place
    place = resolve(dirname(place), next)
  }
  throw new Error('its links go in circles')
}

// In the same folder, so that it can be renamed. A file may be written though its folder may not: then somewhere else.
async function beside(place: string, old: Stats | null, name: string): Promise<TemporaryFile> {
  try {
    return await TemporaryFile.create(dirname(place), old === null ? 0o666 : 0o600, name)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (old === null || !['EACCES', 'EPERM', 'EROFS'].includes(code)) throw error
    return TemporaryFile.create(tmpdir(), 0o600, name)
  }
}

// Not where the place is a mount of its own, or somebody else's in a folder like /tmp.
function moved(from: string, to: string): Promise<boolean> {
  return rename(from, to).then(
    () => true,
    () => false
  )
}

async function copyInto(from: string, { name, path }: { name: string; path: string }): Promise<void> {
  try {
    const descriptor = await system.open(path, 'w')
    try {
      for await (const chunk of createReadStream(from) as AsyncIterable<Buffer>) {
        await writeAll({ descriptor, name }, chunk, null, () => {})
      }
      await system.sync(descriptor)
    } finally {
      await system.close(descriptor)
    }
  } catch (error) {
    throw error instanceof Failure ? error : cannotWrite(name, error)
  }
}
