// What the panels beside a view say of its heads and links.

import type { HeadKind } from '../../reading/types'
import type { InBoth } from '../../state/language'

const english = {
  /** The same in parts: after each stands which numbers there are, as layers and heads count from 0. */
  headsParts: (layer: number, head: number): readonly [string, string] => [`Layer ${layer}`, `, head ${head}`],
  outOf: (count: number) => `(of 0–${count - 1})`,
  headsOverlaid: (count: number) => `${count} heads ${count > 4 ? 'side by side' : 'overlaid'}`,
  ofHeads: (count: number) => `of ${count}`,
  overlay: 'Overlay heads',
  overlayHint: 'Shift-click, or switch this on and click: up to four heads in one picture, up to twelve side by side',
  solo: (name: string) => `Show only head ${name}`,
  remove: (name: string) => `Take head ${name} away`,
  kind: (kind: HeadKind, mostlySpecial: boolean) =>
    mostlySpecial
      ? `In this sentence it mostly rests on [CLS] and [SEP]; what is left ${english.kinds[kind]}.`
      : `In this sentence what it gives to words ${english.kinds[kind]}.`,
  kinds: {
    previous: 'goes mostly to the word before',
    next: 'goes mostly to the word after',
    self: 'stays mostly on the word itself',
    near: 'stays mostly on the word itself and its neighbours',
    far: 'goes mostly to words further away than its neighbours'
  } satisfies Record<HeadKind, string> as Record<HeadKind, string>,
  sharpest: (from: string, to: string, weight: string) =>
    `Its strongest link between two words: “${from}” → “${to}”, ${weight}.`,
  shares: {
    special: '[CLS], [SEP]',
    previous: 'word before',
    next: 'word after',
    self: 'itself',
    other: 'other words'
  },
  profileNote:
    'Averages over the words of this sentence: a description of the numbers, not an explanation of the model.',
  strongestFrom: (word: string) => `Strongest from “${word}”`,
  strongestTo: (word: string) => `Who looks at “${word}”`,
  strongestOverall: 'Strongest between words',
  moreChosen: (count: number) => `and ${count} more chosen`,
  contrast: 'One word changes, the link moves',
  contrastHint: 'Pin a word on the left to compare its links in the two sentences.',
  contrastSaid: (from: string, to: string, first: string, a: string, second: string, b: string) =>
    `From “${from}” to “${to}”: ${a} when the sentence ends in “${first}”, ${b} when it ends in “${second}”.`,
  too: (word: string) => `too ${word}`
}

const chinese: typeof english = {
  headsParts: (layer, head) => [`第 ${layer} 层`, `，第 ${head} 头`],
  outOf: (count) => `（0–${count - 1}）`,
  headsOverlaid: (count) => `${count > 4 ? '并排' : '叠加'} ${count} 个头`,
  ofHeads: (count) => `共 ${count} 个`,
  overlay: '叠加多个头',
  overlayHint: '按住 Shift 点击，或打开此项后点击：一幅图里最多四个头，并排最多十二个',
  solo: (name) => `只看头 ${name}`,
  remove: (name) => `去掉头 ${name}`,
  kind: (kind, mostlySpecial) =>
    mostlySpecial
      ? `在这句话里，它主要停在 [CLS] 和 [SEP] 上；其余${chinese.kinds[kind]}。`
      : `在这句话里，它给各词的注意力${chinese.kinds[kind]}。`,
  kinds: {
    previous: '主要落在前一个词上',
    next: '主要落在后一个词上',
    self: '主要留在词自身',
    near: '主要落在词自身和邻近的词上',
    far: '主要落在较远的词上'
  },
  sharpest: (from, to, weight) => `两词之间最突出的连线：“${from}” → “${to}”，${weight}。`,
  shares: { special: '[CLS]、[SEP]', previous: '前一个词', next: '后一个词', self: '自己', other: '其他词' },
  profileNote: '这是对本句各词取的平均：只描述数字，不解释模型。',
  strongestFrom: (word) => `“${word}”看得最多的`,
  strongestTo: (word) => `谁在看“${word}”`,
  strongestOverall: '词与词之间最强的连线',
  moreChosen: (count) => `另外还选了 ${count} 个`,
  contrast: '换一个词，连线就变',
  contrastHint: '在左列固定一个词，比较它在两句话里的连线。',
  contrastSaid: (from, to, first, a, second, b) =>
    `从“${from}”到“${to}”：句尾是“${first}”时为 ${a}，是“${second}”时为 ${b}。`,
  too: (word) => `too ${word}`
}

export const panelWords: InBoth<typeof english> = { en: english, zh: chinese }
