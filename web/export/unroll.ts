/** Longer than this, in points of the screen, a picture is of no use, and some programs do not open it. */
export const kLongest = 30_000

/**
 * Lays a part of the page out as if the screen had no end: what scrolls is opened, and what sticks goes back to its
 * place. Answers how to undo it; nothing of it is seen if that happens before the next frame. What draws only the part
 * in its window, as the matrix does, stays as it is.
 */
export function unroll(root: HTMLElement): () => void {
  const undo: (() => void)[] = []
  const set = (element: HTMLElement, style: Record<string, string>) => {
    const { scrollTop, scrollLeft } = element
    const before = Object.keys(style).map((name) => [name, element.style.getPropertyValue(name)] as const)
    for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value)
    undo.push(() => {
      for (const [name, value] of before) element.style.setProperty(name, value)
      element.scrollTo({ left: scrollLeft, top: scrollTop, behavior: 'instant' })
    })
  }
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    if (!(element instanceof HTMLElement) || element.closest('[role=application]')) continue
    const { position, overflowX, overflowY } = getComputedStyle(element)
    const [across, down] = [element.scrollWidth, element.scrollHeight]
    const scrolls = [overflowX, overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll')
    const more = across > element.clientWidth + 1 || down > element.clientHeight + 1
    if (scrolls && more && across <= kLongest && down <= kLongest && !(element instanceof HTMLTextAreaElement))
      set(element, { overflow: 'visible', 'max-height': 'none' })
    if (position === 'sticky') set(element, { position: 'static' })
  }
  return () => {
    for (const back of undo.reverse()) back()
  }
}
