// What the Steps view says.

import type { SharedWords } from '../../shared/words'
import type { InBoth } from '../../state/language'
import type { StepId } from './strips'

/** What a step's sentence may speak of. */
export interface StepFacts {
  word: string
  layer: number
  /** L */
  layers: number
  head: number
  /** H */
  heads: number
  /** D */
  width: number
  /** d */
  headWidth: number
  /** F */
  inner: number
  /** How the rows of the last layer become the embedding; null where that is not known. */
  pooling: 'mean' | 'first' | null
}

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
    `Layer ${facts.layer}, head ${facts.head}, from the point of view of “${facts.word}”. Every number is one of the model’s own or calculated from them; point at one and see what it was made of, click it to see how.`,
  workOne: 'Work one out',
  allAtOnce: 'See all words at once',
  introSentence: (facts: StepFacts) =>
    `Layer ${facts.layer}, head ${facts.head}: all words at once, one row each. This is how it is computed; the steps of one word are one row of it.`,
  loading: 'Fetching this layer’s weights …',
  failed: 'The numbers of this layer could not be fetched.',
  retry: 'Try again',

  titles: {
    embed: 'What goes in: x',
    query: 'Query',
    key: 'Keys',
    value: 'Values',
    scores: 'Scores: query times key',
    scale: 'Divided by √d',
    softmax: 'Softmax: weights',
    mix: 'Weights times values: z',
    concat: 'All heads side by side',
    output: 'Output projection',
    residual: 'Add x, then LayerNorm',
    forward: 'Feed-forward',
    result: 'Add h, then LayerNorm'
  } satisfies Record<StepId, string>,
  plain: {
    embed: ({ layer, word }: StepFacts) =>
      layer === 0
        ? `Three rows learned in training are looked up and added: one for “${word}” itself, one for its place in the sentence, one for which sentence it is in. LayerNorm brings the sum to a common scale.`
        : `What goes into layer ${layer} is what layer ${layer - 1} gave out for “${word}”. It already carries something of the other words.`,
    query: ({ word, width, headWidth }: StepFacts) =>
      `The ${width} numbers of x become ${headWidth}: the query, what “${word}” is looking for. x is multiplied by a matrix, and a learned number is added to each result, the bias b (articles often leave it out). Both are this head’s own, and the same for every word.`,
    key: () =>
      'Every word, this one included, gets a key in the same way with another matrix and bias: what it can be found by. One row per word.',
    value: () => 'And with a third matrix a value: what a word hands over when it is looked at. One row per word.',
    scores: () =>
      'The query is multiplied with each key, number by number, and the products are added up. The more the two point the same way, and the longer they are, the larger the score.',
    scale: ({ headWidth }: StepFacts) =>
      `If the numbers were unrelated and of spread 1, a sum of ${headWidth} products would spread √${headWidth} times as wide as one. Dividing by √d takes that back, so that scores do not spread wider in wider heads; a trained head may still be sharp. The bars of both columns have one scale. The last column is a comparison: softmax of the undivided scores, which the model does not compute and was not trained with.`,
    softmax: () =>
      'Every scaled score s′ becomes a power of e, divided by the sum of them all. So every weight is positive, and the row sums to 1: this is the row of links from this word.',
    mix: ({ word }: StepFacts) =>
      `Each word’s value, times its weight, all added up: what “${word}” takes from the sentence through this head.`,
    concat: ({ heads, head }: StepFacts) =>
      `All ${heads} heads do the same at the same time, each with its own matrices. Their z are put in one row; this head’s part is number ${head} (counted from 0).`,
    output: ({ width }: StepFacts) =>
      `One more matrix, and its bias, mix what the heads brought into ${width} numbers, as many as x has.`,
    residual: () =>
      'x is added back, so attention adds to what a word was and does not replace it. LayerNorm takes off the mean of the numbers, divides by their standard deviation, then stretches and shifts each one as learned.',
    forward: ({ width, inner }: StepFacts) =>
      `Now each word by itself: ${width} numbers are widened to ${inner}. GELU leaves those above about 2 nearly as they are, makes those between 0 and 2 smaller, and holds the negative ones between −0.17 and 0; the first Transformer had ReLU here, which sets every negative number to 0. A second matrix brings them back to ${width}.`,
    result: ({ layer, layers, pooling }: StepFacts): string =>
      layer + 1 === layers
        ? `Added back and normalised once more. This was the last layer: ${english.pooled[pooling ?? 'other']}`
        : `Added back and normalised once more: what “x” is for layer ${layer + 1}.`
  } satisfies Record<StepId, (facts: StepFacts) => string>,
  /** The end of the last layer's sentence. */
  pooled: {
    mean: 'the sentence’s embedding is the mean of these rows over all tokens, [CLS] and [SEP] included, divided by its length so that it is 1 long.',
    first: 'the sentence’s embedding is the row of the first token, [CLS], divided by its length so that it is 1 long.',
    other: 'the sentence’s embedding is made from these rows in the way that the model’s own files say.'
  },
  ownRows: (from: number, to: number, name: string) =>
    `In the model’s file: rows ${from} to ${to} of ${name}, one row per number that comes out.`,

  strips: {
    word: (word: string, id: number) => `word embedding of “${word}”, row ${id} of the vocabulary`,
    position: (position: number) => `position embedding, row ${position}`,
    type: (row: number, segment: number) =>
      `type embedding, row ${row}: the ${segment === 0 ? 'first' : 'second'} sentence`,
    sum: 'their sum',
    x: (word: string) => `“${word}” as it comes into this layer`,
    WQ: 'the head’s query matrix, one row per number of q',
    WK: 'the head’s key matrix, one row per number of k',
    WV: 'the head’s value matrix, one row per number of v',
    q: (word: string) => `query of “${word}”`,
    K: 'keys of all words',
    V: 'values of all words',
    scores: 'score',
    scaled: 'score ÷ √d',
    weights: 'weight',
    unscaled: 'weight without ÷ √d, not used',
    power: 'power',
    z: 'what this head brings',
    heads: (heads: number) => `z of all ${heads} heads`,
    o: 'output of attention',
    r: 'x + o',
    h: 'after LayerNorm',
    u: 'widened',
    g: 'after GELU',
    f: 'brought back',
    s: 'h + f',
    y: 'output of the layer',
    Q: 'queries of all words',
    S: 'scores of every pair of words',
    C: 'scores ÷ √d',
    A: 'weights, every row sums to 1',
    Z: 'what the head brings to each word'
  },
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
  phi: 'Φ(u) is the share of the standard normal distribution (mean 0, variance 1) that lies below u.',

  check: 'Checked',
  agrees: (difference: string, count: number) =>
    `agrees with the engine; the largest difference of ${count} numbers is ${difference}`,
  differs: (difference: string, count: number) =>
    `differs from the engine: the largest difference of ${count} numbers is ${difference}`,
  checkWhy: 'The page calculates in 64-bit, the engine in 32-bit arithmetic; the rest is rounding.',

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
    `第 ${layer} 层，第 ${head} 头，从“${word}”的角度看。每个数或是模型自己的，或由这些数算出；指着一个数，就看到它由什么得来；点它，就看到怎么算。`,
  workOne: '算一个看看',
  allAtOnce: '一次看所有的词',
  introSentence: ({ layer, head }) =>
    `第 ${layer} 层，第 ${head} 头：所有的词一起算，每个词一行。实际就是这样计算的；单个词的步骤只是其中一行。`,
  loading: '正在取这一层的权重……',
  failed: '没有取到这一层的数。',
  retry: '再试一次',

  titles: {
    embed: '输入：x',
    query: '查询 Q',
    key: '键 K',
    value: '值 V',
    scores: '得分：查询乘键',
    scale: '除以 √d',
    softmax: 'Softmax：权重',
    mix: '权重乘值：z',
    concat: '各头并排',
    output: '输出投影',
    residual: '加上 x，再做 LayerNorm',
    forward: '前馈网络',
    result: '加上 h，再做 LayerNorm'
  },
  plain: {
    embed: ({ layer, word }) =>
      layer === 0
        ? `查出训练得到的三行数，加在一起：一行属于“${word}”这个词，一行属于它在句中的位置，一行说明它在第几句。LayerNorm 再把和调到统一的尺度。`
        : `进入第 ${layer} 层的，是第 ${layer - 1} 层为“${word}”输出的数，里面已经带有其他词的信息。`,
    query: ({ word, width, headWidth }) =>
      `x 的 ${width} 个数变成 ${headWidth} 个：这就是查询，也就是“${word}”在找什么。先乘一个矩阵，再给每个结果加上一个学得的数，即偏置 b（文章里常略去不写）。矩阵和偏置属于这个头，对每个词都一样。`,
    key: () => '每个词（包括这个词自己）用另一个矩阵和偏置，同样得到一个键：别的词凭它找到这个词。每个词一行。',
    value: () => '再用第三个矩阵得到值：一个词被看到时交出什么。每个词一行。',
    scores: () => '查询与每个键逐个数相乘，再把乘积加起来。两者方向越一致、长度越长，得分越大。',
    scale: ({ headWidth }) =>
      `若各数互不相关、方差为 1，则 ${headWidth} 个乘积之和的标准差是单个乘积的 √${headWidth} 倍。除以 √d 正好抵消，于是得分的分散程度不随头的宽度增大；训练好的头仍可能很尖锐。两列的条形用同一标尺。最后一列只作对照：对未除的得分取 softmax；模型并不这样算，也不是这样训练的。`,
    softmax: () =>
      '以 e 为底、以缩放后的得分 s′ 为指数取幂，再除以所有幂之和。于是每个权重都是正数，一行之和为 1：这就是从这个词发出的那一行连线。',
    mix: ({ word }) => `每个词的值乘以它的权重，全部加起来：“${word}”通过这个头从句子里取得的东西。`,
    concat: ({ heads, head }) =>
      `全部 ${heads} 个头同时做同样的事，各用各的矩阵。它们的 z 排成一行；这个头是其中第 ${head} 段（从 0 数起）。`,
    output: ({ width }) => `再用一个矩阵及其偏置，把各头取得的内容混合成 ${width} 个数，与 x 一样多。`,
    residual: () =>
      '把 x 加回来：注意力是在原有的词上添加，而不是取代它。LayerNorm 减去各数的均值，除以它们的标准差，再按训练所得逐个伸缩、平移。',
    forward: ({ width, inner }) =>
      `现在每个词各自处理：${width} 个数扩展到 ${inner} 个。GELU 让大约 2 以上的数几乎原样通过，把 0 到 2 之间的数变小，把负数压到 −0.17 与 0 之间；最早的 Transformer 在这里用 ReLU，它把负数一律变成 0。再由第二个矩阵变回 ${width} 个。`,
    result: ({ layer, layers, pooling }) =>
      layer + 1 === layers
        ? `再加回来并归一化一次。这是最后一层：${chinese.pooled[pooling ?? 'other']}`
        : `再加回来并归一化一次：这就是第 ${layer + 1} 层的 x。`
  },
  pooled: {
    mean: '把所有词元（包括 [CLS] 和 [SEP]）的这些行取平均，再除以其长度，使长度为 1，就是句子的嵌入。',
    first: '取第一个词元 [CLS] 的这一行，再除以其长度，使长度为 1，就是句子的嵌入。',
    other: '句子的嵌入由这些行得出，方法由模型自己的文件规定。'
  },
  ownRows: (from, to, name) => `在模型文件里：${name} 的第 ${from} 到 ${to} 行，每个得出的数一行。`,

  strips: {
    word: (word, id) => `“${word}”的词嵌入，词表第 ${id} 行`,
    position: (position) => `位置嵌入，第 ${position} 行`,
    type: (row, segment) => `句段嵌入（token type / segment），第 ${row} 行：${segment === 0 ? '第一句' : '第二句'}`,
    sum: '三者之和',
    x: (word) => `“${word}”进入这一层时的样子`,
    WQ: '这个头的查询矩阵，q 的每个数一行',
    WK: '这个头的键矩阵，k 的每个数一行',
    WV: '这个头的值矩阵，v 的每个数一行',
    q: (word) => `“${word}”的查询`,
    K: '所有词的键',
    V: '所有词的值',
    scores: '得分',
    scaled: '得分 ÷ √d',
    weights: '权重',
    unscaled: '不除以 √d 时的权重，仅作对照',
    power: '幂',
    z: '这个头取得的内容',
    heads: (heads) => `全部 ${heads} 个头的 z`,
    o: '注意力的输出',
    r: 'x + o 之和',
    h: 'LayerNorm 之后',
    u: '扩展之后',
    g: 'GELU 之后',
    f: '变回之后',
    s: 'h + f 之和',
    y: '这一层的输出',
    Q: '所有词的查询',
    S: '每两个词之间的得分',
    C: '得分 ÷ √d',
    A: '权重，每行之和为 1',
    Z: '这个头为每个词取得的内容'
  },
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
  phi: 'Φ(u) 是标准正态分布（均值 0，方差 1）在 u 以下的概率。',

  check: '已核对',
  agrees: (difference, count) => `与引擎一致，${count} 个数中最大相差 ${difference}`,
  differs: (difference, count) => `与引擎不一致：${count} 个数中最大相差 ${difference}`,
  checkWhy: '本页用 64 位算，引擎用 32 位算；剩下的是舍入。',

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
