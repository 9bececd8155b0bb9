// Every row of the table "works with".
import { bundlers } from './bundlers.mjs'
import { frameworks } from './frameworks.mjs'
import { pages } from './pages.mjs'
import { runtimes } from './runtimes.mjs'
import { windows } from './windows.mjs'

export const rows = [...bundlers, ...frameworks, ...pages, ...runtimes, ...windows]
