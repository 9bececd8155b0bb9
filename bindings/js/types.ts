// All that a user of the package may name, in one place.
export type * from './types/answers.js'
export type * from './types/encoding.js'
export type * from './types/info.js'
export type * from './types/loading.js'
export type * from './types/model.js'
