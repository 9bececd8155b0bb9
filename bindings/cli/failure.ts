import { AttnscopeError } from 'attnscope'

/** What the program ends with. */
export const exitCode = { ok: 0, failure: 1, usage: 2, someFailed: 3, interrupted: 130 } as const

/** The command line makes no sense; the message says what would. */
export class UsageError extends Error {}

/** Something outside of this program is not as it should be: a file, an address, the page. */
export class Failure extends Error {}

/** Ctrl-C. */
export class Interrupted extends Error {}

/** Whoever read our output has gone, as `head` does: no fault of anybody's. */
export class ReaderGone extends Error {}

/** Why one record has no result, as it is written in its place. */
export interface RecordError {
  readonly code: string
  readonly message: string
}

/** A thrown value as data, which crosses from a worker. */
export function toRecordError(thrown: unknown): RecordError {
  if (thrown instanceof AttnscopeError) return { code: thrown.code, message: thrown.message }
  return { code: 'crashed', message: thrown instanceof Error ? thrown.message : String(thrown) }
}
