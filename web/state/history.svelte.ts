import { differences, isAddress, kLongestText, readAddress, type Shared, writeAddress } from './address'
import type { Selection } from './selection.svelte'

/** A longer address is refused by some browsers and by most programs that a link is pasted into. */
export const kLongestAddress = 30_000
/** Steps that follow one another faster than this are one step; browsers refuse an address that changes too often. */
const kOneStep = 220
/** Typing is one step until it rests for so long. */
const kOneBreath = 900
const continuous: readonly (keyof Shared)[] = ['text', 'secondText', 'mass', 'step', 'headRange']

interface Entry {
  /** Place in the page's own history, from 0. */
  at: number
  hash: string
}

/**
 * Keeps the address in step with the selection, and the browser's history with what the reader did: going back is
 * undoing. An entry holds its whole state, so that a text too long for an address survives too; one too long for an
 * entry is kept here while the page is open.
 */
export class History {
  canUndo = $state(false)
  canRedo = $state(false)

  readonly #selection: Selection
  readonly #onrestore: () => void
  #at = 0
  #top = 0
  #last: Shared
  /** What the page shows by itself, which needs no hash. */
  #plain = ''
  #untouched: boolean
  #lastChange = 0
  #lastKind = ''
  #carried = 0
  /** States with a text too long for an entry, by the entry's place. */
  readonly #long = new Map<number, { hash: string; state: Shared }>()
  #late: (() => void) | null = null
  #waiting: ReturnType<typeof setTimeout> | undefined

  constructor(selection: Selection, onrestore: () => void) {
    this.#selection = selection
    this.#onrestore = onrestore
    const kept = entryOf(history.state)
    const hash = kept?.hash ?? location.hash
    if (isAddress(hash)) selection.restore(readAddress(hash))
    this.#at = kept?.at ?? 0
    this.#top = this.#at
    this.#last = selection.shared
    this.#untouched = !isAddress(hash)
    this.#note()
  }

  /** Called whenever anything in the selection has changed. */
  follow() {
    const next = this.#selection.shared
    const changed = differences(this.#last, next)
    const carried = this.#selection.carried !== this.#carried
    this.#carried = this.#selection.carried
    if (changed.length === 0) return
    const now = performance.now()
    // Pins that only follow their words, or that the page sets by itself, are no step of the reader's, nor is a head
    // that the model does not have.
    const byItself = carried && changed.every((key) => key === 'pins' || key === 'heads')
    const kind = changed.every((key) => continuous.includes(key)) ? changed.join() : ''
    const sameStep = now - this.#lastChange < (kind && kind === this.#lastKind ? kOneBreath : kOneStep)
    this.#last = next
    if (byItself) {
      if (this.#untouched) this.#plain = writeAddress(next)
      return this.#soon(false)
    }
    this.#untouched = false
    this.#soon(!sameStep)
    this.#lastChange = now
    this.#lastKind = kind
  }

  /** The link to what is shown now. */
  get address() {
    return location.href.replace(/#.*$/, '') + writeAddress(this.#selection.shared)
  }

  undo() {
    this.#flush()
    if (this.canUndo) history.back()
  }

  redo() {
    this.#flush()
    if (this.canRedo) history.forward()
  }

  /** The browser went to another entry, or the reader edited the address. */
  readonly onpopstate = (event: PopStateEvent) => {
    this.#late = null
    clearTimeout(this.#waiting)
    this.#waiting = undefined
    const entry = entryOf(event.state)
    const hash = entry ? entry.hash : location.hash
    this.#at = entry ? entry.at : this.#at + 1
    if (!entry) this.#top = this.#at
    this.#top = Math.max(this.#top, this.#at)
    const long = this.#long.get(this.#at)
    if (long && long.hash === entry?.hash) this.#selection.restore(long.state)
    else if (entry || isAddress(hash)) this.#selection.restore(readAddress(hash))
    this.#last = this.#selection.shared
    this.#carried = this.#selection.carried
    this.#lastChange = 0
    if (!entry) this.#write(false)
    this.#note()
    this.#onrestore()
  }

  readonly onpagehide = () => this.#flush()

  #soon(push: boolean) {
    if (push) {
      this.#flush()
      this.#at++
      this.#top = this.#at
      this.#write(true, true)
      this.#note()
    } else this.#waiting ??= setTimeout(() => this.#flush(), kOneStep)
  }

  #flush() {
    const waited = this.#waiting !== undefined
    clearTimeout(this.#waiting)
    this.#waiting = undefined
    this.#drain()
    if (waited) this.#write(false)
  }

  #drain() {
    const late = this.#late
    this.#late = null
    late?.()
  }

  /** Changing the address takes the browser some milliseconds: `later` leaves them to after the next frame. */
  #write(push: boolean, later = false) {
    const hash = writeAddress(this.#last)
    const shown = hash === this.#plain || hash.length > kLongestAddress ? '' : hash
    const entry: Entry = { at: this.#at, hash }
    const { text, secondText } = this.#last
    if (Math.max(text.length, secondText.length) > kLongestText) this.#long.set(this.#at, { hash, state: this.#last })
    else this.#long.delete(this.#at)
    const put = () =>
      history[push ? 'pushState' : 'replaceState'](
        { attnscope: entry },
        '',
        location.pathname + location.search + shown
      )
    if (!later) return put()
    this.#late = put
    requestAnimationFrame(() => setTimeout(() => this.#drain()))
  }

  #note() {
    this.canUndo = this.#at > 0
    this.canRedo = this.#at < this.#top
  }
}

/** What this page left in a history entry; anything may be there. */
function entryOf(state: unknown): Entry | null {
  const entry = (state as { attnscope?: Partial<Entry> } | null)?.attnscope
  const sound = entry && Number.isSafeInteger(entry.at) && (entry.at as number) >= 0 && typeof entry.hash === 'string'
  return sound ? (entry as Entry) : null
}
