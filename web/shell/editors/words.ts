// What is said of the texts: their fields, the sentences offered, and what of them the model cannot read.

import type { InBoth } from '../../state/language'

const inThousands = (count: number) => count.toLocaleString('en')

const english = {
  texts: 'Texts',
  sentence: 'Sentence',
  sentenceHint: 'Type a sentence and see where each word looks.',
  examples: 'or try',
  defaultExample: 'The animal didn’t cross the street …',
  swap: 'Change the last word',
  secondAdd: '+ second sentence',
  second: 'Second sentence',
  secondHint: 'Type a second sentence.',
  secondUse: 'What the second sentence is for',
  secondUses: { contrast: 'Set it against the first', pair: 'Read both as one pair' },
  secondRemove: 'Take the second sentence away',
  fieldRest: (left: number) => `… and ${inThousands(left)} more characters, which are kept but not shown.`,
  fieldDrop: 'Drop them',
  truncatedLong: (kept: number, characters: number) =>
    `The model reads the first ${kept} tokens; the ${inThousands(characters)} characters after them (struck through above) are not read.`,
  readsOwn: (limit: number) => `The model's own files say ${limit}.`,
  readLonger: (positions: number) => `Read up to ${positions}`,
  readsLonger: (positions: number, limit: number) =>
    `Texts are read up to the model's ${positions} positions; its own files say ${limit}.`,
  readOwn: (limit: number) => `Read up to ${limit} again`,
  truncated: (kept: number, cut: number) =>
    `The model reads ${kept} tokens; the last ${cut} ${cut === 1 ? 'was' : 'were'} left out (faded above).`,
  unknown: (count: number, all: number) =>
    `The model does not know ${count} of these ${all} words (marked [UNK]): it reads ${count === 1 ? 'it' : 'each of them'} as one and the same sign, so ${count === 1 ? 'its' : 'their'} links have nothing to do with what ${count === 1 ? 'it means' : 'they mean'}.`,
  empty: 'No words yet. Type a sentence above, or start from the one in Google’s article of 2017 on the Transformer:',
  masked: {
    likeliest: (mask: string, number: number) =>
      `Likeliest in place of ${number ? `${mask} number ${number}` : mask}, to this model:`,
    put: (word: string, mask: string) => `Put “${word}” in place of ${mask}`,
    others: (share: string) => `all other words together ${share}`,
    how: 'Each share is the probability that the model’s head for masked words gives, of all words of its vocabulary together. A click puts the word in; Undo takes it out again.'
  }
}

const chinese: typeof english = {
  texts: '文本',
  sentence: '句子',
  sentenceHint: '输入一句话，看每个词在看哪里。',
  examples: '试试',
  defaultExample: 'The animal didn’t cross the street …',
  swap: '换掉最后一个词',
  secondAdd: '+ 第二句',
  second: '第二句',
  secondHint: '输入第二句话。',
  secondUse: '第二句的用途',
  secondUses: { contrast: '与第一句对照', pair: '两句连成一对来读' },
  secondRemove: '去掉第二句',
  fieldRest: (left) => `……后面还有 ${inThousands(left)} 个字符，已保留，但没有显示。`,
  fieldDrop: '去掉它们',
  truncatedLong: (kept, characters) =>
    `模型只读前 ${kept} 个词元，其后的 ${inThousands(characters)} 个字符没有读（上面划去的部分）。`,
  readsOwn: (limit) => `这是模型文件自己设定的上限：${limit} 个词元。`,
  readLonger: (positions) => `改为最多读 ${positions} 个`,
  readsLonger: (positions, limit) =>
    `现在最多读 ${positions} 个词元，即模型的全部位置；模型文件设定的上限是 ${limit} 个。`,
  readOwn: (limit) => `恢复为最多读 ${limit} 个`,
  truncated: (kept, cut) => `模型只读 ${kept} 个词元，最后 ${cut} 个没有读（上面变淡的部分）。`,
  unknown: (count, all) =>
    `这 ${all} 个词里，模型不认识其中 ${count} 个（标着 [UNK]），都读作同一个符号，所以它们的连线与词义无关。`,
  empty: '还没有词。在上面输入一句话，或者从 Google 2017 年介绍 Transformer 的文章中的例句开始：',
  masked: {
    likeliest: (mask, number) => `模型认为${number ? `第 ${number} 个` : ''} ${mask} 处最可能是：`,
    put: (word, mask) => `用“${word}”代替 ${mask}`,
    others: (share) => `其余所有词合计 ${share}`,
    how: '百分数是模型的“填空”输出层（掩码语言模型头）给出的概率，以整个词表为 100%。点一个词就填进句子，“撤销”可以还原。'
  }
}

export const editorWords: InBoth<typeof english> = { en: english, zh: chinese }
