/**
 * Floating-point operations of the matrix products of one forward pass
 * (a multiply and an add count as two; softmax, GELU and layer norm are left out).
 * 8 T D^2 for Q, K, V and output projection, 4 T D F for the feed-forward,
 * 4 T^2 D for QK^T and weights x V, in each of L layers.
 */
export function forwardFlops(tokens, { layers, width, feedForward }) {
  return layers * (linearFlops(tokens, width, feedForward) + 4 * tokens ** 2 * width)
}

function linearFlops(tokens, width, feedForward) {
  return 8 * tokens * width ** 2 + 4 * tokens * width * feedForward
}
