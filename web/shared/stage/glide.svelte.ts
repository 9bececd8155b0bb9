import { untrack } from 'svelte'
import { blendLinks, type Link } from './links'

const kMilliseconds = 240
/** Beyond this many moving curves a frame is no longer in time, with the pointer moving on to the next word. */
const kMostMoving = 64

const still = matchMedia('(prefers-reduced-motion: reduce)')
const ease = (t: number) => 1 - (1 - t) ** 3

/** Links on their way from one picture to the next. */
export class Glide {
  shown = $state.raw<Link[]>([])
  #frame = 0

  to(links: Link[]) {
    cancelAnimationFrame(this.#frame)
    // Untracked: the effect that starts a glide must not run again at each of its frames.
    const from = untrack(() => this.shown)
    if (still.matches || from.length + links.length > kMostMoving) {
      this.shown = links
      return
    }
    const start = performance.now()
    const step = (now: number) => {
      const t = Math.min(1, Math.max(0, (now - start) / kMilliseconds))
      this.shown = blendLinks(from, links, ease(t))
      if (t < 1) this.#frame = requestAnimationFrame(step)
    }
    this.#frame = requestAnimationFrame(step)
  }
}
