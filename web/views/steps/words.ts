// What the Steps view says.

import type { Activation } from '../../model/facts'
import type { SharedWords } from '../../shared/words'
import type { InBoth } from '../../state/language'
import { type StepFacts, stepWords } from './step-words'

const english = {
  wordLabel: 'Query word',
  pieceLabel: 'Its pieces',
  pieceWhy: 'The model reads this word in pieces; each has its own calculation.',
  modeLabel: 'What is calculated',
  modes: { word: 'One word', sentence: 'Whole sentence' },
  transport: 'Play through the steps',
  back: 'Step back',
  forward: 'Step forward',
  play: 'Play',
  pause: 'Pause',
  position: (step: number, of: number) => `Step ${step} of ${of}`,
  openAll: 'Open all',
  closeAll: 'Close all',
  keys: 'Keys: comma and full stop step back and forward, K plays. In a strip the arrow keys walk from number to number.',
  intro: (facts: StepFacts) =>
    `Layer ${facts.layer}, head ${facts.head}, from the point of view of “${facts.word}”. Every number is the engine’s own; point at one and see what it was made of, click it and it is worked out by hand beside it.`,
  workOne: 'Work one out',
  allAtOnce: 'See all words at once',
  introSentence: (facts: StepFacts) =>
    `Layer ${facts.layer}, head ${facts.head}: all words at once, one row each. This is how it is computed; the steps of one word are one row of it.`,
  loading: 'Fetching this layer’s weights …',
  failed: 'The numbers of this layer could not be fetched.',
  retry: 'Try again',

  ...stepWords.en,
  ownRows: (from: number, to: number, name: string) =>
    `Rows ${from} to ${to} of the model’s parameter ${name}, one per number that comes out.`,

  stripName: (what: string, count: number) => `${what}: ${count} numbers`,
  mapName: (what: string, rows: number, columns: number) => `${what}: ${rows} rows of ${columns} numbers`,
  limitWhy: 'The colours reach as far below 0 as above it; what lies beyond has the colour of the end.',
  everyWord: 'Every word of the sentence',
  sum: 'sum',
  axes: 'rows: words that look · columns: words looked at',

  hand: 'By hand',
  madeIn: (step: number, title: string) => `made in step ${step}: ${title}`,
  close: 'Close',
  more: (count: number) => `${count} more, together`,
  bias: 'bias',
  allTerms: (count: number) => `All ${count} terms`,
  copyTerms: 'Copy as a table',
  copied: 'Copied',
  termColumns: ['', 'first', 'second', 'product'],
  mean: 'mean',
  variance: 'variance',
  gain: 'gain',
  learned: (row: number, column: number, table: string) =>
    `Learned in training, not calculated: row ${row}, column ${column} of ${table}.`,
  fromLayer: (layer: number) => `Calculated in layer ${layer}: its output for this word.`,
  toLayer: (layer: number) => `Go to layer ${layer}`,
  ofHead: (head: number) => `z of head ${head}`,
  toHead: (head: number) => `Go to head ${head}`,
  sameHere: 'calculated in the step before',
  /** What the activation multiplies a number with, as a formula and in words. */
  kept: {
    gelu: 'Φ(u) is the share of the standard normal distribution (mean 0, variance 1) that lies below u.',
    gelu_new: 'This comes close to the share of the standard normal distribution that lies below u.',
    quick_gelu: 'σ is the logistic function, σ(v) = 1 / (1 + e⁻ᵛ).',
    relu: '1 where u is above 0, else 0.',
    silu: 'σ is the logistic function, σ(u) = 1 / (1 + e⁻ᵘ).'
  } satisfies Record<Activation, string> as Record<Activation, string>,

  engine: (value: string, apart: string, rounding: boolean) =>
    `engine: ${value} · ${apart} apart${rounding ? '' : ', more than rounding'}`,
  checkWhy:
    'All numbers shown are the engine’s, which calculates in 32 bits; the one by hand is worked out here in 64 bits from those that it is made of. The rest is rounding.',

  table: 'These numbers as a table',
  tableWords: 'From every word’s key to its weight',
  tableWord: 'Word',
  tableVectors: 'Query and result of this head, number by number',
  tableNumber: 'Number'
}

export type StepsWords = typeof english

const chinese: StepsWords = {
  wordLabel: '查询的词',
  pieceLabel: '它的词元',
  pieceWhy: '模型把这个词拆成几个词元来读，每个词元各算各的。',
  modeLabel: '计算的范围',
  modes: { word: '一个词', sentence: '整句话' },
  transport: '逐步播放',
  back: '上一步',
  forward: '下一步',
  play: '播放',
  pause: '暂停',
  position: (step, of) => `第 ${step} 步，共 ${of} 步`,
  openAll: '全部展开',
  closeAll: '全部收起',
  keys: '快捷键：逗号退一步，句号进一步，K 播放或暂停。在色带里用方向键逐个走过各个数。',
  intro: ({ layer, head, word }) =>
    `第 ${layer} 层，第 ${head} 头，从“${word}”的角度看。每个数都是引擎自己的；指着一个数，就看到它由什么得来；点它，就在旁边亲手算一遍。`,
  workOne: '算一个看看',
  allAtOnce: '一次看所有的词',
  introSentence: ({ layer, head }) =>
    `第 ${layer} 层，第 ${head} 头：所有的词一起算，每个词一行。实际就是这样计算的；单个词的步骤只是其中一行。`,
  loading: '正在取这一层的权重……',
  failed: '没有取到这一层的数。',
  retry: '再试一次',

  ...stepWords.zh,
  ownRows: (from, to, name) => `模型参数 ${name} 的第 ${from} 到 ${to} 行，每个得出的数一行。`,

  stripName: (what, count) => `${what}：${count} 个数`,
  mapName: (what, rows, columns) => `${what}：${rows} 行，每行 ${columns} 个数`,
  limitWhy: '颜色在 0 的两边伸展得一样远；超出两端的数取端点的颜色。',
  everyWord: '句中每个词',
  sum: '和',
  axes: '行：在看的词 · 列：被看的词',

  hand: '亲手算一算',
  madeIn: (step, title) => `由第 ${step} 步得来：${title}`,
  close: '关闭',
  more: (count) => `其余 ${count} 项之和`,
  bias: '偏置',
  allTerms: (count) => `全部 ${count} 项`,
  copyTerms: '复制成表格',
  copied: '已复制',
  termColumns: ['项', '第一个数', '第二个数', '乘积'],
  mean: '均值',
  variance: '方差',
  gain: '增益',
  learned: (row, column, table) => `训练所得，不是算出来的：${table} 的第 ${row} 行第 ${column} 列。`,
  fromLayer: (layer) => `在第 ${layer} 层算出：它为这个词输出的数。`,
  toLayer: (layer) => `去第 ${layer} 层`,
  ofHead: (head) => `第 ${head} 头的 z`,
  toHead: (head) => `去第 ${head} 头`,
  sameHere: '在前一步算出',
  kept: {
    gelu: 'Φ(u) 是标准正态分布（均值 0，方差 1）在 u 以下的概率。',
    gelu_new: '它与标准正态分布中小于 u 的部分所占的比例非常接近。',
    quick_gelu: 'σ 是 logistic 函数：σ(v) = 1 / (1 + e⁻ᵛ)。',
    relu: 'u 大于 0 时为 1，否则为 0。',
    silu: 'σ 是 logistic 函数：σ(u) = 1 / (1 + e⁻ᵘ)。'
  },

  engine: (value, apart, rounding) => `引擎：${value} · 相差 ${apart}${rounding ? '' : '，超出舍入'}`,
  checkWhy: '显示的数都是引擎算的（32 位）；“亲手算”的这一个由本页用组成它的数按 64 位算出，剩下的是舍入。',

  table: '用表格看这些数',
  tableWords: '每个词从键到权重',
  tableWord: '词',
  tableVectors: '这个头的查询和结果，逐个数',
  tableNumber: '序号'
}

export const words: InBoth<{ steps: typeof english }> = { en: { steps: english }, zh: { steps: chinese } }

/** The view's own words in one language, and all that it has to say. */
export type Words = (typeof words)['en']
export type Say = SharedWords & Words
