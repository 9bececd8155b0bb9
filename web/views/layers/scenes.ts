import { type Scenes, unknownWords } from '../../shared/scene'

export const scenes: Scenes = {
  'phone-chinese': { phone: true, chinese: true, full: true },
  'unknown-phone': { phone: true, full: true, hash: unknownWords }
}
