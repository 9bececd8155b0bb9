// Pictures of a view for a person to look at: `node tests/web/screenshots.mjs` takes them. Nothing of the page imports this.

import type { Page } from 'playwright-core'

export interface Scene {
  /** What the address says besides the view: `step=query&pins=q8`. */
  hash?: string
  phone?: boolean
  dark?: boolean
  chinese?: boolean
  /** The whole page, not only what a window shows of it. */
  full?: boolean
  /** What is done before the picture is taken. */
  act?: (page: Page) => Promise<unknown>
}

/** By name. A view's first look in light and dark, on a desktop and a phone, is taken without one. */
export type Scenes = Readonly<Record<string, Scene>>

/** A sentence of 30 words; several of them are a long text. */
export const letter =
  'The keeper of the lighthouse wrote to her brother every week, and because the boat came seldom, she kept the letters in a tin by the stove until it did. '

export const text = (words: string) => `text=${encodeURIComponent(words)}`

/** Words that all-MiniLM-L6-v2 has not in its vocabulary. */
export const unknownWords = text('狗吃了食物因为它饿了')
