import type { Page } from 'playwright-core'
import { letter, type Scenes, text, unknownWords } from '../../shared/scene'

const word = (page: Page, side: string, label: string) =>
  page.locator(`[data-side=${side}]`).getByRole('button', { name: label, exact: true }).first()

/** Shows more heads over the one that is there. */
const overlay =
  (...heads: readonly string[]) =>
  async (page: Page) => {
    for (const head of heads) await page.locator(`[data-head="${head}"]`).click({ modifiers: ['Shift'] })
  }

const pair = `with=pair&second=It%20was%20too%20tired&${text('The animal stopped')}`

export const scenes: Scenes = {
  hover: { act: (page) => word(page, 'key', 'animal').hover() },
  keyboard: {
    act: async (page) => {
      await word(page, 'query', 'it').focus()
      await page.keyboard.press('ArrowDown')
    }
  },
  overlay: { act: overlay('5.11', '0.2') },
  'overlay-dark': {
    dark: true,
    act: async (page) => {
      await overlay('5.11', '0.2', '2.1')(page)
      await word(page, 'query', 'tired').click({ modifiers: ['Shift'] })
    }
  },
  none: { act: (page) => page.keyboard.press('Escape') },
  rows: { hash: 'flow=rows&pins=q8' },
  'rows-phone': { phone: true, hash: 'flow=rows&pins=q8' },
  'rows-chinese': { chinese: true, hash: `flow=rows&${unknownWords}` },
  'rows-arabic': { hash: `flow=rows&${text('ذهبت القطة إلى البيت لأنها كانت جائعة')}` },
  'rows-long': { hash: `flow=rows&${text(letter)}` },
  difference: { hash: 'heads=3.1,5.11&minus=1&pins=q8' },
  'difference-dark': { dark: true, hash: 'heads=3.1,5.11&minus=1&pins=q8' },
  summed: { hash: 'pins=q8,q11' },
  multiples: { hash: 'heads=3.1,5.11,0.2,2.1,4.4,1.7&pins=q8' },
  pair: { hash: `pins=q4&${pair}` },
  'pair-ab': { hash: `pair=ba&${pair}` },
  'pair-phone': { phone: true, hash: `pair=ba&${pair}` },
  second: { hash: 'second=A%20cat%20ate%20because%20it%20was%20hungry' },
  unknown: { hash: unknownWords },
  'unknown-phone-dark': { phone: true, dark: true, full: true, hash: unknownWords }
}
