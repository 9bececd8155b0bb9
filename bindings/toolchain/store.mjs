// Folders in the cache that are either whole or absent: built under another name, renamed at the end.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { locked } from './lock.mjs'

export { locked }

export const digest = (data) => createHash('sha256').update(data).digest('hex')

/** Makes sure that `folder` exists and is whole; `build(temporary)` fills it. Two clones at once build it once. */
export async function whole(folder, build) {
  if (existsSync(folder)) return folder
  return locked(folder, async () => {
    if (existsSync(folder)) return folder
    // What an interrupted run left behind: only its own holder could still be writing, and we hold the lock.
    for (const name of readdirSync(dirname(folder))) {
      if (name.startsWith(`${basename(folder)}.partial`)) rmSync(join(dirname(folder), name), { recursive: true })
    }
    const temporary = `${folder}.partial-${process.pid}`
    mkdirSync(temporary, { recursive: true })
    await build(temporary)
    renameSync(temporary, folder)
    return folder
  })
}

/** Points the symbolic link `path` at `target`, in one step even while others read it. */
export function link(target, path) {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}`
  rmSync(temporary, { force: true })
  symlinkSync(target, temporary)
  renameSync(temporary, path)
}
