import type { Scenes } from '../../shared/scene'

const second = 'second=The%20animal%20didn%27t%20cross%20the%20street%20because%20it%20was%20too%20wide'

export const scenes: Scenes = {
  second: { hash: second, full: true },
  'second-phone-chinese-dark': { phone: true, chinese: true, dark: true, full: true, hash: second }
}
