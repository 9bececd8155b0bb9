import type { Scene } from './stations'

/** What of the page a scene speaks of, as a selector. */
export function spokenOf({ view, step, heads }: Pick<Scene, 'view' | 'step' | 'heads'>): string {
  if (view === 'links') return '[data-side=query] [aria-pressed=true]'
  if (view === 'steps') return `[data-step="${step}"]`
  if (view === 'heads') return `[data-tile="${heads[0]?.layer}.${heads[0]?.head}"]`
  return view === 'compare' ? '.cosine' : '.picture'
}

/** How long the picture of a scene may take to be there, in milliseconds. */
const kPatience = 8000

/** The scene's picture once it is on the screen and at rest; null where it does not come, or another was asked for. */
export async function pictureOf(scene: Scene, wanted: () => boolean): Promise<HTMLElement | null> {
  const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
  // One frame for the page to hear of the scene, or the picture before it would be taken for this one.
  await frame()
  const end = performance.now() + kPatience
  while (wanted() && performance.now() < end) {
    const ready = document.querySelector(`.picture[data-ready="${scene.view}"]`)
    const drawn = scene.view !== 'steps' || ready?.querySelector('.steps[data-ready]')
    const found =
      document.querySelector<HTMLElement>(spokenOf(scene)) ?? document.querySelector<HTMLElement>('.picture')
    if (ready && drawn && found) {
      await frame()
      return wanted() ? found : null
    }
    await frame()
  }
  return null
}

/** Between which heights of the window something is to stand; nothing once it is no longer wanted. */
type Room = () => { top: number; bottom: number } | null | undefined | false

/**
 * Scrolls the page so that an element stands in the room there is; its start, if it is larger. What is drawn later may
 * move it, so it is looked at again for a while, unless the reader takes over.
 */
export async function bringBetween(element: HTMLElement, room: Room) {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  let taken = false
  const take = () => (taken = true)
  const signs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
  for (const sign of signs) addEventListener(sign, take, { passive: true })
  for (let look = 0; look < 4 && !taken; look++) {
    const place = room()
    if (!place || !element.isConnected) break
    const { top: start, height } = element.getBoundingClientRect()
    const spare = place.bottom - place.top - height
    const goal = place.top + Math.max(0, spare / 2)
    if (Math.abs(start - goal) > 4) scrollBy({ top: start - goal, behavior: calm || look > 0 ? 'auto' : 'smooth' })
    await new Promise((resolve) => setTimeout(resolve, 600))
  }
  for (const sign of signs) removeEventListener(sign, take)
}
