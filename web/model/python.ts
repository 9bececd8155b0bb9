// Where transformers keeps the parts of a layer, in the class that loads a model of the family.

import type { Facts } from './facts'

interface Modules {
  /** The class of the encoder alone. */
  model: string
  /** The module of one layer's attention, and the names that its three projections have in it. */
  attention: (layer: string) => string
  query: string
  key: string
  value: string
}

const bert: Modules = {
  model: 'BertModel',
  attention: (layer) => `model.encoder.layer[${layer}].attention.self`,
  query: 'query',
  key: 'key',
  value: 'value'
}

const families: Readonly<Record<string, Modules>> = {
  bert,
  electra: { ...bert, model: 'ElectraModel' },
  roberta: { ...bert, model: 'RobertaModel' },
  distilbert: {
    model: 'DistilBertModel',
    attention: (layer) => `model.transformer.layer[${layer}].attention`,
    query: 'q_lin',
    key: 'k_lin',
    value: 'v_lin'
  },
  albert: {
    ...bert,
    model: 'AlbertModel',
    // Layers share their weights by groups, mostly one.
    attention: (layer) =>
      `model.encoder.albert_layer_groups[${layer} * model.config.num_hidden_groups // model.config.num_hidden_layers].albert_layers[0].attention`
  }
}

/** The modules of a model's class; of a family that is not known here, those of BERT under the name that loads any. */
export const modulesOf = ({ family }: Pick<Facts, 'family'>): Modules =>
  Object.hasOwn(families, family) ? (families[family] as Modules) : { ...bert, model: 'AutoModel' }
