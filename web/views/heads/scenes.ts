import type { Scenes } from '../../shared/scene'

export const scenes: Scenes = {
  'ranked-dark': {
    dark: true,
    full: true,
    act: (page) => page.getByRole('radio', { name: 'Lowest first' }).check()
  },
  'phone-chinese': { phone: true, chinese: true, full: true }
}
