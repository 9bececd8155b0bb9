import type { Theme } from '../draw/steps-cells'
import type { Chain } from '../draw/steps-chain'
import { type Light, type Origin, originOf } from '../draw/steps-origin'
import { type StepId, type StripId, stepIds, stripOf } from '../draw/steps-strips'

export interface Cell {
  strip: StripId
  index: number
}

export type Mode = 'word' | 'sentence'

/** What the reader is looking at in the Steps view: which step, which cell, and what that cell came from. */
export class StepsStage {
  mode = $state<Mode>('word')
  open = $state.raw<ReadonlySet<StepId>>(new Set())
  playing = $state(false)
  chosen = $state.raw<Cell | null>(null)
  hovered = $state.raw<Cell | null>(null)

  readonly #chain: () => Chain | null
  readonly #theme: () => Theme
  readonly #place: { step: string }

  /** `place` keeps the step when the view is left. */
  constructor(place: { step: string }, chain: () => Chain | null, theme: () => Theme) {
    this.#place = place
    this.#chain = chain
    this.#theme = theme
  }

  get step(): StepId {
    return stepIds.find((id) => id === this.#place.step) ?? 'embed'
  }

  readonly chain: Chain | null = $derived.by(() => this.#chain())
  readonly theme: Theme = $derived.by(() => this.#theme())
  /** The cell that is explained: under the pointer, else chosen, else the one that tells most about the step. */
  readonly cell: Cell | null = $derived.by(() => this.hovered ?? this.chosen ?? this.#telling())
  readonly origin: Origin | null = $derived.by(() =>
    this.chain && this.cell ? originOf(this.chain, this.cell.strip, this.cell.index) : null
  )
  readonly #lights: ReadonlyMap<StripId, Light[]> = $derived.by(() => {
    const byStrip = new Map<StripId, Light[]>()
    for (const light of this.origin?.lights ?? [])
      byStrip.set(light.strip, [...(byStrip.get(light.strip) ?? []), light])
    return byStrip
  })

  lightsOf(strip: StripId): readonly Light[] {
    return this.#lights.get(strip) ?? []
  }

  indexIn(strip: StripId): number {
    return this.cell?.strip === strip ? this.cell.index : -1
  }

  choose(cell: Cell) {
    this.chosen = cell
    this.hovered = null
  }

  /** Opens a step and closes the one that was left, unless the reader has opened several. */
  go(step: StepId) {
    const open = new Set(this.open)
    if (open.size <= 1) open.clear()
    open.add(step)
    this.open = open
    this.#place.step = step
    this.chosen = null
    this.hovered = null
  }

  toggle(step: StepId) {
    const open = new Set(this.open)
    if (open.has(step)) open.delete(step)
    else {
      open.add(step)
      this.#place.step = step
      this.chosen = null
    }
    this.open = open
  }

  turn(mode: Mode) {
    this.mode = mode
    this.playing = false
    this.chosen = null
    this.hovered = null
  }

  /** The step before or after; null at the end. */
  beside(by: -1 | 1): StepId | null {
    return stepIds[stepIds.indexOf(this.step) + by] ?? null
  }

  #telling(): Cell | null {
    const chain = this.chain
    if (!chain) return null
    const weights = stripOf(chain, 'weights')?.values ?? []
    const strongest = Array.from(weights).reduce((best, w, i) => (w > (weights[best] ?? 0) ? i : best), 0)
    const row = strongest * chain.shape.headWidth
    if (this.mode === 'sentence') return { strip: 'S', index: chain.token * chain.shape.tokens + strongest }
    const cells: Record<StepId, Cell> = {
      embed: { strip: 'x', index: 0 },
      query: { strip: 'q', index: 0 },
      key: { strip: 'K', index: row },
      value: { strip: 'V', index: row },
      scores: { strip: 'scores', index: strongest },
      scale: { strip: 'scaled', index: strongest },
      softmax: { strip: 'weights', index: strongest },
      mix: { strip: 'z', index: 0 },
      concat: { strip: 'heads', index: chain.shape.head * chain.shape.headWidth },
      output: { strip: 'o', index: 0 },
      residual: { strip: 'h', index: 0 },
      forward: { strip: 'f', index: 0 },
      result: { strip: 'y', index: 0 }
    }
    return cells[this.step]
  }
}
