import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Precision, PromptOptions } from 'attnscope'
import { UsageError } from './failure.js'

/** One command of the program. */
export interface Command {
  readonly name: string
  /** One line, for the list of commands. */
  readonly summary: string
  /** What `--help` prints. */
  readonly help: string
  /** Does it, and gives the exit code. */
  run(args: readonly string[], signal: AbortSignal): Promise<number>
}

/** Which model, and how it calculates. */
export interface ModelChoice {
  readonly source: string
  readonly precision: Precision
  readonly threads: number
  readonly maxTokens?: number
}

type Options = NonNullable<ParseArgsConfig['options']>

/** The options of every command that loads a model. */
export const modelOptions = {
  model: { type: 'string', short: 'm' },
  precision: { type: 'string', default: 'float32' },
  threads: { type: 'string', default: '1' },
  'max-tokens': { type: 'string' }
} as const satisfies Options

/** What they mean, for `--help`. */
export const modelHelp = `Model:
  -m, --model WHERE     a folder, an address of one, or hf:org/name[@revision];
                        without it, what the variable ATTNSCOPE_MODEL says
      --precision P     float32 (default), or int8: a third of the memory
      --threads N       threads that calculate, 1 to 32 (default 1);
                        the numbers are the same with any
      --max-tokens N    what a text is cut to, 1 up to the model's positions
                        (default: what the model's own files say)`

/** The options of every command that reads texts. */
export const promptOptions = {
  prompt: { type: 'string' },
  'prompt-name': { type: 'string' }
} as const satisfies Options

/** What they mean, for `--help`. */
export const promptHelp = `      --prompt TEXT     put before every text; '' for nothing (default: what the
                        model's files say, which is nothing for most)
      --prompt-name N   the one of the model's own prompts that has this name`

/** What a command that goes through records ends with, for `--help`. */
export const recordsExitHelp = `Exit code: 0 all went well, 1 it could not be done, 2 wrong usage, 3 some records
failed, 130 interrupted.`

/** The same of a command that has none. */
export const exitHelp = 'Exit code: 0 all went well, 1 it could not be done, 2 wrong usage, 130 interrupted.'

/** Reads the arguments, strictly. @throws UsageError */
export function parse<T extends Options>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error
    throw new UsageError(message.split(/[.\n]/, 1)[0] as string)
  }
}

/** The model that the options name. @throws UsageError */
export function chooseModel(values: {
  readonly model?: string | undefined
  readonly precision: string
  readonly threads: string
  readonly 'max-tokens'?: string | undefined
}): ModelChoice {
  const source = values.model ?? process.env.ATTNSCOPE_MODEL ?? ''
  if (source === '') {
    throw new UsageError('which model? Say --model FOLDER, or set the variable ATTNSCOPE_MODEL')
  }
  const { precision } = values
  if (precision !== 'float32' && precision !== 'int8') {
    throw new UsageError(`--precision is '${precision}'; it can be float32 or int8`)
  }
  const most = values['max-tokens']
  return {
    source,
    precision,
    threads: wholeNumber('--threads', values.threads, 1, 32),
    // How many positions there are, only the model knows.
    ...(most !== undefined && { maxTokens: wholeNumber('--max-tokens', most, 1, 2 ** 31) })
  }
}

/** What the options put before every text. @throws UsageError */
export function choosePrompt(values: {
  readonly prompt?: string | undefined
  readonly 'prompt-name'?: string | undefined
}): PromptOptions {
  const { prompt, 'prompt-name': promptName } = values
  if (prompt !== undefined && promptName !== undefined) throw new UsageError('either --prompt or --prompt-name')
  return { ...(prompt !== undefined && { prompt }), ...(promptName !== undefined && { promptName }) }
}

/** A number within bounds. @throws UsageError */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new UsageError(`${option} is '${text}'; it can be a whole number from ${least} to ${most}`)
}

/** One of a few words. @throws UsageError */
export function oneOf<T extends string>(option: string, text: string, words: readonly T[]): T {
  if ((words as readonly string[]).includes(text)) return text as T
  throw new UsageError(`${option} is '${text}'; it can be ${words.join(' or ')}`)
}
