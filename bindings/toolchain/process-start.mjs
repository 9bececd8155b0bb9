// When a process began: with its number, what tells it from every other one.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** The start of a living process as text to compare; '' where it lives and its start cannot be had; null where none lives. */
export function startOf(pid) {
  if (existsSync('/proc/self/stat')) return fromProc(pid)
  if (!isAlive(pid)) return null
  const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}

function fromProc(pid) {
  try {
    // The name, in brackets, may hold anything; fields 3 (state) and 22 (start, in ticks since boot) come after it.
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    // A zombie has ended, even where nobody asks for its exit code.
    return /[ZX]/.test(fields[0]) ? null : fields[19]
  } catch {
    return isAlive(pid) ? '' : null
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
