// Texts that take the tokenizer's different ways: plain letters, letters that are taken apart, and one word a character.
import { corpus } from '../corpus.mjs'

const accents =
  'Où naît l’été, l’âme s’élève déjà; le garçon naïf préfère crêpes, pâté et œufs à la crème brûlée. Žluťoučký kůň úpěl ďábelské ódy. Größere Übungen müssen häufiger geprüft werden.'
const chinese =
  '注意力机制让模型在处理每一个词的时候，都能看到句子里其他的词。动物没有过马路，因为它太累了；街道也太宽。'

const grown = (text, length) => text.repeat(Math.ceil(length / text.length)).slice(0, length)

/** [name, texts]: many sentences at once, and long texts of 100,000 characters. */
export const tokenizerTexts = [
  ['256 English sentences', corpus(256)],
  [
    'one text of ASCII',
    [
      grown(
        `${corpus(64)
          .join(' ')
          .replace(/[^ -~]/g, '')} `,
        100_000
      )
    ]
  ],
  ['one text with accents', [grown(`${accents} `, 100_000)]],
  ['one text of Chinese', [grown(chinese, 100_000)]]
]
