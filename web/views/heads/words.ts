import type { Measure } from '../../reading/measures'

/** What the matrix, the overview of all heads and the search for a head say. */
const english = {
  heat: {
    scale: 'Colour is weight:',
    scaleLabel: 'Scale of colours: from weight 0, bare, to weight 1, full colour, the same in every picture',
    grey: 'to [CLS], [SEP]',
    stretched: (most: string) => `Stretched: full colour is ${most}, not 1. Not to be compared with other pictures.`,
    log: 'Logarithmic: each mark is ten times the one before, 0.001 and less is bare. For faint patterns: dark is not yet strong.',
    logLabel: 'Scale of colours, logarithmic: from weight 0.001, bare, to weight 1, full colour',
    stretchedLabel: (most: string) => `Scale of colours, stretched: from weight 0, bare, to weight ${most}, full colour`
  },
  matrix: {
    label: (head: string) =>
      `${head}: matrix of weights. Rows look (queries), columns are looked at (keys). Arrow keys move from cell to cell, Enter pins the row’s word, plus and minus zoom.`,
    said: (from: string, to: string, weight: string, row: number, column: number) =>
      `${from} looks at ${to}: ${weight}. Row ${row}, column ${column}.`,
    place: (row: number, column: number) => `row ${row}, column ${column}`,
    nothing: 'Point at a cell to read its weight.',
    zoom: 'Zoom',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    zoomFit: 'Show all of it',
    scale: 'Scale',
    scales: { fixed: '0 to 1', strongest: 'To strongest', log: 'Logarithmic' },
    faint: 'In so long a text most weights are too small for this scale: choose Logarithmic to see them.',
    thinned: (step: number) =>
      `There is room to name one word in ${step}; the cell you point at always has its two words. Zoom in for the others.`,
    sumSaid:
      'Every row is one word’s attention, so it adds up to 1; a column adds up to something between 0 and the number of rows.',
    sumHidden: '[CLS] and [SEP] are left out and nothing is rescaled, so a row adds up to what is left.',
    unwritten: 'A number below 0.005 is not written.',
    how: 'Point, or use the arrow keys; click a word to pin it. Zoom: buttons, Ctrl + wheel, or two fingers.'
  },
  heads: {
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
  },
  find: {
    ask: 'Which head links two words?',
    choose: 'Drag from a word to the word it looks at, or click the one and then the other.',
    chooseSecond: (word: string) => `And which word should “${word}” look at? Click it, or press Esc to leave it.`,
    words:
      'Words of the sentence. Arrow keys move, Enter chooses first the word that looks, then the word it looks at.',
    from: 'looks from',
    to: 'looks at',
    swap: 'Swap the two words',
    order: 'Order',
    orders: (names: readonly [string, string]) => ({
      change: 'Largest change',
      first: `Strongest: ${names[0]}`,
      second: `Strongest: ${names[1]}`
    }),
    only: 'this sentence',
    sentences: ['sentence 1', 'sentence 2'] as [string, string],
    changeSaid: (from: string, to: string, head: string) => [`From “${from}” to “${to}”, `, head, ' changes most: '],
    between: (a: string, first: string, b: string, second: string) => [
      '',
      a,
      ` with “${first}”, `,
      b,
      ` with “${second}”.`
    ],
    strongestSaid: (from: string, to: string, head: string, weight: string) =>
      `From “${from}” to “${to}”, ${head} gives most: ${weight}.`,
    open: (head: string) => `Look at head ${head} in Links`,
    list: (from: string, to: string) => `All heads by their weight from ${from} to ${to}`,
    row: (head: string, first: string, weight: string) => `${head}: ${weight} with ${first}`,
    rowBoth: (head: string, a: string, first: string, b: string, second: string, change: string) =>
      `${head}: ${a} with ${first}, ${b} with ${second}, change ${change}`,
    change: 'change',
    head: 'head',
    more: (count: number) => `Show all ${count} heads`,
    less: 'Show the first twelve',
    maps: 'Every head at one glance: rows are layers, columns are heads.',
    noSecond: 'Write a second sentence, with one word changed, and the heads whose link changes most come first.',
    asPair: 'The two are read as one pair. Choose “Set it against the first” to see which heads’ links change most.',
    absent: (from: string, to: string) =>
      `The second sentence has no words that stand for “${from}” and “${to}”, so there is nothing to compare.`,
    caution:
      'A large weight says where this head reads, and a change says that it depends on the words that were changed. Neither says what the model concludes.',
    none: 'Choose two words above.'
  }
}

const chinese: typeof english = {
  heat: {
    scale: '颜色即权重：',
    scaleLabel: '色标：从权重 0（无色）到权重 1（全色），每幅图都相同',
    grey: '给 [CLS]、[SEP]',
    stretched: (most) => `已拉伸：全色是 ${most}，而不是 1。不能与其他图相比。`,
    log: '对数：每个刻度是前一个的十倍，0.001 及以下无色。用来看微弱的图案：颜色深不等于权重大。',
    logLabel: '对数色标：从权重 0.001（无色）到权重 1（全色）',
    stretchedLabel: (most) => `拉伸后的色标：从权重 0（无色）到权重 ${most}（全色）`
  },
  matrix: {
    label: (head) =>
      `${head}：权重矩阵。行是在看的词（查询），列是被看的词（键）。方向键逐格移动，回车固定该行的词，加号和减号缩放。`,
    said: (from, to, weight, row, column) => `${from} 看 ${to}：${weight}。第 ${row} 行，第 ${column} 列。`,
    place: (row, column) => `第 ${row} 行，第 ${column} 列`,
    nothing: '指向一个格子，读出它的权重。',
    zoom: '缩放',
    zoomIn: '放大',
    zoomOut: '缩小',
    zoomFit: '显示全部',
    scale: '色标',
    scales: { fixed: '0 到 1', strongest: '到最强', log: '对数' },
    faint: '文本这么长，多数权重在这个色标上小得看不见：选“对数”就能看到。',
    thinned: (step) => `每 ${step} 个词只写得下一个；所指格子的两个词总会写出。放大可看其余的词。`,
    sumSaid: '每一行是一个词的注意力，所以加起来是 1；一列之和则在 0 与行数之间。',
    sumHidden: '略去了 [CLS] 和 [SEP]，没有重新归一化，所以一行之和是剩下的部分。',
    unwritten: '小于 0.005 的数不写出。',
    how: '用鼠标指，或用方向键移动；点一个词就固定它。缩放：按钮、Ctrl + 滚轮，或双指。'
  },
  heads: {
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
  },
  find: {
    ask: '哪个头连着这两个词？',
    choose: '从一个词拖到它所看的词，或者先点前者，再点后者。',
    chooseSecond: (word) => `“${word}”要看哪个词？点一下那个词，按 Esc 放弃。`,
    words: '句子里的词。方向键移动，回车先选在看的词，再选被看的词。',
    from: '谁在看',
    to: '看向谁',
    swap: '交换两个词',
    order: '顺序',
    orders: (names) => ({ change: '变化最大', first: `最强：${names[0]}`, second: `最强：${names[1]}` }),
    only: '这一句',
    sentences: ['第一句', '第二句'],
    changeSaid: (from, to, head) => [`从“${from}”到“${to}”，变化最大的是`, head, '：'],
    between: (a, first, b, second) => [`“${first}”时 `, a, `，“${second}”时 `, b, '。'],
    strongestSaid: (from, to, head, weight) => `从“${from}”到“${to}”，给得最多的是${head}：${weight}。`,
    open: (head) => `在“连线”中看头 ${head}`,
    list: (from, to) => `所有的头，按从 ${from} 到 ${to} 的权重排列`,
    row: (head, first, weight) => `${head}：${first} 时 ${weight}`,
    rowBoth: (head, a, first, b, second, change) => `${head}：${first} 时 ${a}，${second} 时 ${b}，变化 ${change}`,
    change: '变化',
    head: '头',
    more: (count) => `显示全部 ${count} 个头`,
    less: '只显示前十二个',
    maps: '一眼看遍所有的头：行是层，列是头。',
    asPair: '两句现在连成一对；选“与第一句对照”，就能看到哪些头的连线变化最大。',
    noSecond: '再写一句只换一个词的话，连线变化最大的头就会排在最前面。',
    absent: (from, to) => `第二句里没有与“${from}”和“${to}”对应的词，所以无从比较。`,
    caution: '权重大，说明这个头在读那里；权重变，说明它取决于改动的词。两者都不说明模型得出了什么结论。',
    none: '请在上面选两个词。'
  }
}

export const headsWords = { en: english, zh: chinese }
