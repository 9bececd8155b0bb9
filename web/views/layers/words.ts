// What the view "Across layers" says.

import type { SharedWords } from '../../shared/words'
import type { InBoth } from '../../state/language'
import type { Aggregate } from './choices'

const english = {
  words: 'The word that looks (query)',
  pick: 'Choose a word above to follow it through the layers.',
  how: 'What is shown of each layer',
  aggregates: { mean: 'Mean of the heads', max: 'Greatest of any head', rollout: 'Attention rollout' } as Record<
    Aggregate,
    string
  >,
  title: (word: string) => `Where “${word}” looks, layer by layer`,
  named: (aggregate: Aggregate, heads: number) =>
    ({
      mean: `An aggregate: in each layer the mean of its ${heads} heads’ weights. No head has these weights; every column sums to 1.`,
      max: `An aggregate: in each layer the greatest weight that any of its ${heads} heads gives. The columns do not sum to 1, but to something from 1 to ${heads}, the number of heads.`,
      rollout:
        'An aggregate over heads and layers: the share of each word, if information moved only through attention and the residual, half and half. Every column sums to 1.'
    })[aggregate],
  rolloutFormula: 'with W̄ the mean of the heads of a layer, and I for the residual connection, counted as half',
  rolloutSource: 'Abnar and Zuidema, “Quantifying Attention Flow in Transformers”, ACL 2020 (arXiv 2005.00928).',
  rolloutCaution:
    'It leaves out the values, the projections, the feed-forward and the layer norms. It does not say what the model used.',
  layer: (layer: number) => `layer ${layer}`,
  upTo: (layer: number) => `up to layer ${layer}`,
  word: 'word',
  sum: 'sum',
  someWords: (shown: number, all: number) =>
    `${shown} of ${all} words: the five strongest of each layer. The sums are over all words.`,
  everyWord: (all: number) => `All ${all} words are shown; the strongest three of each layer are bold.`,
  allWords: 'Show all words',
  fewWords: 'Show the strongest only',
  hidden: '[CLS] and [SEP] are hidden; the sums still count them.',
  heads: (word: string) => `Every head on its own: the word that “${word}” looks at most`,
  headsSaid: (special: boolean): string =>
    special
      ? 'Rows are layers, columns heads. These are the heads’ own weights, not an aggregate. Choose a head to look at it in the other views.'
      : 'Rows are layers, columns heads; [CLS] and [SEP] are left out of the search (choose “Show” below to count them). These are the heads’ own weights, not an aggregate. Choose a head to look at it in the other views.',
  headTop: (head: string, from: string, to: string, weight: string) => `${head}: “${from}” → “${to}”, ${weight}`
}

const chinese: typeof english = {
  words: '在看的词（查询）',
  pick: '在上面选一个词，看它在各层里看向哪里。',
  how: '每一层显示什么',
  aggregates: { mean: '各头的平均', max: '各头中的最大值', rollout: '注意力展开（rollout）' },
  title: (word) => `“${word}”在每一层看向哪里`,
  named: (aggregate, heads) =>
    ({
      mean: `聚合值：每一层 ${heads} 个头权重的平均。没有哪个头真有这样的权重；每列之和为 1。`,
      max: `聚合值：每一层 ${heads} 个头里给出的最大权重。各列之和不是 1，而在 1 与头数 ${heads} 之间。`,
      rollout: '跨头、跨层的聚合值：假如信息只经注意力和残差各半传递，每个词所占的份额。每列之和为 1。'
    })[aggregate],
  rolloutFormula: '其中 W̄ 是一层各头权重的平均，I 代表残差连接，算作一半',
  rolloutSource: 'Abnar 与 Zuidema，“Quantifying Attention Flow in Transformers”，ACL 2020（arXiv 2005.00928）。',
  rolloutCaution: '它没有计入值向量、各个投影、前馈网络和层归一化，不能说明模型用了什么。',
  layer: (layer) => `第 ${layer} 层`,
  upTo: (layer) => `到第 ${layer} 层`,
  word: '词',
  sum: '和',
  someWords: (shown, all) => `共 ${all} 个词，显示 ${shown} 个：每层最强的五个。“和”按全部的词计算。`,
  everyWord: (all) => `${all} 个词全部显示；每层最强的三个用粗体。`,
  allWords: '显示全部的词',
  fewWords: '只显示最强的',
  hidden: '[CLS] 和 [SEP] 已隐藏，“和”仍把它们算在内。',
  heads: (word) => `逐个头来看：“${word}”最看哪个词`,
  headsSaid: (special) =>
    special
      ? '行是层，列是头。这些是各个头自己的权重，不是聚合值。选一个头，就能在其他视图里看它。'
      : '行是层，列是头；比较时不算 [CLS] 和 [SEP]（在下面选“显示”即可算上）。这些是各个头自己的权重，不是聚合值。选一个头，就能在其他视图里看它。',
  headTop: (head, from, to, weight) => `${head}：“${from}” → “${to}”，${weight}`
}

export const words: InBoth<{ layers: typeof english }> = { en: { layers: english }, zh: { layers: chinese } }

/** The view's own words in one language, and all that it has to say. */
export type Words = (typeof words)['en']
export type Say = SharedWords & Words
