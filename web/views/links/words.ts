// What the view "Links" says.

import type { SharedWords } from '../../shared/words'
import type { InBoth } from '../../state/language'
import type { Flow, PairFilter } from './choices'

const percent = (share: number) => `${Math.round(share * 100)}%`

const english = {
  flow: 'Words in',
  flows: { columns: 'Columns', rows: 'Lines' } satisfies Record<Flow, string> as Record<Flow, string>,
  pair: 'Sentences',
  pairs: { all: 'All', aa: 'A→A', ab: 'A→B', ba: 'B→A', bb: 'B→B' } as Record<PairFilter, string>,
  pairSaid: (filter: string) => `only links ${filter} of the pair are drawn`,
  difference: (first: string, second: string) => `Difference: ${first} minus ${second}`,
  differenceOf: (first: string, second: string) => `${first} − ${second}`,
  differenceLegend: 'Width is difference:',
  differenceHint: 'With two heads chosen: what the first gives more (+) or less (−) than the second',
  more: (name: string) => `+ more in ${name}`,
  less: (name: string) => `− more in ${name}, dashed`,
  differenceSaid: (drawn: string, total: string, share: string) => [
    drawn,
    ` of ${total} differences, `,
    share,
    ' of all difference'
  ],
  summed: (count: number) => `the numbers add up ${count} words`,
  sideBySide: (count: number) => `${count} heads side by side: more than four would hide one another in one picture`,
  barLegend: 'grey bar: a word’s share for [CLS] and [SEP]',
  panel: (layer: number, head: number) => `Show only layer ${layer}, head ${head}`,
  sinkWhy:
    'A row of weights must add up to 1, whatever the head finds. Clark et al. (2019) suppose that a head which has nothing to do for a word puts its weight here, a “no-op”. That is a conjecture: the picture shows the weight, not the reason.',
  sinkMore: 'Why so much?',
  mass: 'Links drawn until',
  massValue: (share: number) => `${percent(share)} of each word’s attention`,
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
  howTouch: 'Tap a word to pin it.'
}

const chinese: typeof english = {
  flow: '词排成',
  flows: { columns: '两列', rows: '两行' },
  pair: '句子',
  pairs: { all: '全部', aa: 'A→A', ab: 'A→B', ba: 'B→A', bb: 'B→B' },
  pairSaid: (filter) => `只画这一对中 ${filter} 的连线`,
  difference: (first, second) => `差：${first} 减 ${second}`,
  differenceOf: (first, second) => `${first} − ${second}`,
  differenceLegend: '线宽即差值：',
  differenceHint: '选中两个头时：前一个比后一个多给（+）或少给（−）多少',
  more: (name) => `+ ${name} 更多`,
  less: (name) => `− ${name} 更多，虚线`,
  differenceSaid: (drawn, total, share) => [drawn, ` / ${total} 处差异，占全部差异的 `, share, ''],
  summed: (count) => `数字是 ${count} 个词之和`,
  sideBySide: (count) => `${count} 个头并排：一幅图里超过四个就会互相遮挡`,
  barLegend: '灰条：该词给 [CLS] 和 [SEP] 的份额',
  panel: (layer, head) => `只看第 ${layer} 层第 ${head} 头`,
  sinkWhy:
    '不论一个头找到什么，一行权重之和必须为 1。Clark 等人（2019）推测：一个头对某个词无事可做时，就把权重放在这里，相当于“空操作”（no-op）。这只是推测：图上看得到权重，看不到原因。',
  sinkMore: '为什么这么多？',
  mass: '连线画到',
  massValue: (share) => `每个词注意力的 ${percent(share)}`,
  legend: '线宽即权重：',
  linksSaid: (drawn, total, share) => [drawn, ` / ${total} 条连线，占全部注意力的 `, percent(share), ''],
  allOf: (word) => `“${word}”的连线全部画出`,
  allOfSeveral: '所选词的连线全部画出',
  capped: (cap, wanted) => `${wanted} 条连线中只画出最强的 ${cap} 条；下方的数字是完整的。`,
  sinks: { show: '', fade: '，画成灰色', hide: '，没有画出（其余权重不会重新归一化）' },
  sinkSaid: (share) => ['各词的注意力平均有 ', percent(share), ' 给了 [CLS] 和 [SEP]'],
  how: '悬停或方向键预览，点击或回车固定，按 Shift 追加，Esc 取消固定。',
  howHeads: '打开“叠加多个头”，或按住 Shift 点击，可以再叠一个头；这时也能画出两者的差别。',
  howTouch: '点一个词就固定它。'
}

export const words: InBoth<{ links: typeof english }> = { en: { links: english }, zh: { links: chinese } }

/** The view's own words in one language, and all that it has to say. */
export type Words = (typeof words)['en']
export type Say = SharedWords & Words
