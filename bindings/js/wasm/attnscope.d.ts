import type { NativeFactory } from '../native.js'

declare const factory: NativeFactory
export default factory
