import type { View, ViewParts } from '../shared/view'
import { firstView, views } from '../views'

/** The view on the screen: the one that is asked for, as soon as its code is there. Made inside a component. */
export class ShownView {
  parts = $state.raw<ViewParts | null>(null)
  view = $state.raw<View>(firstView)
  /** The code of the view that is asked for did not come. */
  unreachable = $state(false)

  constructor(wanted: () => View, idle: () => boolean) {
    $effect(() => {
      const view = wanted()
      this.unreachable = false
      view.load().then(
        (loaded) => {
          if (view !== wanted()) return
          this.parts = loaded
          this.view = view
        },
        () => (this.unreachable = view === wanted())
      )
    })
    // Every view's code is fetched while nothing else is to do, so that the page works when the network is gone.
    $effect(() => {
      if (!idle()) return
      const fetchAll = async () => {
        for (const one of views) await one.load().catch(() => undefined)
      }
      const timer = setTimeout(fetchAll, 600)
      return () => clearTimeout(timer)
    })
  }
}
