import type { Activation, ModelInfo, NormPlace, PositionKind } from 'attnscope'

export type { Activation, NormPlace, PositionKind } from 'attnscope'

/** What of a model decides which operations its layers are made of. */
export interface Facts {
  /** `model_type` of its config: `bert`, `distilbert` … */
  family: string
  activation: Activation
  /** What layer norms add to the variance. */
  epsilon: number
  /** Rows of the table of types, one for each sentence of a pair; 0: it has none. */
  typeRows: number
  /** How a token's place comes in. */
  positions: PositionKind
  /** The row of the position table that the first token takes. */
  firstPosition: number
  /** A token of this id takes the row before that and is not counted; null: all are counted. */
  uncounted: number | null
  /** Where a layer's norms stand. */
  norm: NormPlace
  /** E: how wide the rows are that a token starts from. */
  embeddingWidth: number
  /** True: a matrix makes D numbers of those E. */
  projection: boolean
  /** True: all layers use one set of weights. */
  shared: boolean
  /** How a text writes the place that the model says likely words for; null where its files have no head for that. */
  mask: string | null
}

/** The facts as the package gives them; before a model has arrived, those of the page's own. */
export function factsOf(info: ModelInfo | null): Facts {
  return {
    family: info?.family ?? 'bert',
    activation: info?.activation ?? 'gelu',
    epsilon: info?.epsilon ?? 1e-12,
    typeRows: info?.typeRows ?? 2,
    positions: info?.positionKind ?? 'learned',
    firstPosition: info?.firstPosition ?? 0,
    uncounted: info?.uncountedToken ?? null,
    norm: info?.normPlace ?? 'post',
    embeddingWidth: info?.embeddingWidth ?? 384,
    projection: info?.projectsEmbedding ?? false,
    shared: info !== null && info.layerGroups === 1 && info.layers > 1,
    mask: info?.answers.includes('masked-words') ? (info.maskToken?.text ?? null) : null
  }
}

/** The row of the position table that the token at `place` takes. */
export function positionRow({ firstPosition, uncounted }: Facts, ids: readonly number[], place: number): number {
  if (ids[place] === uncounted) return firstPosition - 1
  return firstPosition + ids.slice(0, place).filter((id) => id !== uncounted).length
}
