import type { ModelChoice } from './arguments.js'
import { exitCode, Interrupted, ReaderGone } from './failure.js'
import { inOrder } from './in-order.js'
import { type InputRecord, measureInput, readInput } from './input.js'
import type { InputChoice } from './input-options.js'
import { Pool } from './pool.js'
import { type Outcome, type OutputChoice, type Results, withResults } from './results.js'
import { Screen } from './screen.js'
import type { Kind } from './work.js'

/** A stream of texts, what is done with each, and where the results go. */
export interface StreamTask {
  readonly files: readonly string[]
  readonly input: InputChoice
  readonly model: ModelChoice
  readonly workers: number
  readonly kind: Kind
  readonly output: OutputChoice
  /** What a result is called in JSON. */
  readonly name: string
  readonly quiet: boolean
}

/** Does all of it, and gives the exit code. @throws Failure, ReaderGone */
export async function runStream(task: StreamTask, signal: AbortSignal): Promise<number> {
  const screen = new Screen(task.quiet)
  const counts = { done: 0, failed: 0, cut: 0 }
  const unread = measureInput(task.files)
  try {
    const report = screen.on ? screen.loading.bind(screen) : null
    const pool = await Pool.start(task.model, task.workers, report, signal)
    const { width, maxTokens } = pool.info
    screen.start()
    if (task.files.includes('-') && process.stdin.isTTY) screen.say('type lines of text; Ctrl-D ends them')
    await withResults(task.output, task.name, width, async (results) => {
      const records = readInput(task.files, task.input, unread, signal, (message) => screen.say(message))
      // Two for each worker: one that it works on, one that it takes up next.
      const solved = inOrder(records, 2 * task.workers, (batch) => solve(pool, task.kind, batch), signal)
      await save(results, async () => {
        for await (const outcomes of solved) {
          await results.write(outcomes)
          count(counts, outcomes)
          screen.working(counts, unread.total === null ? null : unread.read / Math.max(1, unread.total))
        }
      })
    })
    pool.stop()
    screen.finish(counts, maxTokens)
    return counts.failed > 0 ? exitCode.someFailed : exitCode.ok
  } catch (error) {
    if (error instanceof ReaderGone) throw error
    const how = counts.done === 0 ? 'before the first record' : `after ${counts.done} records, which are written`
    if (error instanceof Interrupted) {
      screen.say(`interrupted ${how}`)
      return exitCode.interrupted
    }
    if (counts.done > 0) screen.say(`stopped ${how}`)
    throw error
  }
}

// Whatever breaks the work off, the results so far are made whole; the first error is the one that counts.
async function save(results: Results, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    await results.end().catch(() => {})
    throw error
  }
  await results.end()
}

async function solve(pool: Pool, kind: Kind, batch: readonly InputRecord[]): Promise<Outcome[]> {
  const texts = batch.flatMap(({ content }) => ('text' in content ? [content.text] : []))
  const results = texts.length > 0 ? await pool.ask(kind, texts) : []
  let next = 0
  return batch.map((record) => {
    const { content } = record
    const result = 'error' in content ? content : results[next++]
    if (result === undefined) throw new Error('a worker gave fewer results than it was asked for')
    return { record, result }
  })
}

function count(counts: { done: number; failed: number; cut: number }, outcomes: readonly Outcome[]): void {
  for (const { result } of outcomes) {
    counts.done++
    if ('error' in result) counts.failed++
    else if (result.truncated !== null) counts.cut++
  }
}
