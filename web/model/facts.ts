import type { ModelInfo } from 'attnscope'

/** What the feed-forward computes between its two products. */
export type Activation = 'gelu' | 'geluTanh' | 'geluQuick' | 'relu' | 'silu'

/** What of a model decides which operations its layers are made of. */
export interface Facts {
  /** `model_type` of its config: `bert`, `distilbert` … */
  family: string
  activation: Activation
  /** What layer norms add to the variance. */
  epsilon: number
  /** Rows of the table of types, one for each sentence of a pair; 0: it has none. */
  typeRows: number
  /** The row of the position table that the first token takes. */
  firstPosition: number
  /** E: how wide the rows are that a token starts from. */
  embeddingWidth: number
  /** True: a matrix makes D numbers of those E, even where both are the same. */
  projection: boolean
  /** True: all layers use one set of weights. */
  shared: boolean
  /** What it can be asked beside embeddings: `fillMask` … */
  answers: readonly string[]
  /** How the model's own mask token is written; null: it has none. */
  mask: string | null
}

/** The names that config files use for the same function. */
const activations: Readonly<Record<string, Activation>> = {
  gelu: 'gelu',
  gelu_python: 'gelu',
  gelu_new: 'geluTanh',
  gelu_fast: 'geluTanh',
  gelu_pytorch_tanh: 'geluTanh',
  quick_gelu: 'geluQuick',
  relu: 'relu',
  silu: 'silu',
  swish: 'silu'
}

/** What the package says of a model, as far as it does. */
type Told = Pick<ModelInfo, 'width' | 'epsilon'> & {
  activation: string
  family?: string
  embeddingWidth?: number
  projectsEmbedding?: boolean
  layers?: number
  layerGroups?: number
  firstPosition?: number
  typeRows?: number
  answers?: readonly string[]
  maskToken?: string | null
}

/** The facts as the package gives them; before a model has arrived, those of the page's own. */
export function factsOf(info: Told | null): Facts {
  return {
    family: info?.family ?? 'bert',
    activation: activations[info?.activation ?? 'gelu'] ?? 'gelu',
    epsilon: info?.epsilon ?? 1e-12,
    typeRows: info?.typeRows ?? 2,
    firstPosition: info?.firstPosition ?? 0,
    embeddingWidth: info?.embeddingWidth ?? info?.width ?? 384,
    projection: info?.projectsEmbedding ?? false,
    shared: info?.layerGroups !== undefined && info.layerGroups < (info.layers ?? 0),
    answers: info?.answers ?? [],
    mask: info?.maskToken ?? null
  }
}
