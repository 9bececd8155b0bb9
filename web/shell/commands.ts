import type { ViewAction } from '../shared/view'
import type { History } from '../state/history.svelte'
import type { Selection } from '../state/selection.svelte'
import type { Settings } from '../state/settings.svelte'
import { views } from '../views'
import type { KeyAction } from './keys'
import type { Own } from './own'

/** What keys act on. */
interface Page {
  selection: Selection
  own: Own
  /** Who answers the keys of the view on the screen. */
  answer: ((action: ViewAction) => void) | null
  settings: Settings
  past: History
  /** Of the model. */
  shape: { layers: number; heads: number }
  help: () => void
}

const sinkModes = ['show', 'fade', 'hide'] as const
const round = (at: number, count: number) => (at + count) % count

/** Does what a key asks. */
export function act(action: KeyAction, { selection, own, answer, settings, past, shape, help }: Page) {
  const { layer, head } = selection.head
  if (action.do === 'view') selection.view = views[action.at]?.id ?? selection.view
  else if (action.do === 'head') selection.choose({ layer, head: round(head + action.by, shape.heads) }, false)
  else if (action.do === 'layer') selection.choose({ layer: round(layer + action.by, shape.layers), head }, false)
  else if (action.do === 'step' || action.do === 'play') answer?.(action)
  else if (action.do === 'undo') past.undo()
  else if (action.do === 'redo') past.redo()
  else if (action.do === 'clear') selection.clear()
  else if (action.do === 'help') help()
  else if (action.do === 'sentence') document.querySelector<HTMLElement>('textarea')?.focus()
  else if (action.do === 'language') settings.toggleLanguage()
  else if (action.do === 'theme') settings.nextTheme()
  else if (action.do === 'sinks')
    selection.sinks = sinkModes[round(sinkModes.indexOf(selection.sinks) + 1, 3)] ?? 'fade'
  else if (action.do === 'units') selection.pieces = !selection.pieces
  else own.links.flow = own.links.flow === 'columns' ? 'rows' : 'columns'
}
