import type { Activation } from '../../model/facts'

/** What x is multiplied with, before and after the name of x. */
export const keptFormula: Record<Activation, readonly [before: string, after: string]> = {
  gelu: ['Φ(', ')'],
  gelu_new: ['½ (1 + tanh(√(2/π) (u + 0.044715 u³))), u = ', ''],
  quick_gelu: ['σ(1.702 ', ')'],
  relu: ['[', ' > 0]'],
  silu: ['σ(', ')']
}
