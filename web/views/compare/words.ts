// What the view "Compare" says.

import type { SharedWords } from '../../shared/words'
import type { InBoth } from '../../state/language'
import type { CompareMode } from './choices'

const english = {
  draw: 'Which links are drawn',
  modes: (mode: CompareMode, names: readonly [string, string]) =>
    ({ both: 'Both', first: names[0], second: names[1], difference: 'Difference' })[mode],
  first: 'sentence 1',
  second: 'sentence 2',
  change: 'change',
  strongerIn: (name: string) => `stronger in ${name}`,
  least: 'Drawn are links of at least 0.05; of the chosen words, of at least 0.005.',
  crowded: (most: number) => `More than ${most} words: only the chosen words’ links are drawn.`,
  noSecond:
    'There is no second sentence yet. Write one under the first, and the two stand here word by word: the same head, the links of both, and what changes between them.',
  asPair: 'The two are read as one pair. Choose “Set it against the first” to compare them.',
  inBothPlaces: (word: string, index: number) => `${word} (place ${index} in both)`,
  atPlaces: (first: string, second: string, at: number, then: number) =>
    `${first} · ${second} (places ${at} and ${then})`,
  atPlace: (first: string, second: string, index: number) => `${first} · ${second} (place ${index})`,
  waiting: 'The comparison appears when both sentences are computed.',
  changes: 'What changes most, in this head',
  noChange: 'No link between words changes by 0.005 or more in this head.',
  link: 'link',
  absent: 'not there',
  caption: (word: string, head: string) =>
    `What “${word}” gives to each word, ${head}. The change is the second sentence minus the first.`,
  captionKey: (word: string, head: string) =>
    `What each word gives to “${word}”, ${head}. The change is the second sentence minus the first.`,

  apart: 'Two vectors, layer by layer',
  pairs: 'Words',
  place: (word: string, index: number, sentence: 0 | 1, both: boolean) =>
    both ? `${word} (sentence ${sentence + 1}, place ${index})` : `${word} (place ${index})`,
  noPair:
    'No word occurs twice here. Write a sentence with a word that does, such as “I saw a saw”, or a second sentence.',
  embedded: 'embedding',
  embeddedShort: 'emb.',
  afterLayer: (layer: number) => `after layer ${layer}`,
  axis: 'after layer',
  chart: (list: string) => `Cosine of the two vectors: ${list}.`,
  cosineCaption: (pair: string) => `Cosine of the two vectors: ${pair}`,
  cosineTable: 'The cosines as a table',
  cosineNote:
    'Cosine of the angle between the two vectors: 1 is the same direction, 0 a right angle. A word of several pieces counts as the mean of their vectors.',
  twice: (sentences: boolean) =>
    `Both start from the same word embedding; before layer 0 only their positions${sentences ? ', and the sentence they are in,' : ''} set them apart.`,
  inBoth: (moved: boolean) =>
    `It is the same word in both: what sets the vectors apart is the words around it${moved ? ' and its position' : ''}.`,
  otherWord: 'They are two different words in the same place.'
}

const chinese: typeof english = {
  draw: '画哪些连线',
  modes: (mode, names) => ({ both: '两句', first: names[0], second: names[1], difference: '差别' })[mode],
  first: '第 1 句',
  second: '第 2 句',
  change: '变化',
  strongerIn: (name) => `在 ${name} 中更强`,
  least: '画出 0.05 以上的连线；所选的词画出 0.005 以上的。',
  crowded: (most) => `超过 ${most} 个词时，只画所选的词的连线。`,
  noSecond: '还没有第二句话。在第一句下面写一句，两句话就会在这里逐词对齐：同一个头、两句各自的连线，以及它们的差别。',
  asPair: '两句现在连成一对；选“与第一句对照”才能比较。',
  inBothPlaces: (word, index) => `${word}（两句都在位置 ${index}）`,
  atPlaces: (first, second, at, then) => `${first} · ${second}（位置 ${at} 和 ${then}）`,
  atPlace: (first, second, index) => `${first} · ${second}（位置 ${index}）`,
  waiting: '两句话都算完之后，对比才会出现。',
  changes: '在这个头里变化最大的连线',
  noChange: '在这个头里，词与词之间没有哪条连线的变化达到 0.005。',
  link: '连线',
  absent: '没有',
  caption: (word, head) => `“${word}”给每个词的权重，${head}。变化是第二句减第一句。`,
  captionKey: (word, head) => `每个词给“${word}”的权重，${head}。变化是第二句减第一句。`,

  apart: '两个向量，逐层来看',
  pairs: '词',
  place: (word, index, sentence, both) =>
    both ? `${word}（第 ${sentence + 1} 句，位置 ${index}）` : `${word}（位置 ${index}）`,
  noPair: '这里没有重复出现的词。写一句有重复词的话，比如 “I saw a saw”，或者写第二句话。',
  embedded: '嵌入',
  embeddedShort: '嵌入',
  afterLayer: (layer) => `第 ${layer} 层之后`,
  axis: '第几层之后',
  chart: (list) => `两个向量的余弦：${list}。`,
  cosineCaption: (pair) => `两个向量的余弦：${pair}`,
  cosineTable: '用表格看余弦',
  cosineNote: '两个向量夹角的余弦：1 表示方向相同，0 表示垂直。由几个词元组成的词，取这些词元向量的平均。',
  twice: (sentences) => `两处出自同一个词嵌入；在第 0 层之前，只有位置${sentences ? '和所在的句段' : ''}使它们不同。`,
  inBoth: (moved) => `两句里是同一个词：使两个向量分开的，是它周围的词${moved ? '和它的位置' : ''}。`,
  otherWord: '这是处在同一位置的两个不同的词。'
}

export const words: InBoth<{ compare: typeof english }> = { en: { compare: english }, zh: { compare: chinese } }

/** The view's own words in one language, and all that it has to say. */
export type Words = (typeof words)['en']
export type Say = SharedWords & Words
