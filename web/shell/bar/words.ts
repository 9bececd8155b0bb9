// What the bar of views and actions says, and the controls that views share.

import type { InBoth } from '../../state/language'

const english = {
  views: 'Views',
  bar: 'Views and actions',
  tour: 'Guided tour',
  viewFailed: (name: string) =>
    `“${name}” could not be fetched. Check that the server of this page is still running, then load the page again.`,
  actions: {
    group: 'Steps and link',
    undo: 'Undo (Ctrl+Z)',
    redo: 'Redo (Ctrl+Shift+Z)',
    link: 'Copy link',
    linkHint: 'A link to exactly this: text, view, heads and pins. Nothing is sent anywhere.',
    copied: 'Link copied',
    notCopied: 'The link is in the address bar',
    tooLong: 'This text is too long for a link',
    keys: 'Keys (?)'
  },
  controls: 'How the links are drawn',
  sinkMode: '[CLS], [SEP]',
  sinkModes: { show: 'Show', fade: 'Fade', hide: 'Hide' },
  unitMode: 'Units',
  unitModes: { words: 'Words', pieces: 'Pieces' },
  unitsWhy: {
    words:
      'The model reads some words in pieces: here what a word’s pieces receive is added up, and what they give is averaged.',
    pieces: 'Pieces are the tokens that the model reads; one with ## continues the piece before it.'
  },
  clear: 'Clear pins'
}

const chinese: typeof english = {
  views: '视图',
  bar: '视图与操作',
  tour: '导览',
  viewFailed: (name) => `“${name}”没有取到。请确认提供本页的服务仍在运行，然后重新载入本页。`,
  actions: {
    group: '步骤与链接',
    undo: '撤销（Ctrl+Z）',
    redo: '重做（Ctrl+Shift+Z）',
    link: '复制链接',
    linkHint: '链接记下现在的一切：文字、视图、注意力头和固定的词。不会发送任何内容。',
    copied: '链接已复制',
    notCopied: '链接就在地址栏里',
    tooLong: '文字太长，放不进链接',
    keys: '快捷键（?）'
  },
  controls: '连线怎么画',
  sinkMode: '[CLS]、[SEP]',
  sinkModes: { show: '显示', fade: '淡化', hide: '隐藏' },
  unitMode: '单位',
  unitModes: { words: '词', pieces: '词元' },
  unitsWhy: {
    words: '有的词被模型拆成几个词元来读：这里，一个词的各词元得到的权重相加，给出的权重取平均。',
    pieces: '词元是模型实际读的单位；以 ## 开头的，是接在前一个词元后面的。'
  },
  clear: '取消固定'
}

export const barWords: InBoth<typeof english> = { en: english, zh: chinese }
