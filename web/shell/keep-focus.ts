const reachable = 'a[href], button:not([disabled]), input:not([disabled]), textarea, summary, [tabindex]'

/**
 * Keeps the keyboard's place when the control that has the focus goes away, as a button does that has done its work:
 * the focus goes to the next control of the same group, else of the nearest group around it that is still there.
 */
export function keepFocus(root: HTMLElement) {
  let last: HTMLElement | null = null
  let groups: HTMLElement[] = []
  let order: HTMLElement[] = []

  const controls = (group: HTMLElement) =>
    [...group.querySelectorAll<HTMLElement>(reachable)].filter((control) => control.tabIndex >= 0)

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    last = target
    groups = []
    for (let group = target.parentElement; group && root.contains(group); group = group.parentElement)
      groups.push(group)
    order = controls(root)
  }

  const follow = () => {
    if (!last || last.isConnected || document.activeElement !== document.body) return
    const at = order.indexOf(last)
    const group = groups.find((one) => one.isConnected && controls(one).length > 0)
    if (!group) return
    const there = (control: HTMLElement) => control.isConnected && control.tabIndex >= 0 && group.contains(control)
    const heir = order.slice(at + 1).find(there) ?? order.slice(0, at).findLast(there) ?? controls(group)[0]
    heir?.focus({ preventScroll: true })
  }

  const watch = new MutationObserver(follow)
  root.addEventListener('focusin', remember)
  watch.observe(root, { childList: true, subtree: true })
  return () => {
    watch.disconnect()
    root.removeEventListener('focusin', remember)
  }
}
