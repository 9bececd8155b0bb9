/** So much of a longer text stands in its field: a browser lays all of a field out anew at each key. */
const kInField = 10_000

/** How many characters at the end of a text its field leaves out, given how many it left out before. */
export function leftOut(text: string, before: number): number {
  const shown = text.length - before
  if (shown <= 2 * kInField && (before === 0 || shown >= kInField / 2)) return before
  const left = Math.max(0, text.length - kInField)
  // Not between the halves of a surrogate pair.
  return left > 0 && /[\udc00-\udfff]/.test(text[text.length - left] ?? '') ? left - 1 : left
}

/**
 * A text field that holds only the beginning of a text too long to be laid out at each key. The rest is kept beside
 * it, and belongs to the text until the reader replaces all that is shown.
 */
export class LongField {
  readonly #text: () => string
  /** The text as the field gave it last: what it left out then, it still does. */
  #own = $state.raw({ text: '', left: 0 })
  #all = true

  constructor(text: () => string) {
    this.#text = text
  }

  /** How many characters the field does not show. */
  readonly left: number = $derived.by(() => {
    const text = this.#text()
    return text === this.#own.text ? this.#own.left : leftOut(text, 0)
  })
  readonly shown: string = $derived.by(() => this.#text().slice(0, this.#text().length - this.left))

  /**
   * Before a change by hand. A long piece that is pasted or dropped is put into the text here, since the browser would
   * lay all of it out first: then the whole text is the answer, else null.
   */
  before(event: InputEvent, field: HTMLTextAreaElement): string | null {
    const { selectionStart, selectionEnd, value } = field
    this.#all = selectionStart === 0 && selectionEnd === value.length
    const { data } = event
    if (!data || data.length <= kInField) return null
    event.preventDefault()
    const caret = selectionStart + data.length
    return this.#take(field, value.slice(0, selectionStart) + data + value.slice(selectionEnd), caret)
  }

  /** After a change, by hand or by a program, which replaces all: the whole text. */
  after(field: HTMLTextAreaElement): string {
    return this.#take(field, field.value, field.selectionStart)
  }

  #take(field: HTMLTextAreaElement, value: string, caret: number): string {
    const before = this.#all ? 0 : this.left
    const text = before ? value + this.#text().slice(-before) : value
    this.#all = true
    const left = leftOut(text, before)
    this.#own = { text, left }
    const shown = text.slice(0, text.length - left)
    if (shown !== field.value) {
      // Svelte would write the same; here the caret is still known.
      field.value = shown
      field.setSelectionRange(Math.min(caret, shown.length), Math.min(caret, shown.length))
    }
    return text
  }
}
