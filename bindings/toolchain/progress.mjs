// What is being done, how much of it, and how long it took: a live line on a terminal, one line per step in a pipe.
import { AsyncLocalStorage } from 'node:async_hooks'

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

// Work that runs beside other work says into its own page, which is shown when it ends.
const pages = new AsyncLocalStorage()

/** Runs `work` with all that it prints kept in `page.text`, and what it is doing now in `page.state`. */
export const onOwnPage = (page, work) => pages.run(Object.assign(page, { text: '', state: '' }), work)

/** Where text goes that is printed here and now: a function, since a program's output comes when "now" is over. */
export function outlet(stream = process.stdout) {
  const page = pages.getStore()
  return page ? (text) => (page.text += text) : (text) => stream.write(text)
}

const replaceLine = (text) => process.stdout.write(`\r\x1b[2K${text.slice(0, (process.stdout.columns ?? 80) - 1)}`)

/**
 * Runs one named step. `work(report)` may call report({ done, total, unit }) or report('what is happening') and
 * may return a short remark, shown with the time taken.
 */
export async function step(name, work) {
  const began = performance.now()
  const page = pages.getStore()
  if (page) page.state = name
  let state = ''
  const line = () => `  ${name}${state ? `: ${state}` : ''} (${seconds(began)})`
  const report = (news) => {
    state = typeof news === 'string' ? news : amount(news)
    if (page) page.state = `${name}: ${state}`
    else if (live) replaceLine(line())
  }
  const pulse = page ? () => {} : heartbeat(line)
  const end = (mark, remark) => {
    pulse()
    say(`${mark} ${name}${remark ? `: ${remark}` : ''} (${seconds(began)})`)
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

/** Shows what `line()` says, on a terminal all the time, elsewhere now and then. Returns what ends it. */
export function heartbeat(line) {
  const beat = () => (live ? replaceLine(line()) : console.log(`${line()} ...`))
  const timer = setInterval(beat, live ? 200 : HEARTBEAT_MS)
  return () => {
    clearInterval(timer)
    if (live) replaceLine('')
  }
}

/** A line of its own, above the live line. */
export function say(text) {
  if (live && !pages.getStore()) replaceLine('')
  outlet()(`${text}\n`)
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
