// What the page says wherever it is said by more than one of its parts.

import type { InBoth } from '../state/language'

const percent = (share: number) => `${Math.round(share * 100)}%`

const english = {
  looksFrom: 'looks from · query',
  looksAt: 'looks at · key',
  queryWords: 'Words that look (queries)',
  keyWords: 'Words looked at (keys)',
  wordSpecial: (word: string, share: number) => `${word}: ${percent(share)} to [CLS] and [SEP]`,
  modelSees: (label: string, seen: string) => `${label}  (the model sees: ${seen})`,
  headsTitle: (layer: number, head: number) => `Layer ${layer}, head ${head}`,
  headGrid: 'Heads: rows are layers, columns are heads. Arrow keys move, Enter chooses, Shift+Enter overlays.',
  overlayFull: 'Twelve heads at most: take one away first.',
  goTo: (word: string) => `Show ${word} in the picture`,
  table: 'Numbers as a table',
  tableCaption: (head: string) =>
    `Attention weights, ${head}: rows look, columns are looked at; every row adds up to 1.`,
  tableScope: 'Rows',
  tableScopes: { chosen: 'Chosen words', all: 'All words' },
  tableTooLong: (limit: number) => `With more than ${limit} words only the chosen words are listed.`,
  tableNone: 'Pin a word to list its numbers.',
  rowSum: 'sum',
  heat: {
    scale: 'Colour is weight:',
    scaleLabel: 'Scale of colours: from weight 0, bare, to weight 1, full colour, the same in every picture',
    grey: 'to [CLS], [SEP]',
    stretched: (most: string) => `Stretched: full colour is ${most}, not 1. Not to be compared with other pictures.`,
    log: 'Logarithmic: each mark is ten times the one before, 0.001 and less is bare. For faint patterns: dark is not yet strong.',
    logLabel: 'Scale of colours, logarithmic: from weight 0.001, bare, to weight 1, full colour',
    stretchedLabel: (most: string) =>
      `Scale of colours, stretched: from weight 0, bare, to weight ${most}, full colour`,
    choose: 'Scale',
    choices: { fixed: '0 to 1', strongest: 'To strongest', log: 'Logarithmic' }
  }
}

const chinese: typeof english = {
  looksFrom: '谁在看 · 查询 Q',
  looksAt: '看向谁 · 键 K',
  queryWords: '在看的词（查询）',
  keyWords: '被看的词（键）',
  wordSpecial: (word, share) => `${word}：${percent(share)} 给了 [CLS] 和 [SEP]`,
  modelSees: (label, seen) => `${label}（模型看到：${seen}）`,
  headsTitle: (layer, head) => `第 ${layer} 层，第 ${head} 头`,
  headGrid: '注意力头：行是层，列是头。方向键移动，回车选择，Shift+回车叠加。',
  overlayFull: '最多十二个头：请先去掉一个。',
  goTo: (word) => `在图中显示 ${word}`,
  table: '用表格看数字',
  tableCaption: (head) => `注意力权重，${head}：行是在看的词，列是被看的词，每行之和为 1。`,
  tableScope: '行',
  tableScopes: { chosen: '所选的词', all: '所有的词' },
  tableTooLong: (limit) => `超过 ${limit} 个词时，只列出所选的词。`,
  tableNone: '固定一个词，列出它的数字。',
  rowSum: '和',
  heat: {
    scale: '颜色即权重：',
    scaleLabel: '色标：从权重 0（无色）到权重 1（全色），每幅图都相同',
    grey: '给 [CLS]、[SEP]',
    stretched: (most) => `已拉伸：全色是 ${most}，而不是 1。不能与其他图相比。`,
    log: '对数：每个刻度是前一个的十倍，0.001 及以下无色。用来看微弱的图案：颜色深不等于权重大。',
    logLabel: '对数色标：从权重 0.001（无色）到权重 1（全色）',
    stretchedLabel: (most) => `拉伸后的色标：从权重 0（无色）到权重 ${most}（全色）`,
    choose: '色标',
    choices: { fixed: '0 到 1', strongest: '到最强', log: '对数' }
  }
}

export const sharedWords: InBoth<typeof english> = { en: english, zh: chinese }

export type SharedWords = typeof english
