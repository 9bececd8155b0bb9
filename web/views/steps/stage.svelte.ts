import { untrack } from 'svelte'
import type { Chain } from '../../model/chain'
import { type StepId, stepIds } from '../../model/operations'
import type { Theme } from './cells'
import { type Light, type Origin, originOf } from './origin'
import { type StripId, stripOf } from './strips'

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
  /** How many steps out of sight still show the numbers of the word before. */
  waiting = $state(0)

  readonly #chain: () => Chain | null
  readonly #theme: () => Theme
  readonly #place: { step: string }
  readonly #jobs = new Set<() => void>()

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
  /** The cell whose origin is lit: under the pointer, else chosen. A cell that these numbers do not have is none. */
  readonly cell: Cell | null = $derived.by(() => {
    const cell = this.hovered ?? this.chosen
    const strip = cell && this.chain ? stripOf(this.chain, cell.strip) : null
    return cell && strip && cell.index < strip.values.length ? cell : null
  })
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

  /** Does a job after the next frame, and only one between two frames. Gives a way to call it off. */
  later(job: () => void): () => void {
    const run = () => {
      if (!this.#jobs.delete(run)) return
      untrack(() => this.waiting--)
      job()
    }
    if (this.#jobs.size === 0) this.#afterFrame()
    this.#jobs.add(run)
    untrack(() => this.waiting++)
    return () => {
      if (this.#jobs.delete(run)) untrack(() => this.waiting--)
    }
  }

  #afterFrame() {
    requestAnimationFrame(() =>
      setTimeout(() => {
        const [first] = this.#jobs
        first?.()
        if (this.#jobs.size > 0) this.#afterFrame()
      })
    )
  }

  /** The cell that tells most about a step. */
  telling(chain: Chain, step: StepId): Cell {
    const weights = stripOf(chain, 'weights')?.values ?? []
    const strongest = Array.from(weights).reduce((best, w, i) => (w > (weights[best] ?? 0) ? i : best), 0)
    const row = strongest * chain.shape.headWidth
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
    return cells[step]
  }
}
