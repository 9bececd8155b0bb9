import type { Embeddings, LayerParameters, LayerRun } from '../../model/chain'
import { type Facts, positionRow } from '../../model/facts'
import type { Linear, Norm } from '../../model/math'
import type { Table } from '../../model/operations'
import type { Detail } from '../../reading/detail'
import type { Token } from '../../reading/types'

/** What one head of one layer and one sentence give; which token is asked for comes later. */
export interface LayerNumbers {
  layer: number
  head: number
  run: LayerRun
  parameters: LayerParameters
}

export async function loadLayer(detail: Detail, layer: number, head: number): Promise<LayerNumbers> {
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
  const [run, query, key, value, output, attention, inner, outer, feedForward] = await Promise.all([
    detail.layer(layer, head),
    linear(`${name}.attention.query`),
    linear(`${name}.attention.key`),
    linear(`${name}.attention.value`),
    linear(`${name}.attention.output`),
    norm(`${name}.attention.norm`),
    linear(`${name}.feedForward.in`),
    linear(`${name}.feedForward.out`),
    norm(`${name}.feedForward.norm`)
  ])
  const linears = { output, inner, outer }
  return { layer, head, run, parameters: { query, key, value, linears, norms: { attention, feedForward } } }
}

/** What one token starts from: its rows of the tables that the model has, and what brings their sum to the layers. */
export async function loadEmbeddings(
  detail: Detail,
  facts: Facts,
  tokens: readonly Token[],
  place: number
): Promise<Embeddings> {
  const ids = tokens.map(({ id }) => id)
  const get = async (name: string) => (await detail.parameter(name)).data
  const row = async (table: Table, row: number) => {
    const { data } = await detail.parameter(`embeddings.${table}`, [row, row + 1])
    return [table, { row, values: data }] as const
  }
  const [gain, bias, projection, ...rows] = await Promise.all([
    get('embeddings.norm.gain'),
    get('embeddings.norm.bias'),
    facts.projection
      ? Promise.all([get('embeddings.projection.weight'), get('embeddings.projection.bias')])
      : Promise.resolve(null),
    row('word', ids[place] ?? 0),
    row('position', positionRow(facts, ids, place)),
    ...(facts.typeRows > 0 ? [row('type', detail.typeIds[place] ?? 0)] : [])
  ])
  return {
    rows: Object.fromEntries(rows),
    norm: { gain, bias },
    projection: projection && { weight: projection[0], bias: projection[1] }
  }
}
