import { AttnscopeError, describeValue } from '../errors.js'
import type { HeadSelection, ModelInfo, PromptOptions, TextInput, TraceSelection } from '../types.js'
import type { WireSelection, WireText } from '../wire/protocol.js'

// Far beyond any text, and far below what would fill the engine's memory.
const maxUnits = 2 ** 26

function refuse(what: string, value: unknown, expected: string): never {
  throw new AttnscopeError('bad-input', `${what} is ${describeValue(value)}; expected ${expected}`)
}

/** The input as it crosses, with what is put before it. */
export function checkText(text: TextInput, prompt: string): WireText {
  if (typeof text === 'string') return [checkString('text', text), '', prompt]
  if (!Array.isArray(text) || text.length !== 2) refuse('text', text, 'a string or [first, second]')
  const [first, second] = text as readonly unknown[]
  return [checkString('the first text', first), checkString('the second text', second), prompt]
}

/** The texts. */
export function checkTexts(texts: readonly string[]): string[] {
  if (!Array.isArray(texts)) refuse('texts', texts, 'an array of strings')
  return Array.from(texts as readonly unknown[], (text, i) => checkString(`texts[${i}]`, text))
}

/** Text, well formed. */
export function checkString(what: string, text: unknown): string {
  if (typeof text !== 'string') refuse(what, text, 'a string')
  if (text.length > maxUnits) refuse(what, text, `at most ${maxUnits}`)
  return text
}

/** What is put before a text: what the caller asks for, or the model's own default. */
export function checkPrompt({ prompt, promptName }: PromptOptions, { prompts, defaultPromptName }: ModelInfo): string {
  if (prompt !== undefined) {
    if (promptName !== undefined) refuse('promptName', promptName, 'either prompt or promptName')
    return checkString('prompt', prompt)
  }
  // The two names that sentence-transformers always knows may be a default without a text.
  if (promptName === undefined) return own(prompts, defaultPromptName) ?? ''
  const known = Object.keys(prompts).map((name) => describeValue(name))
  const expected = known.length === 0 ? 'no name, since this model has no prompts' : known.join(' or ')
  return own(prompts, promptName) ?? refuse('promptName', promptName, expected)
}

function own(prompts: ModelInfo['prompts'], name: unknown): string | undefined {
  return typeof name === 'string' && Object.hasOwn(prompts, name) ? prompts[name] : undefined
}

/** The options as an object. */
export function checkOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null) refuse('options', options, 'an object')
  const { signal, onProgress } = options as { signal?: unknown; onProgress?: unknown }
  const asked = signal as Partial<AbortSignal> | null | undefined
  if (
    asked !== undefined &&
    (typeof asked?.addEventListener !== 'function' || typeof asked.throwIfAborted !== 'function')
  ) {
    refuse('signal', signal, 'an AbortSignal')
  }
  if (onProgress !== undefined && typeof onProgress !== 'function') refuse('onProgress', onProgress, 'a function')
}

/** A yes or a no. */
export function checkFlag(what: string, value: unknown): boolean {
  return typeof value === 'boolean' ? value : refuse(what, value, 'true or false')
}

/** The rows asked for as the engine takes them: `to` 0 stands for all. How many there are, it knows itself. */
export function checkRows(rows: unknown): { from: number; to: number } {
  if (rows === undefined) return { from: 0, to: 0 }
  const [from, to] = Array.isArray(rows) && rows.length === 2 ? rows : []
  const whole = [from, to].every((row) => Number.isInteger(row) && row >= 0 && row < 2 ** 32)
  if (!whole || from >= to) {
    refuse('rows', whole ? `${from} to ${to}` : rows, '[from, to], whole numbers, 0 <= from < to')
  }
  return { from, to }
}

/** How many of so many are asked for. */
export function checkTop(value: unknown, most: number): number {
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most) return value as number
  return refuse('top', value, `a whole number from 1 to ${most}, the model's vocabulary`)
}

/** An index from 0 to `count` - 1. */
export function checkIndex(what: string, value: unknown, count: number): number {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) >= count) {
    refuse(what, value, `a whole number from 0 to ${count - 1}`)
  }
  return value as number
}

/** The flags that the engine takes; null where nothing is to be kept. */
export function checkTrace(trace: boolean | TraceSelection, info: ModelInfo): WireSelection | null {
  if (typeof trace === 'boolean') return trace ? traceAll(info) : null
  const expected = 'true, false or { attention, hidden, steps, layers }'
  if (typeof trace !== 'object' || trace === null || Array.isArray(trace)) refuse('trace', trace, expected)
  // A misspelt part would be missed only when its numbers are.
  const odd = Object.keys(trace).find((key) => !['attention', 'hidden', 'steps', 'layers'].includes(key))
  if (odd !== undefined) refuse('trace', trace, `${expected}, without '${odd}'`)
  const steps = headFlags('steps', trace.steps, info)
  const attention = headFlags('attention', trace.attention, info)
  steps?.forEach((flag, i) => {
    if (attention !== null && flag === 1) attention[i] = 1
  })
  const hidden = flagsOf('hidden', trace.hidden, info.layers + 1)
  const layers = flagsOf('layers', trace.layers, info.layers)
  if ([attention, steps, hidden, layers].every((flags) => flags === null)) return null
  const vectors = steps?.slice() ?? null
  return { attention: attention ?? steps?.slice() ?? null, scores: steps, vectors, hidden, layers }
}

// All but the scores: two thirds of the memory, and exactly what q and k give again.
function traceAll(info: ModelInfo): WireSelection {
  const heads = new Uint8Array(info.layers * info.heads).fill(1)
  const hidden = new Uint8Array(info.layers + 1).fill(1)
  return { attention: heads, scores: null, vectors: heads.slice(), hidden, layers: null }
}

function headFlags(what: string, selection: HeadSelection | undefined, info: ModelInfo): Uint8Array | null {
  if (selection === undefined || selection === false) return null
  const flags = new Uint8Array(info.layers * info.heads)
  if (selection === true) return flags.fill(1)
  if (!Array.isArray(selection)) refuse(`trace.${what}`, selection, 'true or an array of [layer, head]')
  for (const [i, entry] of (selection as readonly unknown[]).entries()) {
    if (!Array.isArray(entry) || entry.length !== 2) refuse(`trace.${what}[${i}]`, entry, '[layer, head]')
    const layer = checkIndex(`the layer of trace.${what}[${i}]`, entry[0], info.layers)
    const head = checkIndex(`the head of trace.${what}[${i}]`, entry[1], info.heads)
    flags[layer * info.heads + head] = 1
  }
  return selection.length === 0 ? null : flags
}

function flagsOf(what: string, selection: boolean | readonly number[] | undefined, count: number): Uint8Array | null {
  if (selection === undefined || selection === false) return null
  const flags = new Uint8Array(count)
  if (selection === true) return flags.fill(1)
  if (!Array.isArray(selection)) refuse(`trace.${what}`, selection, 'true or an array of numbers')
  for (const [i, entry] of (selection as readonly unknown[]).entries()) {
    flags[checkIndex(`trace.${what}[${i}]`, entry, count)] = 1
  }
  return selection.length === 0 ? null : flags
}
