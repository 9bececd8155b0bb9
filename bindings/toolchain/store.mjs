// Folders in the cache that are either whole or absent: built under another name, renamed at the end.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const digest = (data) => createHash('sha256').update(data).digest('hex')

const alive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Holds `path`.lock while `work` runs; waits for another live holder, takes over from a dead one. */
async function locked(path, work) {
  const lock = `${path}.lock`
  mkdirSync(dirname(path), { recursive: true })
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const holder = Number(existsSync(lock) ? readFileSync(lock, 'utf8') : 0)
      // An empty file is a holder between creating and writing it, unless it stays so.
      if (holder ? !alive(holder) : await stillEmpty(lock)) rmSync(lock, { force: true })
      else await sleep(300)
    }
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

async function stillEmpty(lock) {
  await sleep(1000)
  return existsSync(lock) && readFileSync(lock, 'utf8') === ''
}

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

export { locked }

/** Points the symbolic link `path` at `target`, in one step even while others read it. */
export function link(target, path) {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}`
  rmSync(temporary, { force: true })
  symlinkSync(target, temporary)
  renameSync(temporary, path)
}
