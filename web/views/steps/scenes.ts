import type { Page } from 'playwright-core'
import { type Scenes, unknownWords } from '../../shared/scene'

const wholeSentence = (page: Page) => page.getByText('Whole sentence').click()

export const scenes: Scenes = {
  query: {
    hash: 'step=query',
    act: (page) => page.locator('[data-step=query] [data-strip=q]').hover({ position: { x: 60, y: 8 } })
  },
  hand: {
    hash: 'step=forward',
    act: (page) => page.locator('[data-step=forward] .telling button').click()
  },
  'hand-phone-dark': {
    phone: true,
    dark: true,
    hash: 'step=scores',
    act: (page) => page.locator('[data-step=scores] .telling button').click()
  },
  'softmax-dark': { dark: true, full: true, hash: 'step=softmax' },
  'first-layer': { full: true, hash: 'heads=0.2' },
  all: { full: true, act: (page) => page.getByRole('button', { name: 'Open all' }).click() },
  'all-phone-chinese': {
    phone: true,
    chinese: true,
    full: true,
    act: (page) => page.getByRole('button', { name: '全部展开' }).click()
  },
  'mix-phone': { phone: true, full: true, hash: 'step=mix' },
  'scores-phone-chinese-dark': { phone: true, chinese: true, dark: true, full: true, hash: 'step=scores' },
  sentence: { full: true, act: wholeSentence },
  'sentence-phone': { phone: true, full: true, act: wholeSentence },
  scale: { full: true, hash: 'step=scale' },
  'scale-phone-dark': { phone: true, dark: true, full: true, hash: 'step=scale' },
  unknown: { hash: `step=scores&${unknownWords}` }
}
