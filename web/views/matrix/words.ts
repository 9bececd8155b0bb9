// What the view "Matrix" says.

import type { SharedWords } from '../../shared/words'
import type { InBoth } from '../../state/language'

const english = {
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
  faint: 'In so long a text most weights are too small for this scale: choose Logarithmic to see them.',
  thinned: (step: number) =>
    `There is room to name one word in ${step}; the cell you point at always has its two words. Zoom in for the others.`,
  sumSaid:
    'Every row is one word’s attention, so it adds up to 1; a column adds up to something between 0 and the number of rows.',
  sumHidden: '[CLS] and [SEP] are left out and nothing is rescaled, so a row adds up to what is left.',
  unwritten: 'A number below 0.005 is not written.',
  how: 'Point, or use the arrow keys; click a word to pin it. Zoom: buttons, Ctrl + wheel, or two fingers.'
}

const chinese: typeof english = {
  label: (head) =>
    `${head}：权重矩阵。行是在看的词（查询），列是被看的词（键）。方向键逐格移动，回车固定该行的词，加号和减号缩放。`,
  said: (from, to, weight, row, column) => `${from} 看 ${to}：${weight}。第 ${row} 行，第 ${column} 列。`,
  place: (row, column) => `第 ${row} 行，第 ${column} 列`,
  nothing: '指向一个格子，读出它的权重。',
  zoom: '缩放',
  zoomIn: '放大',
  zoomOut: '缩小',
  zoomFit: '显示全部',
  faint: '文本这么长，多数权重在这个色标上小得看不见：选“对数”就能看到。',
  thinned: (step) => `每 ${step} 个词只写得下一个；所指格子的两个词总会写出。放大可看其余的词。`,
  sumSaid: '每一行是一个词的注意力，所以加起来是 1；一列之和则在 0 与行数之间。',
  sumHidden: '略去了 [CLS] 和 [SEP]，没有重新归一化，所以一行之和是剩下的部分。',
  unwritten: '小于 0.005 的数不写出。',
  how: '用鼠标指，或用方向键移动；点一个词就固定它。缩放：按钮、Ctrl + 滚轮，或双指。'
}

export const words: InBoth<{ matrix: typeof english }> = { en: { matrix: english }, zh: { matrix: chinese } }

/** The view's own words in one language, and all that it has to say. */
export type Words = (typeof words)['en']
export type Say = SharedWords & Words
