// What is being done, how much of it, and how long it took: a live line on a terminal, one line per step in a pipe.
const seconds = (from) => `${((performance.now() - from) / 1000).toFixed(1)} s`
const HEARTBEAT_MS = 30_000
const live = process.stdout.isTTY && !process.env.CI
const finished = []

const megabytes = (bytes) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)

/** "45 of 91 MB, 49%", or "17 of 42" for steps that count; empty while nothing is known. */
export function amount({ done, total, unit }) {
  if (done === undefined) return ''
  const [part, whole] = unit === 'bytes' ? [megabytes(done), total && megabytes(total)] : [done, total]
  const label = unit === 'bytes' ? ' MB' : ''
  return whole ? `${part} of ${whole}${label}, ${Math.floor((100 * done) / total)}%` : `${part}${label}`
}

const replaceLine = (text) => process.stdout.write(`\r\x1b[2K${text.slice(0, (process.stdout.columns ?? 80) - 1)}`)

/**
 * Runs one named step. `work(report)` may call report({ done, total, unit }) or report('what is happening') and
 * may return a short remark, shown with the time taken.
 */
export async function step(name, work) {
  const began = performance.now()
  let state = ''
  const line = () => `  ${name}${state ? `: ${state}` : ''} (${seconds(began)})`
  const report = (news) => {
    state = typeof news === 'string' ? news : amount(news)
    if (live) replaceLine(line())
  }
  const timer = setInterval(
    () => (live ? replaceLine(line()) : console.log(`${line()} ...`)),
    live ? 200 : HEARTBEAT_MS
  )
  const end = (mark, remark) => {
    clearInterval(timer)
    if (live) replaceLine('')
    console.log(`${mark} ${name}${remark ? `: ${remark}` : ''} (${seconds(began)})`)
    finished.push({ name, milliseconds: performance.now() - began })
  }
  try {
    const remark = await work(report)
    end('-', typeof remark === 'string' ? remark : '')
    return remark
  } catch (error) {
    end('x', 'failed')
    throw error
  }
}

/** A line of its own, above the live line. */
export function say(text) {
  if (live) replaceLine('')
  console.log(text)
}

/** The closing table: the steps that took a second or more, and the whole. */
export function summary(title = 'Time') {
  const long = finished.filter(({ milliseconds }) => milliseconds >= 1000)
  const total = finished.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  const rows = long.map(({ name, milliseconds }) => `${name} ${(milliseconds / 1000).toFixed(0)} s`)
  say(`${title}: ${(total / 1000).toFixed(1)} s${rows.length ? ` (${rows.join(', ')})` : ''}`)
}

/** Runs a script's main function: an error ends it with its message alone, and exit code 1. */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    say(`\n${process.env.DEBUG ? error.stack : error.message}`)
    process.exitCode = 1
  }
}
