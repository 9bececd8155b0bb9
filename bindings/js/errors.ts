/** What kind of thing went wrong; a program can act on it, the message is for people. */
export type ErrorCode =
  /** An argument is wrong; the model is untouched. */
  | 'bad-input'
  /** A model file is broken, or contradicts another one. */
  | 'bad-model'
  /** The file or the machine is well formed but needs, or lacks, something that we cannot do without. */
  | 'unsupported'
  /** The bytes needed were computed and cannot be had. */
  | 'out-of-memory'
  /** The weights made NaN or infinity for this input. */
  | 'non-finite'
  /** A file could not be fetched or read, or came short. */
  | 'network'
  /** The model was disposed of. */
  | 'disposed'
  /** The engine or its worker died; load the model anew. */
  | 'crashed'
  /** The trace asked for was not kept by this call. */
  | 'not-traced'

/**
 * Every failure of this package, except an abort: an aborted call rejects with its signal's own reason.
 * `cause` holds the error underneath, where there is one.
 */
export class AttnscopeError extends Error {
  // Defined, not assigned: where the intrinsics are frozen, an assignment to it throws.
  /** `AttnscopeError` */
  override name: string = 'AttnscopeError'
  /** The kind of failure. */
  readonly code: ErrorCode
  /** Where the source holds several models: their folders, of which `loadModel`'s option `folder` takes one. */
  declare readonly choices?: readonly string[]

  constructor(
    code: ErrorCode,
    message: string,
    options?: { readonly cause?: unknown; readonly choices?: readonly string[] }
  ) {
    super(message, options)
    this.code = code
    if (options?.choices !== undefined) this.choices = options.choices
  }
}

/** An error as it crosses from the worker: plain data, since a class does not survive the crossing. */
export interface WireError {
  readonly name: string
  readonly code: ErrorCode
  readonly message: string
  readonly cause: { readonly name: string; readonly message: string } | null
  readonly choices?: readonly string[]
}

/** Any thrown value as plain data. What is not ours is a bug or a trap, and counts as a crash. */
export function toWire(thrown: unknown): WireError {
  if (thrown instanceof AttnscopeError) {
    const { name, code, message, cause, choices } = thrown
    return { name, code, message, cause: cause === undefined ? null : describe(cause), ...(choices && { choices }) }
  }
  const cause = describe(thrown)
  return { name: 'AttnscopeError', code: 'crashed', message: `the engine failed: ${cause.message}`, cause }
}

/** The error on this side of the crossing. */
export function fromWire({ code, message, cause: wired, choices }: WireError): AttnscopeError {
  const others = choices && { choices }
  if (wired === null) return new AttnscopeError(code, message, others)
  const cause = new Error(wired.message)
  Object.defineProperty(cause, 'name', { value: wired.name, configurable: true, writable: true })
  return new AttnscopeError(code, message, { cause, ...others })
}

/** Text as people may see it: user, password, query and fragment of addresses in it, which may be secrets, are left out. */
export function withoutSecrets(text: string): string {
  return text.replace(/\/\/[^/?#\s]*@/g, '//').replace(/(\/\/[^\s?#]*)[?#][^\s'")]*/g, '$1?…')
}

/** The name and the message of any thrown value. Node's fetch says what went wrong only in its error's cause. */
export function describe(thrown: unknown): { name: string; message: string } {
  if (!(thrown instanceof Error)) return { name: 'Error', message: withoutSecrets(String(thrown)) }
  const { name, message, cause } = thrown
  const why = cause instanceof Error ? cause.message || (cause as { code?: unknown }).code : undefined
  return { name, message: withoutSecrets(why === undefined ? message : `${message} (${String(why)})`) }
}

/** A value as a message names it: its kind, and itself where that is short. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (typeof value === 'string') return value.length > 40 ? `a string of ${value.length} units` : `'${value}'`
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'object') {
    const kind = value.constructor?.name || 'object'
    return kind.toLowerCase() === 'object' ? 'an object' : `${/^[aeiou]/i.test(kind) ? 'an' : 'a'} ${kind}`
  }
  return `a ${typeof value}`
}
