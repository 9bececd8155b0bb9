// What the guided tour says, station by station in the order of tour/stations.ts. Its figures are those of the default
// model and sentence, from tour/figures.ts.

import { figures as at } from './figures'

/** A question to guess before the answer is shown. */
export interface Guess {
  question: string
  options: readonly string[]
  /** Which option it is. */
  right: number
  answer: string
}

interface StationWords {
  title: string
  text: string
  guess: Guess
  todo: string
}

const english = {
  name: 'Guided tour',
  place: (at: number, of: number) => `Station ${at} of ${of}: `,
  guess: 'Guess first.',
  right: 'Right.',
  wrong: 'Not quite.',
  try: 'Try it',
  done: 'Done: you tried it.',
  show: 'Show me',
  again: 'Back to this picture',
  next: 'Next',
  back: 'Back',
  leave: 'Leave (it can be resumed)',
  fold: 'Fold the story',
  unfold: 'Unfold the story',
  finish: 'Finish',
  all: 'All stations',
  otherModel:
    'The figures and heads named here are those of all-MiniLM-L6-v2; in the model that is loaded they differ.',
  stations: [
    {
      title: 'A word asks: the query',
      text: `To be understood, “it” needs the other words, so it asks them. In each head its question is a list of 32 numbers, the query q, which the model makes from the word’s vector. Every line from “it” is an answer: in this head the thickest goes to “animal”, with weight ${at.animalTired} of 1.`,
      guess: {
        question: `“it” gives “animal” ${at.animalTired}. How much does “animal” give back to “it”?`,
        options: ['Less', 'As much', 'More'],
        right: 0,
        answer: `Only ${at.animalBack}. A link has a direction: each word asks with a query of its own.`
      },
      todo: 'Pin another word on the left, such as “cross”, and see whom it asks.'
    },
    {
      title: 'The others answer: keys and values',
      text: 'Each word also makes a key k and a value v. The key says what the word can be found by: query and key are multiplied number by number and added up, to see how well they match. The value is what the word hands over when it is looked at. The same vector, three learned matrices: W_Q, W_K, W_V.',
      guess: {
        question: 'Another word asks in place of “it”. Does the key of “animal” change?',
        options: ['Yes, to suit the query', 'No'],
        right: 1,
        answer:
          'No. A key is made of the word’s own vector and what the head has learned; in one head every query meets the same keys.'
      },
      todo: 'The step with the keys is open. Go on to the values.'
    },
    {
      title: 'Why divide by √d',
      text: `A score is q · k: 32 products added up. If the numbers were unrelated and of spread 1, such a sum would spread √32 ≈ ${at.root} times as wide as one product, and wider still in a wider head. Softmax would then give nearly all to the largest, and the gradients, by which a model learns, would be almost zero. So each score is divided by √32.`,
      guess: {
        question: `“animal” gets ${at.animalTired} of the attention of “it”. How much would it get in this head without the division?`,
        options: ['As much', 'A little more', 'Nearly all'],
        right: 2,
        answer: `${at.withoutRoot}. Step 6 shows it as a comparison only: this model was trained with the division.`
      },
      todo: 'Here are the scores. Go to the next step: both columns of bars have one scale, so you see them shrink; their order stays the same.'
    },
    {
      title: 'Softmax: scores become shares',
      text: `Softmax takes e to the power of each scaled score and divides by the sum of them all. Every share is positive, all of them together are 1, and a lead of 1 makes a share e ≈ ${at.e} times as large. These shares are the attention weights: the widths of the lines in “Links”.`,
      guess: {
        question: `The scaled score of “animal” is ${at.lead} more than that of “street”. How many times as large is its share?`,
        options: [`${at.lead} times`, 'About twice that', 'More than ten times'],
        right: 2,
        answer: `${at.ratio} times: e to the power of ${at.lead}. A difference of scores becomes a ratio of shares.`
      },
      todo: 'Open “Matrix”: each row is one word’s shares, and the sum at its end is 1.'
    },
    {
      title: 'Why many heads',
      text: 'One head has one way of asking. A sentence may need several at once: who is meant, what comes next, which words belong together. So each of the 6 layers has 12 heads with matrices of their own; their results are put side by side and mixed by one more matrix, W_O.',
      guess: {
        question:
          'In how many of the 72 heads does “it” give “animal” more than any other word ([CLS] and [SEP] not counted)?',
        options: ['In fewer than 20', 'In about half', 'In nearly all'],
        right: 0,
        answer: `In ${at.headsOnAnimal}. One of them, 5·11, gives it even a little more than 3·1: ${at.animalLater}. The others read something else.`
      },
      todo: 'These are all 72. Choose one whose pattern looks different from that of 3·1.'
    },
    {
      title: 'Local and global heads',
      text: `Some heads read next door, others across the whole sentence. Here they are laid out by how far away the words are that they read, on average. A pattern along the diagonal is a local head; a stripe means that all words read one word. The mark at ${at.alike} words is where a head would stand that reads all words alike. Nobody assigned these parts: they came about in training.`,
      guess: {
        question: 'In which layer is the most local head of this sentence?',
        options: ['In the first', 'In the middle', 'In the last'],
        right: 0,
        answer: `In layer 0: head 0·2 reads ${at.localDistance} words away on average.`
      },
      todo: `Set the order to “Lowest first” and choose 0·2: a word gives ${at.localBefore} of its attention to the word before it, on average (the first word has none before it).`
    },
    {
      title: 'Where a head rests: [CLS] and [SEP]',
      text: `[CLS] was added to stand for the whole text, [SEP] to end a sentence. Many heads put much of their weight there: the words give them ${at.special} in this one. A row must sum to 1 even when a head finds nothing for a word; Clark et al. (2019), who found the same in BERT, suppose that it then rests there, a “no-op”. That is a conjecture.`,
      guess: {
        question: `Now multiply each weight by the length of the value that it brings. What share of this comes from [CLS] and [SEP]?`,
        options: ['Half, as of the weights', 'About a third', 'Less than a fifth'],
        right: 2,
        answer: `${at.specialByLength}. The value of [CLS] is ${at.clsValue} long, those of the words ${at.shortestValue} to ${at.longestValue}: a head that rests on [CLS] hands over little. That supports the no-op and does not prove it.`
      },
      todo: 'Set [CLS], [SEP] to “Hide”. The lines go, but no weight is rescaled: the others stay as thin as they are.'
    },
    {
      title: '“it”: tired or wide',
      text: 'Who was too tired? The animal. What was too wide? The street. The two sentences differ in one word, the last. The query of “it” has already taken the last word in, from the layers below; so the links of “it” can depend on it.',
      guess: {
        question: 'With “wide” at the end: which of the two gets more from “it” in this head?',
        options: ['“street”', 'Still “animal”', 'Both the same'],
        right: 1,
        answer: `“animal” falls from ${at.animalTired} to ${at.animalWide}, “street” rises from ${at.streetTired} to ${at.streetWide}: it still trails, and [CLS] gets most, ${at.clsWide}. Head 4·0 does turn: “animal” ${at.turnAnimalTired} → ${at.turnAnimalWide}, “street” ${at.turnStreetTired} → ${at.turnStreetWide}.`
      },
      todo: 'Change the last word to “wide” and watch the links of “it”.'
    },
    {
      title: 'One word twice: positions and context',
      text: `Attention by itself knows no order, so each place has a vector of its own that is added to the word’s. That is why the two “saw” differ a little from the start: the cosine of their vectors is ${at.sawStart} (see “embedding”; 1 would be the same direction). In the layers each collects what stands around it, and after the last it is ${at.sawEnd}. At first two such vectors move apart; later layers may bring them together again.`,
      guess: {
        question: '“They can fish in a can”: do the two “can” move further apart in every layer?',
        options: ['Yes', 'No'],
        right: 1,
        answer: `No. After layer 4 the cosine is ${at.canBeforeLast}, after layer 5, the last, it is ${at.canEnd}.`
      },
      todo: 'Write a sentence of your own in which a word occurs twice in two senses.'
    },
    {
      title: 'What attention is not',
      text: 'A weight says where a head reads, not why the model answers. What is read, the value, may be small; the residual connection carries each word past every head; the feed-forward network changes it again. Means and rollout, as here, are summaries that no head computes. Use them to look, then test what you believe.',
      guess: {
        question: `Head 3·1 gives ${at.animalTired} from “it” to “animal”. What is the mean over the 12 heads of layer 3?`,
        options: ['About the same', 'About half of it', 'Less than a third of it'],
        right: 2,
        answer: `${at.meanAnimal}. A mean hides the one head, and the one head does not speak for its layer.`
      },
      todo: 'Write any sentence, guess where “it” or another word will look, and see whether you were right.'
    }
  ] as readonly StationWords[]
}

export type TourWords = typeof english

const chinese: TourWords = {
  name: '导览',
  place: (at, of) => `第 ${at} 站，共 ${of} 站：`,
  guess: '先猜一猜。',
  right: '猜对了。',
  wrong: '不对。',
  try: '试一试',
  done: '已完成：你试过了。',
  show: '做给我看',
  again: '回到本站的画面',
  next: '下一站',
  back: '上一站',
  leave: '离开（以后可以接着看）',
  fold: '收起讲解',
  unfold: '展开讲解',
  finish: '结束导览',
  all: '全部站点',
  otherModel: '这里所说的数字和头属于 all-MiniLM-L6-v2；在现在载入的模型里会不一样。',
  stations: [
    {
      title: '一个词在提问：查询',
      text: `要弄懂“it”，得靠别的词，于是它去问它们。在每个头里，它的问题是 32 个数，叫做查询 q，由模型从这个词的向量算出。从“it”出发的每条线都是一个回答：在这个头里，最粗的一条通向“animal”，权重是 ${at.animalTired}（总和为 1）。`,
      guess: {
        question: `“it”给“animal”的权重是 ${at.animalTired}。反过来，“animal”给“it”多少？`,
        options: ['更少', '一样多', '更多'],
        right: 0,
        answer: `只有 ${at.animalBack}。连线有方向：每个词都用自己的查询去问。`
      },
      todo: '在左列固定另一个词，比如“cross”，看它去问谁。'
    },
    {
      title: '别的词来回答：键和值',
      text: '每个词还有一个键 k 和一个值 v。键说明凭什么能找到这个词：把查询和键逐个数相乘再相加，就知道两者有多匹配。值是这个词被看到时交出去的内容。同一个向量，乘上三个学得的矩阵：W_Q、W_K、W_V。',
      guess: {
        question: '换一个词来问，“animal”的键会变吗？',
        options: ['会变，以配合查询', '不变'],
        right: 1,
        answer: '不变。键只由这个词自己的向量和这个头学得的参数算出；在同一个头里，所有查询遇到的都是同样的键。'
      },
      todo: '现在展开的是“键”，请继续到“值”。'
    },
    {
      title: '为什么要除以 √d',
      text: `得分是 q · k，也就是 32 个乘积之和。若各数互不相关、方差为 1，这个和的标准差就是单个乘积的 √32 ≈ ${at.root} 倍，头越宽倍数越大。那样 softmax 会把几乎全部份额给最大的得分，梯度几乎为零，难以继续学习。所以每个得分都除以 √32。`,
      guess: {
        question: `“animal”得到“it”的注意力的 ${at.animalTired}。在这个头里，不除以 √32 的话会得到多少？`,
        options: ['一样多', '稍多一些', '几乎全部'],
        right: 2,
        answer: `${at.withoutRoot}。第 6 步把它列出来，仅作对照：这个模型是带着这个除法训练的。`
      },
      todo: '这里是得分。走到下一步：两列条形用同一标尺，可以看到它们变短；先后次序不变。'
    },
    {
      title: 'Softmax：得分变成份额',
      text: `Softmax 先取以 e 为底、缩放后得分为指数的幂，再除以它们的总和。每个份额都是正数，加起来正好是 1；得分略高，份额就会高出很多：高出 1，份额就是 e ≈ ${at.e} 倍。这些份额就是注意力权重，也就是“连线”里各条线的宽度。`,
      guess: {
        question: `“animal”的缩放后得分比“street”高 ${at.lead}。它的份额是“street”的多少倍？`,
        options: [`${at.lead} 倍`, '大约再翻一番', '十倍以上'],
        right: 2,
        answer: `${at.ratio} 倍，即 e 的 ${at.lead} 次方。得分之差变成了份额之比。`
      },
      todo: '打开“矩阵”：每一行是一个词的各个份额，行末的和是 1。'
    },
    {
      title: '为什么要有许多头',
      text: '一个头只有一种问法。一句话却可能要同时问好几件事：指的是谁，下一个词是什么，哪些词彼此相关。所以 6 层里每层都有 12 个头，各有自己的矩阵；它们的结果并排放好，再由一个矩阵 W_O 混合起来。',
      guess: {
        question: '不计 [CLS] 和 [SEP]，72 个头里有多少个，“it”给“animal”的权重超过给其他任何词的？',
        options: ['不到 20 个', '大约一半', '几乎全部'],
        right: 0,
        answer: `有 ${at.headsOnAnimal} 个。其中的 5·11 给得甚至比 3·1 还略多：${at.animalLater}。其余的头在读别的。`
      },
      todo: '这里是全部 72 个头。选一个图案与 3·1 不同的。'
    },
    {
      title: '局部的头与全局的头',
      text: `有的头只读邻近的词，有的头读遍整句。这里按它们所读的词平均有多远来排列。图案沿着对角线的是局部的头；图案成竖条的，是所有的词都在读同一个词。若一个头对各词一视同仁，就在标记处，即 ${at.alike} 个词。没有人给它们分工，分工是训练中形成的。`,
      guess: {
        question: '在这句话里，最局部的头在哪一层？',
        options: ['最前面的一层', '中间', '最后一层'],
        right: 0,
        answer: `在第 0 层：头 0·2 读的词平均隔 ${at.localDistance} 个词。`
      },
      todo: `把顺序设为“从低到高”，选 0·2：每个词平均把注意力的 ${at.localBefore} 给了它前面的那个词（句首的词前面没有词）。`
    },
    {
      title: '头停在哪里：[CLS] 和 [SEP]',
      text: `加 [CLS] 本是为了代表整段文字，加 [SEP] 是为了标出句末。许多头把大量权重放在这两个词元上：在这个头里，各词平均给了它们 ${at.special}。每一行之和必须是 1，哪怕这个头对某个词什么也没找到；Clark 等人（2019）在 BERT 里也见到这种现象，推测它相当于“空操作”（no-op）。这只是推测。`,
      guess: {
        question: '现在把每个权重乘以它所取的值的长度。这样算，[CLS] 和 [SEP] 占多少？',
        options: ['与权重一样，约一半', '约三分之一', '不到五分之一'],
        right: 2,
        answer: `${at.specialByLength}。[CLS] 的值长 ${at.clsValue}，各词的值长 ${at.shortestValue} 到 ${at.longestValue}：停在 [CLS] 上的头，取得的内容很少。这支持“空操作”的说法，但不能证明它。`
      },
      todo: '把 [CLS]、[SEP] 设为“隐藏”。线不见了，但权重不会重新归一化：其余的线还是原来那么细。'
    },
    {
      title: '“it”：tired 还是 wide',
      text: '谁太累（tired）？动物。什么太宽（wide）？街道。两句话只有最后一个词不同。而“it”的查询早已带上最后一个词的信息，那是下面几层混进来的；所以“it”的连线可以随它而变。',
      guess: {
        question: '句尾换成“wide”，在这个头里，“it”给这两个词中的哪一个更多？',
        options: ['“street”', '仍是“animal”', '一样多'],
        right: 1,
        answer: `“animal”从 ${at.animalTired} 降到 ${at.animalWide}，“street”从 ${at.streetTired} 升到 ${at.streetWide}：仍然较少，得到最多的是 [CLS]，${at.clsWide}。头 4·0 才真正转向：“animal”${at.turnAnimalTired} → ${at.turnAnimalWide}，“street”${at.turnStreetTired} → ${at.turnStreetWide}。`
      },
      todo: '把最后一个词换成“wide”，看“it”的连线怎样变化。'
    },
    {
      title: '同一个词出现两次：位置与上下文',
      text: `注意力本身不知道先后，所以每个位置都有自己的向量，加到词的向量上。因此两个“saw”一开始就略有不同：两个向量的余弦是 ${at.sawStart}（见“嵌入”；1 表示方向相同）。在各层里，它们各自收集周围的内容，最后一层之后余弦是 ${at.sawEnd}。起初两个向量渐渐分开，后面的层也可能让它们重新靠近。`,
      guess: {
        question: '“They can fish in a can”里的两个“can”，是不是每过一层就离得更远？',
        options: ['是', '不是'],
        right: 1,
        answer: `不是。第 4 层之后余弦是 ${at.canBeforeLast}，最后的第 5 层之后是 ${at.canEnd}。`
      },
      todo: '自己写一句话，让同一个词以两种意思出现两次。'
    },
    {
      title: '注意力不是什么',
      text: '权重说明一个头在读哪里，不说明模型为什么这样回答。读到的内容，即值，可能很小；残差连接让每个词绕过所有的头；前馈网络还会再改变它。这里的平均和 rollout 只是概括，没有哪个头算过它们。用它们来观察，再去检验你的想法。',
      guess: {
        question: `在头 3·1 里，“it”给“animal”${at.animalTired}。第 3 层 12 个头的平均是多少？`,
        options: ['差不多', '约为一半', '不到三分之一'],
        right: 2,
        answer: `${at.meanAnimal}。平均数看不出那一个头，那一个头也不能代表它所在的层。`
      },
      todo: '随便写一句话，先猜“it”或别的词会看哪里，再看猜得对不对。'
    }
  ]
}

export const tourWords = { en: english, zh: chinese }
