// What the project wants to reach, as ratios to onnxruntime-web with the same precision and threads.
const forward = {
  'float32 relaxed 1': { 8: 1.8, 16: 2, 32: 2, 128: 1.9, 512: 2 },
  'float32 simd128 1': { 8: 1.3, 16: 1.35, 32: 1.35, 128: 1.35, 512: 1.4 },
  'int8 relaxed 1': { 8: 1.9, 16: 1.5, 32: 1.45, 128: 1.35, 512: 1.45 },
  'float32 relaxed 2': { 8: 1.9, 16: 2, 32: 2, 128: 1.9, 512: 2 }
}

/** The ratio wanted of an engine at a length, or undefined. */
export const forwardTarget = ({ precision, simd, threads }, tokens) =>
  forward[`${precision} ${simd} ${threads}`]?.[tokens]

/** embed() of a corpus against each peer, one by one and in padded batches of 32. */
export const corpusTargets = {
  'onnxruntime-web': { single: 1.95, padded: 3.4 },
  'transformers.js': { single: 2, padded: 4 }
}

/** Tokenizing against transformers.js. */
export const tokenizerTarget = 20

/** Navigation to first embedding: part of what transformers.js takes; milliseconds to compile the .wasm. */
export const coldStartTargets = { part: 1 / 5, compile: 20 }

/** Part of the speed of the micro-kernel from cache, from so many tokens on. */
export const tileTarget = { tokens: 32, part: 0.86 }

/** The native build against native onnxruntime with as many threads. */
export const nativeTarget = 1

/** Part that a length between tile sizes may cost over the straight line between its neighbours. */
export const betweenTarget = 0.1

/** Part that keeping every attention weight may cost. */
export const attentionTarget = (tokens) => (tokens <= 128 ? 0.05 : 0.08)
