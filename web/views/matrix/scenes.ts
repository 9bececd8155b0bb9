import { letter, type Scenes, text, unknownWords } from '../../shared/scene'

export const scenes: Scenes = {
  'phone-chinese': { phone: true, chinese: true, full: true },
  long: { hash: text(letter.repeat(15)), full: true },
  zoomed: {
    hash: text(letter.repeat(4)),
    act: (page) => page.getByRole('button', { name: 'Zoom in' }).click({ clickCount: 2 })
  },
  unknown: { hash: unknownWords }
}
