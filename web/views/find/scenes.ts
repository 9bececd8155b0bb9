import { type Scenes, unknownWords } from '../../shared/scene'

export const scenes: Scenes = {
  'phone-chinese': { phone: true, chinese: true, full: true },
  'unknown-dark': { dark: true, hash: unknownWords }
}
