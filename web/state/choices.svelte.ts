import type { Address, Kept } from './address'
import type { Field, Fields } from './fields'
import type { Selection } from './selection.svelte'

class Choice {
  value: unknown = $state.raw()

  constructor(own: unknown) {
    this.value = own
  }
}

/** What the reader has chosen in one view: its fields as plain properties, which the page follows. */
export function choicesOf<T extends object>(fields: Fields<T>): T {
  const choices = {} as T
  for (const [key, { own }] of Object.entries(fields as Record<string, Field<unknown>>)) {
    const choice = new Choice(own)
    Object.defineProperty(choices, key, {
      enumerable: true,
      get: () => choice.value,
      set: (value: unknown) => (choice.value = value)
    })
  }
  return choices
}

/** All that the reader has chosen, which the address keeps: the selection, and each view's own choices. */
export class Choices {
  readonly address: Address
  readonly selection: Selection
  readonly #own: readonly object[]

  constructor(address: Address, selection: Selection, own: readonly object[]) {
    this.address = address
    this.selection = selection
    this.#own = own
  }

  readonly kept: Kept = $derived.by(() => Object.assign({}, this.selection.shared, ...this.#own) as Kept)

  /** Takes over all that an address says. */
  restore(kept: Kept) {
    for (const choices of this.#own)
      for (const key of Object.keys(choices)) (choices as Record<string, unknown>)[key] = kept[key]
    this.selection.restore(kept)
  }
}
