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
