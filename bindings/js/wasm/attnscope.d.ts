import type { NativeFactory } from '../engine/native.js'

declare const factory: NativeFactory
export default factory
