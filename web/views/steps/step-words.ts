// What the Steps view says of each step, and of each row of numbers in it.

import type { Activation, PositionKind } from '../../model/facts'
import type { StepId, Table } from '../../model/operations'
import type { InBoth } from '../../state/language'

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
  positions: PositionKind
  /** The tables of which a row is taken, and whether that of the types tells sentences apart. */
  tables: readonly Table[]
  typed: boolean
  /** How wide these rows are, where a matrix makes D numbers of them; else null. */
  embeddingWidth: number | null
  activation: Activation
  /** True: the layers have one set of weights. */
  shared: boolean
  /** How the rows of the last layer become the embedding; null where that is not known. */
  pooling: 'mean' | 'first' | null
}

const english = {
  /** Which rows a token starts from. */
  looked: ({ word, positions, tables, typed }: StepFacts): string => {
    const own = `one for “${word}” itself, one for its place in the sentence${positions === 'sinusoidal' ? ' (that one is sines and cosines, not learned)' : ''}`
    return tables.includes('type')
      ? `Three rows learned in training are looked up and added: ${own}, one ${typed ? 'for which sentence it is in' : 'that is the same for every word'}.`
      : `Two rows learned in training are looked up and added: ${own}. This model has no third row, for which sentence a word is in.`
  },
  /** What becomes of the widened numbers. */
  activations: {
    gelu: 'GELU leaves those above about 2 nearly as they are, makes those between 0 and 2 smaller, and holds the negative ones between −0.17 and 0; the first Transformer had ReLU here, which sets every negative number to 0.',
    gelu_new:
      'GELU, here in its form with tanh, which comes close to the exact one, leaves those above about 2 nearly as they are, makes those between 0 and 2 smaller, and holds the negative ones between −0.17 and 0; the first Transformer had ReLU here, which sets every negative number to 0.',
    quick_gelu:
      'Each is multiplied by the logistic function of 1.702 times itself, which comes close to GELU: those above about 2 stay nearly as they are, the negative ones are held between −0.17 and 0; the first Transformer had ReLU here, which sets every negative number to 0.',
    relu: 'ReLU sets every negative number to 0 and leaves the others as they are, as in the first Transformer.',
    silu: 'SiLU multiplies each by its logistic function: large ones stay nearly as they are, the negative ones are held between −0.28 and 0; the first Transformer had ReLU here, which sets every negative number to 0.'
  } satisfies Record<Activation, string> as Record<Activation, string>,
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
    embed: (facts: StepFacts): string =>
      facts.layer === 0
        ? `${english.looked(facts)} LayerNorm brings the sum to a common scale.${facts.embeddingWidth ? ` A matrix and its bias then make ${facts.width} numbers of these ${facts.embeddingWidth}.` : ''}`
        : `What goes into layer ${facts.layer} is what layer ${facts.layer - 1} gave out for “${facts.word}”. It already carries something of the other words.${facts.shared ? ' All layers of this model have the same weights.' : ''}`,
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
    forward: ({ width, inner, activation }: StepFacts): string =>
      `Now each word by itself: ${width} numbers are widened to ${inner}. ${english.activations[activation]} A second matrix brings them back to ${width}.`,
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

  strips: {
    word: (word: string, id: number) => `word embedding of “${word}”, row ${id} of the vocabulary`,
    position: (position: number) => `position embedding, row ${position}`,
    type: (row: number, segment: number, typed: boolean) =>
      `type embedding, row ${row}: ${typed ? `the ${segment === 0 ? 'first' : 'second'} sentence` : 'the same for every word'}`,
    sum: 'their sum',
    n: 'after LayerNorm',
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
    g: (activation: string) => `after ${activation}`,
    f: 'brought back',
    s: 'h + f',
    y: 'output of the layer',
    Q: 'queries of all words',
    S: 'scores of every pair of words',
    C: 'scores ÷ √d',
    A: 'weights, every row sums to 1',
    Z: 'what the head brings to each word'
  }
}

const chinese: typeof english = {
  looked: ({ word, positions, tables, typed }) => {
    const own = `一行属于“${word}”这个词，一行属于它在句中的位置${positions === 'sinusoidal' ? '（这一行是正弦和余弦，不是学得的）' : ''}`
    return tables.includes('type')
      ? `查出训练得到的三行数，加在一起：${own}，一行${typed ? '说明它在第几句' : '对每个词都一样'}。`
      : `查出训练得到的两行数，加在一起：${own}。这个模型没有第三行，不标明词在第几句。`
  },
  activations: {
    gelu: 'GELU 让大约 2 以上的数几乎原样通过，把 0 到 2 之间的数变小，把负数压到 −0.17 与 0 之间；最早的 Transformer 在这里用 ReLU，它把负数一律变成 0。',
    gelu_new:
      'GELU（这里用 tanh 写成的近似式，与精确式相差极小）让大约 2 以上的数几乎原样通过，把 0 到 2 之间的数变小，把负数压到 −0.17 与 0 之间；最早的 Transformer 在这里用 ReLU，它把负数一律变成 0。',
    quick_gelu:
      '每个数乘以它的 1.702 倍的 logistic 函数值，这是 GELU 的一种近似：大约 2 以上的数几乎原样通过，负数被压到 −0.17 与 0 之间；最早的 Transformer 在这里用 ReLU，它把负数一律变成 0。',
    relu: 'ReLU 把负数一律变成 0，其余的原样通过，与最早的 Transformer 一样。',
    silu: 'SiLU 把每个数乘以它自己的 logistic 函数值：大的数几乎原样通过，负数被压到 −0.28 与 0 之间；最早的 Transformer 在这里用 ReLU，它把负数一律变成 0。'
  },
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
    embed: (facts) =>
      facts.layer === 0
        ? `${chinese.looked(facts)}LayerNorm 再把和调到统一的尺度。${facts.embeddingWidth ? `然后由一个矩阵及其偏置，把这 ${facts.embeddingWidth} 个数变成 ${facts.width} 个。` : ''}`
        : `进入第 ${facts.layer} 层的，是第 ${facts.layer - 1} 层为“${facts.word}”输出的数，里面已经带有其他词的信息。${facts.shared ? '这个模型的各层共用同一组权重。' : ''}`,
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
    forward: ({ width, inner, activation }) =>
      `现在每个词各自处理：${width} 个数扩展到 ${inner} 个。${chinese.activations[activation]}再由第二个矩阵变回 ${width} 个。`,
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

  strips: {
    word: (word, id) => `“${word}”的词嵌入，词表第 ${id} 行`,
    position: (position) => `位置嵌入，第 ${position} 行`,
    type: (row, segment, typed) =>
      `句段嵌入（token type / segment），第 ${row} 行：${typed ? (segment === 0 ? '第一句' : '第二句') : '每个词都一样'}`,
    sum: '它们的和',
    n: 'LayerNorm 之后',
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
    g: (activation) => `${activation} 之后`,
    f: '变回之后',
    s: 'h + f 之和',
    y: '这一层的输出',
    Q: '所有词的查询',
    S: '每两个词之间的得分',
    C: '得分 ÷ √d',
    A: '权重，每行之和为 1',
    Z: '这个头为每个词取得的内容'
  }
}

export const stepWords: InBoth<typeof english> = { en: english, zh: chinese }
