import type { Attachment } from 'svelte/attachments'

/** What may be left beyond an edge. */
type Edge = 'up' | 'down' | 'left' | 'right'

/**
 * Whatever scrolls on this page says so: an edge with more beyond it fades (app.css). With a name it is a region of its
 * own, which Tab reaches for as long as there is more than fits; what holds buttons needs none, since Tab goes through
 * these. `keeps`: the first row and column stay in sight, and do not fade.
 */
export function scrolls(name?: string, keeps = false): Attachment<HTMLElement> {
  return (element) => {
    if (name) {
      element.role = 'region'
      element.ariaLabel = name
    }
    const look = () => {
      const { scrollLeft, scrollTop, clientWidth, clientHeight } = element
      const [across, down] = [element.scrollWidth - clientWidth, element.scrollHeight - clientHeight]
      const more: [Edge, boolean][] = [
        ['up', !keeps && scrollTop > 1],
        ['left', !keeps && scrollLeft > 1],
        ['down', scrollTop < down - 1],
        ['right', scrollLeft < across - 1]
      ]
      const edges = more.flatMap(([edge, there]) => (there ? [edge] : []))
      if (edges.length) element.dataset.more = edges.join(' ')
      else delete element.dataset.more
      // A scroll bar that takes room is no part of what fades.
      element.style.setProperty('--bar-x', `${element.offsetHeight - element.clientTop - clientHeight}px`)
      element.style.setProperty('--bar-y', `${element.offsetWidth - element.clientLeft - clientWidth}px`)
      if (name && (across > 1 || down > 1)) element.tabIndex = 0
      else if (name) element.removeAttribute('tabindex')
    }
    const sizes = new ResizeObserver(look)
    const watch = () => {
      sizes.disconnect()
      sizes.observe(element)
      for (const child of [element.firstElementChild, element.lastElementChild]) if (child) sizes.observe(child)
    }
    const children = new MutationObserver(watch)
    watch()
    children.observe(element, { childList: true })
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      children.disconnect()
      element.removeEventListener('scroll', look)
    }
  }
}

/** Scrolls a box, and nothing around it, so that what lies in it is clear of the box's edges. */
export function showInside(box: HTMLElement, inner: HTMLElement) {
  const kClear = 14
  const [outer, own] = [box.getBoundingClientRect(), inner.getBoundingClientRect()]
  if (own.top < outer.top + kClear || own.bottom > outer.bottom - kClear)
    box.scrollTop += own.top + own.height / 2 - (outer.top + outer.height / 2)
  if (own.left < outer.left || own.right > outer.right)
    box.scrollLeft += own.left + own.width / 2 - (outer.left + outer.width / 2)
}

/** Keeps what a selector names in sight of a box that scrolls; `when` tells that it may be another now. */
export function keepsInSight(selector: string, when: () => unknown): Attachment<HTMLElement> {
  return (box) => {
    $effect(() => {
      void when()
      const frame = requestAnimationFrame(() => {
        const inner = box.querySelector<HTMLElement>(selector)
        if (inner && (box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth)) showInside(box, inner)
      })
      return () => cancelAnimationFrame(frame)
    })
  }
}
