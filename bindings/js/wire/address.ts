import { baseAddress, newEncoder } from '../environment.js'
import { AttnscopeError, withoutSecrets } from '../errors.js'

/** True for an address that stands by itself. `C:\model` is a path. */
export function isAddress(text: string): boolean {
  return /^([a-z][a-z0-9+.-]+:\/\/|file:|https?:)/i.test(text)
}

/** An absolute address; relative ones count from the document. @throws AttnscopeError `bad-input` */
export function address(text: string, wanted: string): URL {
  try {
    return new URL(text, baseAddress())
  } catch {
    // Without the cause: Node's holds the whole text. What is no URL may have its `@` anywhere.
    const shown = withoutSecrets(text.replace(/\/\/\S*@/, '//'))
    throw new AttnscopeError('bad-input', `'${shown}' is not a valid URL; expected ${wanted}`)
  }
}

/**
 * What `fetch` is called with for an address: it refuses one that holds a user or a password, which belong into a header.
 */
export function request(address: string): { readonly url: string; readonly headers: Record<string, string> } {
  // Bundlers give their files addresses that count from the page or the worker; such a one holds neither.
  if (!isAddress(address)) return { url: address, headers: {} }
  const url = new URL(address)
  const { username, password } = url
  if (username === '' && password === '') return { url: address, headers: {} }
  Object.assign(url, { username: '', password: '' })
  const bytes = newEncoder().encode(`${decoded(username)}:${decoded(password)}`)
  return { url: url.href, headers: { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` } }
}

/** Percent signs resolved; one that begins no escape stands for itself. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
