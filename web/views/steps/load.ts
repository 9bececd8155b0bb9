import type { Embeddings, LayerParameters } from '../../model/chain'
import type { Linear, Norm } from '../../model/math'
import type { Detail } from '../../reading/detail'
import type { Token } from '../../reading/types'

/** What one layer and one sentence give; which token and which head are asked for comes later. */
export interface LayerNumbers {
  layer: number
  /** Hidden states 0..L as the engine calculated them. */
  hidden: readonly Float32Array[]
  parameters: LayerParameters
}

export async function loadLayer(detail: Detail, layer: number): Promise<LayerNumbers> {
  const get = async (name: string) => (await detail.parameter(name)).data
  const linear = async (name: string): Promise<Linear> => {
    const [weight, bias] = await Promise.all([get(`${name}.weight`), get(`${name}.bias`)])
    return { weight, bias }
  }
  const norm = async (name: string): Promise<Norm> => {
    const [gain, bias] = await Promise.all([get(`${name}.gain`), get(`${name}.bias`)])
    return { gain, bias }
  }
  const name = `layers.${layer}`
  const [hidden, query, key, value, output, attentionNorm, inner, outer, outputNorm] = await Promise.all([
    detail.hidden(),
    linear(`${name}.attention.query`),
    linear(`${name}.attention.key`),
    linear(`${name}.attention.value`),
    linear(`${name}.attention.output`),
    norm(`${name}.attention.norm`),
    linear(`${name}.feedForward.in`),
    linear(`${name}.feedForward.out`),
    norm(`${name}.feedForward.norm`)
  ])
  return { layer, hidden, parameters: { query, key, value, output, attentionNorm, inner, outer, outputNorm } }
}

/** The rows of the three tables that one token starts from. */
export async function loadEmbeddings(detail: Detail, token: Token, position: number): Promise<Embeddings> {
  const row = async (name: string, index: number) => (await detail.parameter(name, [index, index + 1])).data
  const typeId = detail.typeIds[position] ?? 0
  const [word, place, type, gain, bias] = await Promise.all([
    row('embeddings.word', token.id),
    row('embeddings.position', position),
    row('embeddings.type', typeId),
    detail.parameter('embeddings.norm.gain'),
    detail.parameter('embeddings.norm.bias')
  ])
  return { word, position: place, typeId, type, norm: { gain: gain.data, bias: bias.data } }
}
