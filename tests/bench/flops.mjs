/**
 * Floating-point operations of the matrix products of one forward pass
 * (a multiply and an add count as two; softmax, GELU and layer norm are left out).
 * In each of L layers: what grows with T, and what grows with T^2.
 */
export function forwardFlops(tokens, shape) {
  return shape.layers * (linearFlops(tokens, shape) + quadraticFlops(tokens, shape))
}

/** 8 T D^2 for Q, K, V and output projection, 4 T D F for the feed-forward: of one layer. */
export function linearFlops(tokens, { width, feedForward }) {
  return 8 * tokens * width ** 2 + 4 * tokens * width * feedForward
}

/** 4 T^2 D for QK^T and weights x V: of one layer. */
export function quadraticFlops(tokens, { width }) {
  return 4 * tokens ** 2 * width
}
