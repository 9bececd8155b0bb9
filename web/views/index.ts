import { compare } from './compare'
import { find } from './find'
import { heads } from './heads'
import { layers } from './layers'
import { links } from './links'
import { matrix } from './matrix'
import { steps } from './steps'

/** Every view of the page, in the order of its tabs and of its keys 1, 2, 3 … A new one is one line here. */
export const views = [links, matrix, heads, find, steps, compare, layers] as const

export const firstView = links
