// What the view "All heads" says.

import type { Measure } from '../../reading/measures'
import type { SharedWords } from '../../shared/words'
import type { InBoth } from '../../state/language'

const english = {
  measure: 'Measure',
  measures: {
    distance: 'Distance',
    entropy: 'Entropy',
    special: '[CLS], [SEP]',
    previous: 'Word before',
    next: 'Word after'
  } satisfies Record<Measure, string> as Record<Measure, string>,
  ends: {
    distance: ['local', 'global'],
    entropy: ['one word', 'spread evenly'],
    special: ['on words', 'on [CLS], [SEP]'],
    previous: ['none', 'all'],
    next: ['none', 'all']
  } satisfies Record<Measure, [string, string]> as Record<Measure, [string, string]>,
  means: {
    distance:
      'How far away the words are that it reads, on average ([CLS] and [SEP] left out). Local heads stand on the left.',
    entropy:
      'How widely a word spreads its attention: 0 bits is one word only, and with every bit more it is as if spread evenly over twice as many.',
    special:
      'How much of a word’s attention goes to [CLS] and [SEP], on average. That a head rests there when it has nothing to do is a conjecture, not a measurement.',
    previous: 'How much of a word’s attention goes to the word just before it, on average.',
    next: 'How much of a word’s attention goes to the word just after it, on average.'
  } satisfies Record<Measure, string> as Record<Measure, string>,
  formulas: {
    distance: 'Σ w·|i − j| ∕ Σ w, words i and j',
    entropy: 'mean over words i of −Σⱼ wᵢⱼ log₂ wᵢⱼ',
    special: 'mean over words i of Σ wᵢⱼ, j special',
    previous: 'mean over words i of wᵢ,ᵢ₋₁',
    next: 'mean over words i of wᵢ,ᵢ₊₁'
  } satisfies Record<Measure, string> as Record<Measure, string>,
  units: (measure: Measure): string => (measure === 'distance' ? 'words' : measure === 'entropy' ? 'bits' : 'share'),
  value: (measure: Measure, value: number) =>
    measure === 'distance'
      ? `${value.toFixed(1)} words`
      : measure === 'entropy'
        ? `${value.toFixed(2)} bits`
        : `${Math.round(value * 100)}%`,
  alike: (value: string) => `reads all alike: ${value}`,
  alikeWhy: (value: string) => `Dashed: a head that reads all alike, ${value}.`,
  source: 'Entropy, [SEP] and neighbours after',
  scope: 'Rows of [CLS] and [SEP] are not counted. These numbers describe this sentence only.',
  order: 'Order',
  orders: { layer: 'By layer', low: 'Lowest first', high: 'Highest first' },
  lowest: 'Leave out what is below',
  highest: 'Leave out what is above',
  kept: (kept: number, all: number) => `${kept} of ${all} heads`,
  range: (from: string, to: string) => `from ${from} to ${to}`,
  reset: 'Show all',
  dots: 'One dot is one head',
  layer: (layer: number) => `Layer ${layer}`,
  tile: (head: string, measure: string, value: string) => `${head}: ${measure} ${value}`,
  list: 'All heads. Arrow keys move, Enter opens the head in Links.',
  how: 'Click a head to open it in Links. 3·1 is layer 3, head 1. Rows look, columns are looked at, as in Matrix. Shift-click adds a head to the picture of Links.',
  pooled: (side: number) =>
    `The text is longer than a picture has pixels: each pixel shows the strongest of up to ${side} × ${side} weights.`,
  measuring: 'Measuring the heads …',
  noneKept: 'No head is in this range.',
  caption: 'What each head does in this sentence',
  head: 'head'
}

const chinese: typeof english = {
  measure: '度量',
  measures: {
    distance: '距离',
    entropy: '熵',
    special: '[CLS]、[SEP]',
    previous: '前一个词',
    next: '后一个词'
  },
  ends: {
    distance: ['局部', '全局'],
    entropy: ['只看一个词', '平均分散'],
    special: ['落在词上', '停在特殊词元'],
    previous: ['没有', '全部'],
    next: ['没有', '全部']
  },
  means: {
    distance: '它读的词平均隔多远（不计 [CLS] 和 [SEP]）。左边是局部头。',
    entropy: '一个词的注意力的分散程度：0 比特是只看一个词，每多 1 比特，相当于均匀地看多一倍的词。',
    special: '一个词的注意力平均有多少给了 [CLS] 和 [SEP]。说一个头无事可做时就停在那里，是推测，不是测量结果。',
    previous: '一个词的注意力平均有多少给了紧挨着的前一个词。',
    next: '一个词的注意力平均有多少给了紧挨着的后一个词。'
  },
  formulas: {
    distance: 'Σ w·|i − j| ∕ Σ w，i、j 为词',
    entropy: '对各词 i 取平均：−Σⱼ wᵢⱼ log₂ wᵢⱼ',
    special: '对各词 i 取平均：Σ wᵢⱼ，j 为特殊词元',
    previous: '对各词 i 取平均：wᵢ,ᵢ₋₁',
    next: '对各词 i 取平均：wᵢ,ᵢ₊₁'
  },
  units: (measure) => (measure === 'distance' ? '词' : measure === 'entropy' ? '比特' : '份额'),
  value: (measure, value) =>
    measure === 'distance'
      ? `${value.toFixed(1)} 个词`
      : measure === 'entropy'
        ? `${value.toFixed(2)} 比特`
        : `${Math.round(value * 100)}%`,
  alike: (value) => `对各词一视同仁：${value}`,
  alikeWhy: (value) => `虚线：对各词一视同仁的头，${value}。`,
  source: '熵、[SEP] 与相邻词的度量参照',
  scope: '[CLS] 和 [SEP] 自己的行不计在内。这些数字只描述这一句话。',
  order: '顺序',
  orders: { layer: '按层', low: '从低到高', high: '从高到低' },
  lowest: '略去低于此值的头',
  highest: '略去高于此值的头',
  kept: (kept, all) => `${all} 个头中的 ${kept} 个`,
  range: (from, to) => `从 ${from} 到 ${to}`,
  reset: '显示所有头',
  dots: '一个点是一个头',
  layer: (layer) => `第 ${layer} 层`,
  tile: (head, measure, value) => `${head}：${measure} ${value}`,
  list: '所有注意力头。方向键移动，回车在连线视图中打开。',
  how: '点一个头，就在“连线”中打开它。3·1 是第 3 层第 1 头。与“矩阵”相同：行在看，列被看。按住 Shift 点击，把头叠加到“连线”的图里。',
  pooled: (side) => `文字比图的像素多：每个像素显示最多 ${side} × ${side} 个权重中最强的一个。`,
  measuring: '正在度量各个头……',
  noneKept: '这个范围里没有头。',
  caption: '每个头在这句话里做什么',
  head: '头'
}

export const words: InBoth<{ heads: typeof english }> = { en: { heads: english }, zh: { heads: chinese } }

/** The view's own words in one language, and all that it has to say. */
export type Words = (typeof words)['en']
export type Say = SharedWords & Words
