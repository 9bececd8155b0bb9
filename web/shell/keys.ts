import type { ViewAction } from '../shared/view'

/** What a key asks of the page. */
export type KeyAction =
  | { do: 'view'; at: number }
  | { do: 'head'; by: number }
  | { do: 'layer'; by: number }
  | ViewAction
  | { do: 'undo' | 'redo' | 'clear' | 'help' | 'sentence' | 'language' | 'theme' | 'sinks' | 'units' | 'flow' }

/** The part of a keyboard event that decides. */
export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

const single: Record<string, KeyAction> = {
  '[': { do: 'head', by: -1 },
  ']': { do: 'head', by: 1 },
  '{': { do: 'layer', by: -1 },
  '}': { do: 'layer', by: 1 },
  ',': { do: 'step', by: -1 },
  '.': { do: 'step', by: 1 },
  k: { do: 'play' },
  '?': { do: 'help' },
  '/': { do: 'sentence' },
  l: { do: 'language' },
  t: { do: 'theme' },
  s: { do: 'sinks' },
  u: { do: 'units' },
  o: { do: 'flow' }
}

/**
 * What a key does outside text fields; null where it does nothing. `letters` is false where the reader has switched
 * the keys of one letter off, as who speaks to the computer may have to.
 */
export function keyAction(press: KeyPress, views: number, letters: boolean): KeyAction | null {
  if (press.altKey) return null
  if (press.ctrlKey || press.metaKey) {
    const key = press.key.toLowerCase()
    if (key === 'z') return { do: press.shiftKey ? 'redo' : 'undo' }
    return key === 'y' && !press.shiftKey ? { do: 'redo' } : null
  }
  if (press.key === 'Escape') return { do: 'clear' }
  if (!letters) return null
  const number = /^[1-9]$/.test(press.key) ? Number(press.key) : 0
  if (number) return number <= views ? { do: 'view', at: number - 1 } : null
  const action = (key: string) => (Object.hasOwn(single, key) ? (single[key] ?? null) : null)
  return action(press.key) ?? (press.shiftKey ? null : action(press.key.toLowerCase()))
}

/** Where a key is text: nothing but Escape is taken from there. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable)
    return true
  return target instanceof HTMLInputElement && !['radio', 'checkbox', 'range', 'button', 'file'].includes(target.type)
}
