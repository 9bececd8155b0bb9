import { loadModel, type PromptOptions } from 'attnscope'
import type { ModelChoice } from './arguments.js'
import { exitCode } from './failure.js'
import { refuseOwnInput } from './own-input.js'
import { standardOutput } from './sink.js'
import { answer, type Kind, type TextResult, tryOut } from './work.js'

/** Texts of the command line itself, what is done with each, and what a result is called in JSON. */
export interface TextsTask {
  readonly texts: readonly string[]
  readonly model: ModelChoice
  readonly prompt: PromptOptions
  readonly kind: Kind
  readonly name: string
}

/** Does all of it, a JSON line each on standard output, and gives the exit code. @throws Failure, ReaderGone */
export async function runTexts({ texts, model, prompt, kind, name }: TextsTask, signal: AbortSignal): Promise<number> {
  refuseOwnInput([], model, null)
  const sink = standardOutput()
  const { source, ...options } = model
  const loaded = await loadModel(source, { ...options, signal })
  await tryOut(loaded, kind, prompt)
  const results = await answer(loaded, { id: 0, kind, texts }, prompt)
  loaded.dispose()
  for (const [index, result] of results.entries()) await sink.write(`${textLine(index, result, name)}\n`)
  await sink.end()
  return results.some((result) => 'error' in result) ? exitCode.someFailed : exitCode.ok
}

function textLine(index: number, result: TextResult, name: string): string {
  if ('error' in result) return JSON.stringify({ index, error: result.error })
  const truncated = result.truncated === null ? '' : `,"truncated":${JSON.stringify(result.truncated)}`
  return `{"index":${index},"${name}":${'json' in result ? result.json : '[]'}${truncated}}`
}
