// What the view "Links" says beyond the words that all views share.

import type { Flow, PairFilter } from '../../state/address'

const english = {
  flow: 'Words in',
  flows: { columns: 'Columns', rows: 'Lines' } satisfies Record<Flow, string> as Record<Flow, string>,
  pair: 'Sentences',
  pairs: { all: 'All', aa: 'A→A', ab: 'A→B', ba: 'B→A', bb: 'B→B' } as Record<PairFilter, string>,
  pairSaid: (filter: string) => `only links ${filter} of the pair are drawn`,
  difference: (first: string, second: string) => `Difference: ${first} minus ${second}`,
  differenceOf: (first: string, second: string) => `${first} − ${second}`,
  legend: 'Width is difference:',
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
  sinkMore: 'Why so much?'
}

const chinese: typeof english = {
  flow: '词排成',
  flows: { columns: '两列', rows: '两行' },
  pair: '句子',
  pairs: { all: '全部', aa: 'A→A', ab: 'A→B', ba: 'B→A', bb: 'B→B' },
  pairSaid: (filter) => `只画这一对中 ${filter} 的连线`,
  difference: (first, second) => `差：${first} 减 ${second}`,
  differenceOf: (first, second) => `${first} − ${second}`,
  legend: '线宽即差值：',
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
  sinkMore: '为什么这么多？'
}

export const linksWords = { en: english, zh: chinese }
