import { carryByOffset, carryIndex } from '../reading/carry'
import type { HeadRef, SinkMode, Spot, Unit } from '../reading/types'
import { firstHead, otherOfPair, pronouns } from './examples'
import { kMostHeads, type SecondUse, type Shared, sharedFields } from './shared'

/** So many heads lie over one another in one picture; more stand side by side. */
export const kMaxHeads = 4

export const sameHead = (a: HeadRef, b: HeadRef) => a.layer === b.layer && a.head === b.head
export const sameSpot = (a: Spot, b: Spot) => a.side === b.side && a.index === b.index
export const headName = (head: HeadRef) => `${head.layer}·${head.head}`

/** What the reader has chosen for all views; each view's own choices lie in its folder. The address keeps both. */
export class Selection {
  view = $state(sharedFields.view.own)
  text = $state(sharedFields.text.own)
  /** As typed; see `contrast` for what it amounts to. */
  secondText = $state(sharedFields.secondText.own)
  secondUse = $state<SecondUse>(sharedFields.secondUse.own)
  /** One to twelve heads; the first is the current one. */
  heads = $state.raw<readonly HeadRef[]>(sharedFields.heads.own)
  pins = $state.raw<readonly Spot[]>([])
  preview = $state.raw<Spot | null>(null)
  sinks = $state<SinkMode>(sharedFields.sinks.own)
  pieces = $state(sharedFields.pieces.own)
  /** How a weight becomes colour, wherever it does. */
  heatScale = $state(sharedFields.heatScale.own)
  /** Read texts up to the model's positions, not only as far as its own files say. */
  longer = $state(sharedFields.longer.own)

  /** The places whose links stand out: what is under the pointer, else what is pinned. */
  readonly focus: readonly Spot[] = $derived(this.preview ? [this.preview] : this.pins)
  /** Both texts where they are read as one pair. */
  readonly texts: readonly string[] = $derived(
    this.secondUse === 'pair' && this.secondText.trim() ? [this.text, this.secondText] : [this.text]
  )
  /** The sentence to set against the first: what was typed, else the other one of the page's own two; null for none. */
  readonly contrast: string | null = $derived(
    this.secondUse === 'pair' ? null : this.secondText.trim() ? this.secondText : otherOfPair(this.text)
  )
  readonly head: HeadRef = $derived(this.heads[0] ?? { layer: 0, head: 0 })
  /** What of it the address keeps. */
  readonly shared: Shared = $derived({
    view: this.view,
    heads: this.heads,
    pins: this.pins,
    sinks: this.sinks,
    pieces: this.pieces,
    heatScale: this.heatScale,
    longer: this.longer,
    secondUse: this.secondUse,
    secondText: this.secondText,
    text: this.text
  })

  /** How often the pins or heads have changed by themselves: with their words, or to fit the model. */
  carried = 0

  #units: readonly Unit[] = []
  /** Of the model: no head is chosen that it does not have. */
  #shape: { layers: number; heads: number } | null = null
  /** The reader took all pins away: none comes back by itself. */
  #cleared = false
  /** The page has pinned a word by itself, before the words were known. */
  #guessed = false
  /** Pins that came with a text from outside wait for its words. */
  #restoring: readonly Spot[] | null = null

  /** Takes over what an address says. */
  restore(shared: Shared) {
    const { pins } = shared
    const sameWords = wordsOf(shared) === wordsOf(this.shared) && this.#units.length > 0
    this.view = shared.view
    this.heads = shared.heads
    this.sinks = shared.sinks
    this.pieces = shared.pieces
    this.heatScale = shared.heatScale
    this.longer = shared.longer
    this.secondUse = shared.secondUse
    this.secondText = shared.secondText
    this.text = shared.text
    this.preview = null
    this.#fitHeads()
    this.#cleared = pins?.length === 0
    this.#guessed = false
    this.#restoring = sameWords ? null : pins
    // Until their own words are there, no more of them than the words on the screen can bear.
    if (pins) this.pins = pins.filter((pin) => this.#units.length === 0 || pin.index < this.#units.length)
    else if (this.#units.length > 0) this.#pinStory(this.#units, sameWords)
  }

  pin(spot: Spot, add: boolean) {
    this.#cleared = false
    this.#guessed = false
    const pinned = this.pins.some((pin) => sameSpot(pin, spot))
    const others = this.pins.filter((pin) => !sameSpot(pin, spot))
    if (add) this.pins = pinned ? others : [...this.pins, spot]
    else if (pinned && others.length === 0) this.clear()
    else this.pins = [spot]
  }

  clear() {
    this.#cleared = true
    this.pins = []
    this.preview = null
  }

  /** Chooses a head, or adds it to the overlay or takes it out again. False if the overlay is full. */
  choose(head: HeadRef, overlay: boolean): boolean {
    if (!overlay) this.heads = [head]
    else if (this.heads.some((h) => sameHead(h, head))) this.remove(head)
    else if (this.heads.length >= kMostHeads) return false
    else this.heads = [...this.heads, head]
    return true
  }

  remove(head: HeadRef) {
    if (this.heads.length > 1) this.heads = this.heads.filter((h) => !sameHead(h, head))
  }

  /** Keeps the heads inside the shape of the model in use, now and whatever an address may say later. */
  fit(layers: number, heads: number) {
    this.#shape = { layers, heads }
    this.#fitHeads()
  }

  #fitHeads() {
    if (!this.#shape) return
    const { layers, heads } = this.#shape
    const fits = (one: HeadRef) => one.layer < layers && one.head < heads
    if (this.heads.every(fits)) return
    const [own = { layer: 0, head: 0 }] = [...this.heads, firstHead].filter(fits)
    this.heads = [own, ...this.heads.filter((one) => fits(one) && !sameHead(one, own))]
    this.carried++
  }

  /**
   * Follows the words when the text or its grouping changes: what is still there stays pinned. `computed`: these are
   * the units of the text that is asked for, not a guess and not those of the text before.
   */
  follow(units: readonly Unit[], computed: boolean) {
    const before = this.#units
    this.#units = units
    if (before === units) return
    this.preview = null
    this.carried++
    if (this.#restoring) {
      this.pins = this.#restoring.filter((pin) => pin.index < units.length)
      if (computed) this.#restoring = null
      return
    }
    const old = before.map((unit) => unit.label)
    const now = units.map((unit) => unit.label)
    const carry =
      spell(before) === spell(units)
        ? (index: number) => carryByOffset(before, units, index)
        : (index: number) => carryIndex(old, now, index)
    const carried = this.pins.flatMap((pin) => {
      const index = carry(pin.index)
      return index === null || units[index]?.special !== before[pin.index]?.special ? [] : [{ ...pin, index }]
    })
    this.pins = carried.filter((pin, i) => carried.findIndex((other) => sameSpot(other, pin)) === i)
    // What the page pinned in a guess at the words, or in those of the text before, it chooses anew.
    const guessed = this.#guessed && computed
    if ((this.pins.length === 0 || guessed) && !this.#cleared) this.#pinStory(units, computed)
  }

  /**
   * Pins the word with a story: a pronoun that has words before it to stand for, else any, else the last word there
   * is, rather than a mark.
   */
  #pinStory(units: readonly Unit[], computed: boolean) {
    this.#guessed = !computed
    const stands = (unit: Unit) => !unit.special && pronouns.includes(unit.label.toLowerCase())
    const choices = [
      units.findIndex((unit, i) => stands(unit) && units.slice(0, i).some((before) => !before.special)),
      units.findIndex(stands),
      units.findLastIndex((unit) => !unit.special && /[\p{L}\p{N}]/u.test(unit.label)),
      units.findLastIndex((unit) => !unit.special)
    ]
    const index = choices.find((choice) => choice >= 0) ?? -1
    this.pins = index >= 0 ? [{ side: 'query', index }] : []
  }
}

/** What decides the words of the picture. */
const wordsOf = ({ text, secondText, secondUse, pieces }: Shared) =>
  JSON.stringify([text, secondUse === 'pair' ? secondText : '', pieces])

const spell = (units: readonly Unit[]) =>
  units
    .map((unit) => unit.label)
    .join('')
    .replace(/##|\s/g, '')
    .toLowerCase()
