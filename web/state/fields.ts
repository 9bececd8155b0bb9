// How the parts of what the reader has chosen are spelt in the address, and read again, however they were mangled.

/** The longest text that an address holds. */
export const kLongestText = 100_000

/** How values of one kind are spelt; `read`, which is given it without escapes, answers null to what it does not understand. */
export interface Spelling<T> {
  write: (value: T) => string
  read: (spelt: string) => T | null
}

/** One part of what the reader has chosen. */
export interface Field<T> extends Spelling<T> {
  /** Its name in the address; no two parts have the same. */
  name: string
  /** What it is before the reader has chosen. */
  own: T
  /** It changes many times in one go, as a slider does: all of it is one step for undo. */
  continuous?: boolean
}

export type Fields<T> = { readonly [K in keyof T]-?: Field<T[K]> }

export const field = <T>(name: string, own: T, spelling: Spelling<T>, continuous = false): Field<T> => ({
  ...spelling,
  name,
  own,
  ...(continuous && { continuous })
})

export const oneOf = <const T extends string>(values: readonly T[]): Spelling<T> => ({
  write: (value) => value,
  read: (spelt) => values.find((value) => value === spelt) ?? null
})

export const flag: Spelling<boolean> = {
  write: (value) => (value ? '1' : '0'),
  read: (spelt) => (/^[01]$/.test(spelt) ? spelt === '1' : null)
}

/** A name of small letters, whatever it names. */
export const word: Spelling<string> = {
  write: (value) => value,
  read: (spelt) => (/^[a-z]{1,16}$/.test(spelt) ? spelt : null)
}

/** A share of at least `least`, as a percentage. */
export const share = (least: number): Spelling<number> => ({
  write: (value) => String(Math.round(value * 100)),
  read: (spelt) => (/^\d{1,3}$/.test(spelt) ? Math.max(least * 100, Math.min(100, Number(spelt))) / 100 : null)
})

/** The part from one share to another. */
export const range: Spelling<readonly [from: number, to: number]> = {
  write: (value) => value.map((part) => Math.round(part * 100)).join('.'),
  read: (spelt) => {
    const [from, to] = (spelt.match(/^(\d{1,3})\.(\d{1,3})$/)?.slice(1) ?? []).map((part) => Number(part) / 100)
    return from !== undefined && to !== undefined && from <= to && to <= 1 ? [from, to] : null
  }
}

export const prose: Spelling<string> = {
  write: (value) => spellOut(value.slice(0, kLongestText)),
  read: (text) => text.slice(0, kLongestText)
}

/** Comma-separated items that fit a pattern, each once. */
export function items(spelt: string, pattern: RegExp): RegExpMatchArray[] {
  return [...new Set(spelt.slice(0, 4000).split(','))].map((item) => item.match(pattern)).filter((m) => m !== null)
}

/** Half of a surrogate pair has no place in an address. Marks are spelt out: many programs end a link at one. */
function spellOut(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /[!'()*.~_-]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`
  )
}
