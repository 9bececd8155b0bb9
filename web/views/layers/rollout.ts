// Sums over heads and layers. None of these numbers is the weight of any head: the page names them aggregates.

/** The mean of all heads' weights of a layer. H times (T*T) -> (T*T); rows still sum to 1. */
export function meanOfHeads(heads: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(heads[0]?.length ?? 0)
  for (const weights of heads)
    for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] as number) + (weights[i] as number) / heads.length
  return mean
}

/**
 * Attention rollout (Abnar and Zuidema, "Quantifying Attention Flow in Transformers", 2020), for one place:
 * with W̄ the mean of a layer's heads and the residual counted as half, A = 0.5 W̄ + 0.5 I, and after layer n the
 * rollout is A_n ... A_1 A_0. Gives for every layer the row of `start`, which is a distribution over tokens (one
 * token, or the even share of a word's pieces); every row sums to 1 as `start` does.
 *
 * A row is carried down through the layers instead of multiplying whole matrices: L^2/2 T^2 in place of L T^3.
 */
export function rolloutRows(means: readonly Float32Array[], tokens: number, start: ArrayLike<number>): Float64Array[] {
  return means.map((_, top) => {
    let row: Float64Array = Float64Array.from(start)
    for (let layer = top; layer >= 0; layer--) row = through(row, means[layer] as Float32Array, tokens)
    return row
  })
}

/** row (0.5 W + 0.5 I) */
function through(row: Float64Array, weights: Float32Array, tokens: number): Float64Array {
  const next = new Float64Array(tokens)
  for (let t = 0; t < tokens; t++) {
    const share = row[t] as number
    if (share === 0) continue
    next[t] = (next[t] as number) + 0.5 * share
    const from = t * tokens
    for (let k = 0; k < tokens; k++) next[k] = (next[k] as number) + 0.5 * share * (weights[from + k] as number)
  }
  return next
}
