// What the view "Find the head" says.

import type { SharedWords } from '../../shared/words'
import type { InBoth } from '../../state/language'

const english = {
  ask: 'Which head links two words?',
  choose: 'Drag from a word to the word it looks at, or click the one and then the other.',
  chooseSecond: (word: string) => `And which word should “${word}” look at? Click it, or press Esc to leave it.`,
  words: 'Words of the sentence. Arrow keys move, Enter chooses first the word that looks, then the word it looks at.',
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

const chinese: typeof english = {
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

export const words: InBoth<{ find: typeof english }> = { en: { find: english }, zh: { find: chinese } }

/** The view's own words in one language, and all that it has to say. */
export type Words = (typeof words)['en']
export type Say = SharedWords & Words
