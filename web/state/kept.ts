// What the browser remembers between visits. Storage may be refused (private windows); the page works the same without.

/** What was kept under a name, or null. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`attnscope.${name}`)
  } catch {
    return null
  }
}

/** Keeps a value under a name; null forgets it. */
export function keep(name: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(`attnscope.${name}`)
    else localStorage.setItem(`attnscope.${name}`, value)
  } catch {
    return
  }
}
