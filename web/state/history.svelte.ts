import { type Address, isAddress, type Kept } from './address'
import type { Choices } from './choices.svelte'
import { kLongestText } from './fields'

/** A longer address is refused by some browsers and by most programs that a link is pasted into. */
export const kLongestAddress = 30_000
/** Steps that follow one another faster than this are one step; browsers refuse an address that changes too often. */
const kOneStep = 220
/** Typing is one step until it rests for so long. */
const kOneBreath = 900

interface Entry {
  /** Place in the page's own history, from 0. */
  at: number
  hash: string
}

/**
 * Keeps the address in step with the reader's choices, and the browser's history with what the reader did: going back is
 * undoing. An entry holds its whole state, so that a text too long for an address survives too; one too long for an
 * entry is kept here while the page is open.
 */
export class History {
  canUndo = $state(false)
  canRedo = $state(false)

  readonly #choices: Choices
  readonly #address: Address
  readonly #onrestore: () => void
  #at = 0
  #top = 0
  #last: Kept
  /** What the page shows by itself, which needs no hash. */
  #plain = ''
  #untouched: boolean
  #lastChange = 0
  #lastKind = ''
  #carried = 0
  /** States with a text too long for an entry, by the entry's place. */
  readonly #long = new Map<number, { hash: string; state: Kept }>()
  #late: (() => void) | null = null
  #waiting: ReturnType<typeof setTimeout> | undefined

  constructor(choices: Choices, onrestore: () => void) {
    this.#choices = choices
    this.#address = choices.address
    this.#onrestore = onrestore
    const kept = entryOf(history.state)
    const hash = kept?.hash ?? location.hash
    if (isAddress(hash)) choices.restore(choices.address.read(hash))
    this.#at = kept?.at ?? 0
    this.#top = this.#at
    this.#last = choices.kept
    this.#untouched = !isAddress(hash)
    this.#note()
  }

  /** Called whenever anything that the reader has chosen has changed. */
  follow() {
    const next = this.#choices.kept
    const changed = this.#address.differences(this.#last, next)
    const carried = this.#choices.selection.carried !== this.#carried
    this.#carried = this.#choices.selection.carried
    if (changed.length === 0) return
    const now = performance.now()
    // Pins that only follow their words, or that the page sets by itself, are no step of the reader's, nor is a head
    // that the model does not have.
    const byItself = carried && changed.every((key) => key === 'pins' || key === 'heads')
    const kind = changed.every((key) => this.#address.isContinuous(key)) ? changed.join() : ''
    const sameStep = now - this.#lastChange < (kind && kind === this.#lastKind ? kOneBreath : kOneStep)
    this.#last = next
    if (byItself) {
      if (this.#untouched) this.#plain = this.#address.write(next)
      return this.#soon(false)
    }
    this.#untouched = false
    this.#soon(!sameStep)
    this.#lastChange = now
    this.#lastKind = kind
  }

  /** What is changed next is a step of its own, however soon it comes after the last. */
  begin() {
    this.#lastChange = Number.NEGATIVE_INFINITY
  }

  /** The link to what is shown now. */
  get address() {
    return location.href.replace(/#.*$/, '') + this.#address.write(this.#choices.kept)
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
    if (long && long.hash === entry?.hash) this.#choices.restore(long.state)
    else if (entry || isAddress(hash)) this.#choices.restore(this.#address.read(hash))
    this.#last = this.#choices.kept
    this.#carried = this.#choices.selection.carried
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
    const hash = this.#address.write(this.#last)
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
