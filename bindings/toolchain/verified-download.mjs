// Downloads that are right or not there: resumed after an interruption, checked by sha256, fetched again when wrong.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export async function sha256OfFile(path) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** 'good', 'absent', or 'damaged' for a file that is not what `sha256` says. */
export async function inspect(path, { size, sha256 }) {
  if (!existsSync(path)) return 'absent'
  if (statSync(path).size !== size) return 'damaged'
  return (await sha256OfFile(path)) === sha256 ? 'good' : 'damaged'
}

// Gives up when no byte has come for this long, not when a whole slow download takes long.
const SILENCE_MS = 15_000

async function continuePart(url, part, size, onBytes) {
  const have = existsSync(part) ? statSync(part).size : 0
  if (have > size) rmSync(part)
  const from = have > size ? 0 : have
  if (from === size) return
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Error(`${new URL(url).host} is silent`)), SILENCE_MS)
  try {
    const response = await fetch(url, { headers: from ? { range: `bytes=${from}-` } : {}, signal: controller.signal })
    if (!response.ok) throw new Error(`${url} answers ${response.status}`)
    const resumed = response.status === 206
    let done = resumed ? from : 0
    const counter = new Transform({
      transform(chunk, _, next) {
        timer.refresh()
        done += chunk.length
        onBytes(done)
        next(null, chunk)
      }
    })
    await pipeline(Readable.fromWeb(response.body), counter, createWriteStream(part, { flags: resumed ? 'a' : 'w' }))
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Downloads `url` to `path`, in `path`.part until it is right. A part left by an interrupted run is continued;
 * if the whole then has a wrong sum it is fetched once more from the start. Throws when it stays wrong.
 */
export async function downloadVerified(url, path, expected, { onBytes = () => {}, onRepair = () => {} } = {}) {
  const part = `${path}.part`
  mkdirSync(dirname(path), { recursive: true })
  for (const attempt of ['continued', 'fresh']) {
    if (attempt === 'fresh') rmSync(part, { force: true })
    await continuePart(url, part, expected.size, onBytes)
    if ((await inspect(part, expected)) === 'good') {
      renameSync(part, path)
      return
    }
    if (attempt === 'continued') onRepair(`${path} came damaged, fetching it again`)
  }
  rmSync(part, { force: true })
  throw new Error(`${url} does not give the file with sha256 ${expected.sha256}`)
}
