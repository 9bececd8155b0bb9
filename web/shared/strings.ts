// Every word the page says, in English and Chinese. Both tables have the same shape, checked by the compiler.

import type { HeadKind } from '../reading/types'
import { modelWords } from '../shell/dialogs/words'
import { exportWords } from '../shell/export/words'
import { compareWords } from '../views/compare/words'
import { headsWords } from '../views/heads/words'
import { layersWords } from '../views/layers/words'
import { linksWords } from '../views/links/words'
import { stepsWords } from '../views/steps/words'

export type Language = 'en' | 'zh'

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

const inThousands = (count: number) => count.toLocaleString('en')
const percent = (share: number) => `${Math.round(share * 100)}%`

const english = {
  language: 'English',
  otherLanguage: '中文',
  otherLanguageShort: '中',
  switchLanguage: '切换到中文',
  title: 'attnscope: see what every attention head looks at',
  tagline: 'see what every attention head looks at',
  skip: 'Skip to the picture',
  themes: { system: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark' },

  sentence: 'Sentence',
  sentenceHint: 'Type a sentence and see where each word looks.',
  examples: 'or try',
  defaultExample: 'The animal didn’t cross the street …',
  swap: 'Change the last word',
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
  } as KeyWords,
  secondAdd: '+ second sentence',
  second: 'Second sentence',
  secondHint: 'Type a second sentence.',
  secondUse: 'What the second sentence is for',
  secondUses: { contrast: 'Set it against the first', pair: 'Read both as one pair' },
  secondRemove: 'Take the second sentence away',
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

  view: {
    links: 'Links',
    matrix: 'Matrix',
    heads: 'All heads',
    find: 'Find the head',
    steps: 'Steps',
    compare: 'Compare',
    layers: 'Across layers'
  } as Record<string, string>,
  links: linksWords.en,
  model: modelWords.en,
  compare: compareWords.en,
  ...headsWords.en,
  layers: layersWords.en,
  steps: stepsWords.en,
  export: exportWords.en,
  tour: 'Guided tour',
  partFailed: 'This part cannot be drawn for this text.',
  partFailedWhy: 'The rest of the page works on. Another text, head or view may be drawn.',
  partAgain: 'Try again',
  partLeave: 'Show the links',
  viewFailed: (name: string) =>
    `“${name}” could not be fetched. Check that the server of this page is still running, then load the page again.`,
  views: 'Views',
  bar: 'Views and actions',
  texts: 'Texts',
  looksFrom: 'looks from · query',
  looksAt: 'looks at · key',
  queryWords: 'Words that look (queries)',
  keyWords: 'Words looked at (keys)',
  wordSpecial: (word: string, share: number) => `${word}: ${percent(share)} to [CLS] and [SEP]`,
  modelSees: (label: string, seen: string) => `${label}  (the model sees: ${seen})`,
  legend: 'Width is weight:',
  linksSaid: (drawn: string, total: string, share: number) => [
    drawn,
    ` of ${total} links, `,
    percent(share),
    ' of all attention'
  ],
  allOf: (word: string) => `every link of “${word}” is drawn`,
  allOfSeveral: 'every link of the chosen words is drawn',
  capped: (cap: string, wanted: string) =>
    `Only the strongest ${cap} of these ${wanted} links fit in the picture; the numbers below are complete.`,
  sinks: { show: '', fade: ', drawn grey', hide: ', not drawn (the other weights stay as they are)' },
  sinkSaid: (share: number) => ['Words give ', percent(share), ' of their attention to [CLS] and [SEP]'],
  how: 'Hover or arrow keys preview, click or Enter pins, Shift adds, Esc clears.',
  howHeads:
    'A second head lies over the first with “Overlay heads” or Shift and a click; then their difference can be drawn.',
  howTouch: 'Tap a word to pin it.',

  headsTitle: (layer: number, head: number) => `Layer ${layer}, head ${head}`,
  /** The same in parts: after each stands which numbers there are, as layers and heads count from 0. */
  headsParts: (layer: number, head: number): readonly [string, string] => [`Layer ${layer}`, `, head ${head}`],
  outOf: (count: number) => `(of 0–${count - 1})`,
  headsOverlaid: (count: number) => `${count} heads ${count > 4 ? 'side by side' : 'overlaid'}`,
  ofHeads: (count: number) => `of ${count}`,
  headGrid: 'Heads: rows are layers, columns are heads. Arrow keys move, Enter chooses, Shift+Enter overlays.',
  overlay: 'Overlay heads',
  overlayHint: 'Shift-click, or switch this on and click: up to four heads in one picture, up to twelve side by side',
  overlayFull: 'Twelve heads at most: take one away first.',
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
  goTo: (word: string) => `Show ${word} in the picture`,
  contrast: 'One word changes, the link moves',
  contrastHint: 'Pin a word on the left to compare its links in the two sentences.',
  contrastSaid: (from: string, to: string, first: string, a: string, second: string, b: string) =>
    `From “${from}” to “${to}”: ${a} when the sentence ends in “${first}”, ${b} when it ends in “${second}”.`,
  too: (word: string) => `too ${word}`,

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
  mass: 'Links drawn until',
  massValue: (share: number) => `${percent(share)} of each word’s attention`,
  clear: 'Clear pins',

  table: 'Numbers as a table',
  tableCaption: (head: string) =>
    `Attention weights, ${head}: rows look, columns are looked at; every row adds up to 1.`,
  tableScope: 'Rows',
  tableScopes: { chosen: 'Chosen words', all: 'All words' },
  tableTooLong: (limit: number) => `With more than ${limit} words only the chosen words are listed.`,
  tableNone: 'Pin a word to list its numbers.',
  rowSum: 'sum',
  from: 'from',

  loading: 'Loading the model',
  preparing: 'Preparing the model',
  loadingOf: (done: string, total: string) => `${done} of ${total} MB`,
  once: 'It runs in your browser: your text never leaves this machine.',
  cancel: 'Cancel',
  stopped: 'Loading was stopped.',
  stoppedWhy: 'The links appear when the model is there.',
  load: 'Load the model',
  retry: 'Try again',
  loadFailed: 'The model could not be loaded.',
  loadAdvice:
    'Check that the server that gave you this page is still running and has the model’s files in its models folder, then try again.',
  runFailed: 'This text could not be computed.',
  runAdvice: 'Your text is kept. Try again, or change it a little.',

  modelChip: 'Model',
  shape: (layers: number, heads: number) => `${layers} layers × ${heads} heads`,
  lastRun: 'last run',
  threads: (count: number) => (count === 1 ? '1 thread' : `${count} threads`),
  announce: (word: string, list: string, head: string) => `${head}: ${word} looks most at ${list}.`,
  announceKey: (word: string, list: string, head: string) => `${head}: ${word} is looked at most by ${list}.`,
  announceNone: (head: string) => `${head}. No word is pinned.`,
  honest:
    'Attention shows where a head reads, not why the model answers. Everything here is computed in your browser, from the model’s own weights.',
  reference: 'The same numbers in your own program: reference of the npm package'
}

export type Strings = typeof english

const chinese: Strings = {
  language: '中文',
  otherLanguage: 'English',
  otherLanguageShort: 'EN',
  switchLanguage: 'Switch to English',
  title: 'attnscope：看见每个注意力头在看什么',
  tagline: '看见每个注意力头在看什么',
  skip: '跳到图',
  themes: { system: '主题：跟随系统', light: '主题：浅色', dark: '主题：深色' },

  sentence: '句子',
  sentenceHint: '输入一句话，看每个词在看哪里。',
  examples: '试试',
  defaultExample: 'The animal didn’t cross the street …',
  swap: '换掉最后一个词',
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
  },
  secondAdd: '+ 第二句',
  second: '第二句',
  secondHint: '输入第二句话。',
  secondUse: '第二句的用途',
  secondUses: { contrast: '与第一句对照', pair: '两句连成一对来读' },
  secondRemove: '去掉第二句',
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

  view: {
    links: '连线',
    matrix: '矩阵',
    heads: '所有头',
    find: '寻找注意力头',
    steps: '分步计算',
    compare: '对比',
    layers: '跨层'
  },
  links: linksWords.zh,
  model: modelWords.zh,
  compare: compareWords.zh,
  ...headsWords.zh,
  layers: layersWords.zh,
  steps: stepsWords.zh,
  export: exportWords.zh,
  tour: '导览',
  partFailed: '这一部分无法为这段文字画出。',
  partFailedWhy: '页面的其余部分照常可用；可以换一段文字、一个头或一个视图。',
  partAgain: '再试一次',
  partLeave: '显示连线',
  viewFailed: (name) => `“${name}”没有取到。请确认提供本页的服务仍在运行，然后重新载入本页。`,
  views: '视图',
  bar: '视图与操作',
  texts: '文本',
  looksFrom: '谁在看 · 查询 Q',
  looksAt: '看向谁 · 键 K',
  queryWords: '在看的词（查询）',
  keyWords: '被看的词（键）',
  wordSpecial: (word, share) => `${word}：${percent(share)} 给了 [CLS] 和 [SEP]`,
  modelSees: (label, seen) => `${label}（模型看到：${seen}）`,
  legend: '线宽即权重：',
  linksSaid: (drawn, total, share) => [drawn, ` / ${total} 条连线，占全部注意力的 `, percent(share), ''],
  allOf: (word) => `“${word}”的连线全部画出`,
  allOfSeveral: '所选词的连线全部画出',
  capped: (cap, wanted) => `${wanted} 条连线中只画出最强的 ${cap} 条；下方的数字是完整的。`,
  sinks: { show: '', fade: '，画成灰色', hide: '，没有画出（其余权重不会重新归一化）' },
  sinkSaid: (share) => ['各词的注意力平均有 ', percent(share), ' 给了 [CLS] 和 [SEP]'],
  how: '悬停或方向键预览，点击或回车固定，按 Shift 追加，Esc 取消固定。',
  howHeads: '打开“叠加多个头”，或按住 Shift 点击，可以再叠一个头；这时也能画出两者的差别。',
  howTouch: '点一个词就固定它。',

  headsTitle: (layer, head) => `第 ${layer} 层，第 ${head} 头`,
  headsParts: (layer, head) => [`第 ${layer} 层`, `，第 ${head} 头`],
  outOf: (count) => `（0–${count - 1}）`,
  headsOverlaid: (count) => `${count > 4 ? '并排' : '叠加'} ${count} 个头`,
  ofHeads: (count) => `共 ${count} 个`,
  headGrid: '注意力头：行是层，列是头。方向键移动，回车选择，Shift+回车叠加。',
  overlay: '叠加多个头',
  overlayHint: '按住 Shift 点击，或打开此项后点击：一幅图里最多四个头，并排最多十二个',
  overlayFull: '最多十二个头：请先去掉一个。',
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
  goTo: (word) => `在图中显示 ${word}`,
  contrast: '换一个词，连线就变',
  contrastHint: '在左列固定一个词，比较它在两句话里的连线。',
  contrastSaid: (from, to, first, a, second, b) =>
    `从“${from}”到“${to}”：句尾是“${first}”时为 ${a}，是“${second}”时为 ${b}。`,
  too: (word) => `too ${word}`,

  controls: '连线怎么画',
  sinkMode: '[CLS]、[SEP]',
  sinkModes: { show: '显示', fade: '淡化', hide: '隐藏' },
  unitMode: '单位',
  unitModes: { words: '词', pieces: '词元' },
  unitsWhy: {
    words: '有的词被模型拆成几个词元来读：这里，一个词的各词元得到的权重相加，给出的权重取平均。',
    pieces: '词元是模型实际读的单位；以 ## 开头的，是接在前一个词元后面的。'
  },
  mass: '连线画到',
  massValue: (share) => `每个词注意力的 ${percent(share)}`,
  clear: '取消固定',

  table: '用表格看数字',
  tableCaption: (head) => `注意力权重，${head}：行是在看的词，列是被看的词，每行之和为 1。`,
  tableScope: '行',
  tableScopes: { chosen: '所选的词', all: '所有的词' },
  tableTooLong: (limit) => `超过 ${limit} 个词时，只列出所选的词。`,
  tableNone: '固定一个词，列出它的数字。',
  rowSum: '和',
  from: '从',

  loading: '正在载入模型',
  preparing: '正在准备模型',
  loadingOf: (done, total) => `${done} / ${total} MB`,
  once: '模型在你的浏览器里运行，文字不会离开这台机器。',
  cancel: '取消',
  stopped: '已停止载入。',
  stoppedWhy: '模型载入之后，连线才会出现。',
  load: '载入模型',
  retry: '再试一次',
  loadFailed: '模型没有载入成功。',
  loadAdvice: '请确认提供本页的服务仍在运行，并且它的 models 文件夹里有模型文件，然后再试一次。',
  runFailed: '这段文字没有算出来。',
  runAdvice: '文字还在。请再试一次，或稍作改动。',

  modelChip: '模型',
  shape: (layers, heads) => `${layers} 层 × ${heads} 头`,
  lastRun: '上次计算',
  threads: (count) => `${count} 个线程`,
  announce: (word, list, head) => `${head}：${word} 看得最多的是 ${list}。`,
  announceKey: (word, list, head) => `${head}：看 ${word} 最多的是 ${list}。`,
  announceNone: (head) => `${head}。没有固定的词。`,
  honest: '注意力说明一个头在读哪里，不说明模型为什么这样回答。这里的一切都在你的浏览器里，由模型自己的权重算出。',
  reference: '在你自己的程序里得到同样的数字：npm 包的接口文档（英文）'
}

export const strings: Record<Language, Strings> = { en: english, zh: chinese }
