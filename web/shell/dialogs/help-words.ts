// What the list of keys says.

import type { InBoth } from '../../state/language'

interface KeyGroup {
  title: string
  rows: [keys: string[], does: string][]
}

interface KeyWords {
  title: string
  close: string
  letters: string
  page: KeyGroup
  picture: KeyGroup
}

const english = {
  keys: {
    title: 'Keys',
    close: 'Close',
    letters: 'Keys of one letter or sign work',
    page: {
      title: 'The page',
      rows: [
        [['1 – 7'], 'the views'],
        [['/'], 'to the sentence'],
        [['Ctrl+Z'], 'undo (outside a text)'],
        [['Ctrl+Shift+Z'], 'redo'],
        [['L'], 'English or Chinese'],
        [['T'], 'system, light or dark'],
        [['?'], 'this list']
      ]
    },
    picture: {
      title: 'The picture',
      rows: [
        [['[', ']'], 'head before, after'],
        [['{', '}'], 'layer before, after'],
        [['↑', '↓', '←', '→'], 'from word to word, from head to head'],
        [['Enter'], 'pin the word, choose the head'],
        [['Shift+Enter'], 'add it to what is chosen'],
        [['Esc'], 'clear pins; leave a text'],
        [['S'], '[CLS], [SEP]: show, fade, hide'],
        [['U'], 'words or pieces'],
        [['O'], 'columns or lines'],
        [[',', '.'], 'in Steps: step back, forward'],
        [['K'], 'in Steps: play, pause']
      ]
    }
  } as KeyWords
}

const chinese: typeof english = {
  keys: {
    title: '快捷键',
    close: '关闭',
    letters: '启用单键快捷键',
    page: {
      title: '页面',
      rows: [
        [['1 – 7'], '各个视图'],
        [['/'], '回到句子'],
        [['Ctrl+Z'], '撤销（在文本框之外）'],
        [['Ctrl+Shift+Z'], '重做'],
        [['L'], '英文或中文'],
        [['T'], '跟随系统、浅色或深色'],
        [['?'], '这张列表']
      ]
    },
    picture: {
      title: '图',
      rows: [
        [['[', ']'], '上一个、下一个头'],
        [['{', '}'], '上一层、下一层'],
        [['↑', '↓', '←', '→'], '在词之间、头之间移动'],
        [['Enter'], '固定词、选择头'],
        [['Shift+Enter'], '追加到所选'],
        [['Esc'], '取消固定；离开文本框'],
        [['S'], '[CLS]、[SEP]：显示、淡化、隐藏'],
        [['U'], '词或词元'],
        [['O'], '竖排两列或横排两行'],
        [[',', '.'], '分步计算中：退一步，进一步'],
        [['K'], '分步计算中：播放，暂停']
      ]
    }
  }
}

export const helpWords: InBoth<typeof english> = { en: english, zh: chinese }
