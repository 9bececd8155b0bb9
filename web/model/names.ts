import type { Activation, Facts } from './facts'

const families: Readonly<Record<string, string>> = {
  bert: 'BERT',
  distilbert: 'DistilBERT',
  roberta: 'RoBERTa',
  albert: 'ALBERT',
  electra: 'ELECTRA'
}

/** The family as its paper calls it; one that is not known here as its config does. */
export const familyName = ({ family }: Pick<Facts, 'family'>) =>
  Object.hasOwn(families, family) ? (families[family] as string) : family

/** The activation's name in a formula; the same in every language. */
export const activationName: Readonly<Record<Activation, string>> = {
  gelu: 'GELU',
  gelu_new: 'GELU',
  quick_gelu: 'QuickGELU',
  relu: 'ReLU',
  silu: 'SiLU'
}
