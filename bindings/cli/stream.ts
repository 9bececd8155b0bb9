import type { PromptOptions } from 'attnscope'
import type { ModelChoice } from './arguments.js'
import { exitCode, Interrupted, ReaderGone } from './failure.js'
import { inOrder } from './in-order.js'
import { type InputRecord, measureInput, readInput } from './input.js'
import type { InputChoice } from './input-options.js'
import { refuseOwnInput } from './own-input.js'
import { Pool } from './pool.js'
import { nothingYet, type Outcome, type OutputChoice, type Results, resultsInto } from './results.js'
import { Screen } from './screen.js'
import { openSink } from './sink.js'
import type { Kind } from './work.js'

/** A stream of texts, what is done with each, and where the results go. */
export interface StreamTask {
  readonly files: readonly string[]
  readonly input: InputChoice
  readonly model: ModelChoice
  readonly prompt: PromptOptions
  readonly workers: number
  readonly kind: Kind
  readonly output: OutputChoice
  /** What a result is called in JSON. */
  readonly name: string
  readonly quiet: boolean
}

/** Does all of it, and gives the exit code. @throws Failure, ReaderGone */
export async function runStream(task: StreamTask, signal: AbortSignal): Promise<number> {
  const over = new AbortController()
  try {
    return await runUntil(AbortSignal.any([signal, over.signal]), task)
  } finally {
    // However it ended: threads, downloads and standard input would keep the process.
    over.abort()
  }
}

async function runUntil(signal: AbortSignal, task: StreamTask): Promise<number> {
  const screen = new Screen(task.quiet)
  const counts = { done: 0, failed: 0, cut: 0 }
  const unread = measureInput(task.files)
  refuseOwnInput(task.files, task.model, task.output.path)
  let how: string = nothingYet
  try {
    // First of all: an output that cannot be written is said before a model is fetched.
    const sink = await openSink(task.output.path, signal)
    let results: Results | null = null
    try {
      const report = screen.on ? screen.loading.bind(screen) : null
      const pool = await Pool.start(task.model, task.prompt, task.kind, task.workers, report, signal)
      const { width, maxTokens } = pool.info
      screen.start()
      if (task.files.includes('-') && process.stdin.isTTY) screen.say('type lines of text; Ctrl-D ends them')
      results = await resultsInto(sink, task.output, task.name, width)
      const records = readInput(task.files, task.input, unread, signal, (message) => screen.say(message))
      // Two for each worker: one that it works on, one that it takes up next.
      const solved = inOrder(records, 2 * task.workers, (batch) => solve(pool, batch), signal)
      for await (const outcomes of solved) {
        await results.write(outcomes)
        count(counts, outcomes)
        screen.working(counts, unread.total === null ? null : unread.read / Math.max(1, unread.total))
      }
      await results.end()
      screen.finish(counts, maxTokens)
      return counts.failed > 0 ? exitCode.someFailed : exitCode.ok
    } catch (error) {
      if (results !== null) how = await results.breakOff(counts.done)
      else await sink.breakOff(0)
      throw error
    }
  } catch (error) {
    if (error instanceof ReaderGone) throw error
    if (error instanceof Interrupted) {
      screen.say(`interrupted ${how}`)
      return exitCode.interrupted
    }
    if (how !== nothingYet) screen.say(`stopped ${how}`)
    throw error
  }
}

async function solve(pool: Pool, batch: readonly InputRecord[]): Promise<Outcome[]> {
  const texts = batch.flatMap(({ content }) => ('text' in content ? [content.text] : []))
  const results = texts.length > 0 ? await pool.ask(texts) : []
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
