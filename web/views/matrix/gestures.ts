interface Point {
  clientX: number
  clientY: number
}

/** Zooming without buttons: the wheel with Ctrl (a pinch on a trackpad is one too), and two fingers on a screen. */
export const zoomGestures = (zoom: () => number, zoomTo: (next: number, at: Point) => void) => (node: HTMLElement) => {
  let pinch: { distance: number; zoom: number } | null = null
  const between = ([a, b]: Touch[]) => (a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0)
  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    zoomTo(zoom() * Math.exp(-event.deltaY * (event.deltaMode ? 0.06 : 0.004)), event)
  }
  const start = (event: TouchEvent) => {
    pinch = event.touches.length === 2 ? { distance: between([...event.touches]), zoom: zoom() } : null
  }
  const drag = (event: TouchEvent) => {
    const [a, b] = event.touches
    if (!pinch || !a || !b || pinch.distance === 0) return
    event.preventDefault()
    const middle = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 }
    zoomTo((pinch.zoom * between([a, b])) / pinch.distance, middle)
  }
  node.addEventListener('wheel', wheel, { passive: false })
  node.addEventListener('touchstart', start, { passive: true })
  node.addEventListener('touchmove', drag, { passive: false })
  return () => {
    node.removeEventListener('wheel', wheel)
    node.removeEventListener('touchstart', start)
    node.removeEventListener('touchmove', drag)
  }
}
