// What the reader has chosen as the hash of the address, and back. Nothing of it ever leaves the browser: a hash is
// not sent to a server. Whatever cannot be read is answered by the page's own choice, and the rest is kept.

import type { Field, Fields } from './fields'
import { type Shared, sharedFields } from './shared'

/** All that a link to this page carries: what the views share, and what each has for itself. */
export type Kept = Shared & Readonly<Record<string, unknown>>

const kVersion = 1

/** Whether a hash is one of this page's, however old or mangled; `#picture` is not. */
export const isAddress = (hash: string) => /^#v=\d/.test(hash)

/** The address of a page with these views' own fields, which stand before the texts. */
export class Address {
  /** The page's own choice. */
  readonly defaults: Kept
  readonly #fields = new Map<string, Field<unknown>>()

  constructor(views: readonly Fields<Record<never, never>>[]) {
    const { secondText, text, ...others } = sharedFields
    for (const fields of [others, ...views, { secondText, text }])
      for (const [key, field] of Object.entries<Field<unknown>>(fields)) {
        const taken = [...this.#fields].find(([other, { name }]) => other === key || name === field.name)
        if (taken) throw new Error(`Two parts of the address are called ${key} or ${field.name}.`)
        this.#fields.set(key, field)
      }
    this.defaults = Object.fromEntries([...this.#fields].map(([key, { own }]) => [key, own])) as unknown as Kept
  }

  /** The hash, '#' included. Choices that are the page's own are left out, but for the text, the heads and the pins. */
  write(state: Kept): string {
    const parts = [...this.#fields].flatMap(([key, { name, write }]) => {
      const spelt = write(state[key])
      const always = key === 'heads' || key === 'text'
      const needed = key === 'pins' ? state.pins !== null : always || spelt !== write(this.defaults[key])
      return needed ? [`${name}=${spelt}`] : []
    })
    return `#v=${kVersion}&${parts.join('&')}`
  }

  /** Reads any hash, however it was mangled. */
  read(hash: string): Kept {
    const found = new Map<string, string>()
    for (const part of hash.replace(/^#/, '').split('&')) {
      const at = part.indexOf('=')
      if (at > 0 && !found.has(part.slice(0, at))) found.set(part.slice(0, at), part.slice(at + 1))
    }
    const values = [...this.#fields].map(([key, { name, own, read }]) => {
      const spelt = found.get(name)
      // Of whatever field: some programs escape marks that need no escape, as the commas between heads.
      return [key, spelt === undefined ? own : (read(readOut(spelt)) ?? own)] as const
    })
    return Object.fromEntries(values) as unknown as Kept
  }

  /** The parts in which two states differ. */
  differences(a: Kept, b: Kept): string[] {
    // A text is compared as it is: to spell a long one out takes longer than a key may.
    const differ = (key: string, { write }: Field<unknown>) =>
      typeof a[key] === 'string' || write(a[key]) !== write(b[key])
    return [...this.#fields].filter(([key, field]) => a[key] !== b[key] && differ(key, field)).map(([key]) => key)
  }

  /** Whether a part changes many times in one go. */
  isContinuous(key: string): boolean {
    return this.#fields.get(key)?.continuous === true
  }
}

/** Turns escapes back; one that is broken, as at the end of an address that was cut, is dropped. */
function readOut(spelt: string): string {
  const bytes: number[] = []
  const encoder = new TextEncoder()
  for (const [piece] of spelt.replaceAll('+', ' ').matchAll(/%[0-9a-f]{2}|%[0-9a-f]?|[^%]+/giu)) {
    if (!piece.startsWith('%')) for (const byte of encoder.encode(piece)) bytes.push(byte)
    else if (piece.length === 3) bytes.push(Number.parseInt(piece.slice(1), 16))
  }
  return new TextDecoder().decode(new Uint8Array(bytes)).replace(/\ufffd+$/, '')
}
