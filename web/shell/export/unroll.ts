/** Longer than this, in points of the screen, a picture is of no use, and some programs do not open it. */
export const kLongest = 30_000

/**
 * Lays a part of the page out as if the screen had no end: what scrolls is opened, and what sticks goes back to its
 * place. Answers how to undo it; nothing of it is seen if that happens before the next frame. What draws only the part
 * in its window, as the matrix does, stays as it is.
 */
export function unroll(root: HTMLElement): () => void {
  const found: [HTMLElement, Record<string, string>][] = []
  // All is read before anything is changed: otherwise every change would lay the page out anew.
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    if (!(element instanceof HTMLElement) || element instanceof HTMLTextAreaElement) continue
    const { position, overflowX, overflowY } = getComputedStyle(element)
    const scrolls = [overflowX, overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll')
    if (!(scrolls || position === 'sticky') || element.closest('[role=application]')) continue
    const { scrollWidth: across, scrollHeight: down } = element
    const more = across > element.clientWidth + 1 || down > element.clientHeight + 1
    found.push([
      element,
      {
        ...(scrolls && more && Math.max(across, down) <= kLongest ? { overflow: 'visible', 'max-height': 'none' } : {}),
        ...(position === 'sticky' ? { position: 'static' } : {})
      }
    ])
  }
  const undo = found.map(([element, style]) => {
    const { scrollTop, scrollLeft } = element
    const before = Object.keys(style).map((name) => [name, element.style.getPropertyValue(name)] as const)
    return { element, scrollTop, scrollLeft, before }
  })
  for (const [element, style] of found)
    for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value)
  return () => {
    for (const { element, before } of undo) for (const [name, value] of before) element.style.setProperty(name, value)
    for (const { element, scrollLeft, scrollTop } of undo)
      element.scrollTo({ left: scrollLeft, top: scrollTop, behavior: 'instant' })
  }
}
