// What the guided tour says, station by station in the order of tour/stations.ts. Figures are those of the default
// model and sentence, as the page shows them.

const english = {
  name: 'Guided tour',
  place: (at: number, of: number) => `Station ${at} of ${of}: `,
  try: 'Try it',
  done: 'Done: you tried it.',
  show: 'Show me',
  again: 'Back to this picture',
  next: 'Next',
  back: 'Back',
  leave: 'Leave (it can be resumed)',
  finish: 'Finish',
  all: 'All stations',
  otherModel:
    'The figures and heads named here are those of all-MiniLM-L6-v2; in the model that is loaded they differ.',
  stations: [
    {
      title: 'A word asks: the query',
      text: 'To be understood, “it” needs the other words. So it asks them, and its question is a list of 32 numbers, the query q, which the model makes from the word’s vector. Every line from “it” is an answer: in this head the thickest goes to “animal”, with weight 0.64 of 1.',
      todo: 'Pin another word on the left, such as “cross”, and see whom it asks.'
    },
    {
      title: 'The others answer: keys and values',
      text: 'Each word also makes a key k and a value v. The key says what the word can be found by; query and key are multiplied to see how well they match. The value is what the word hands over when it is found. The same vector, three learned matrices: W_Q, W_K, W_V.',
      todo: 'The step with the keys is open. Go on to the values.'
    },
    {
      title: 'Why divide by √d',
      text: 'A score is q · k: 32 products added up. The longer the vectors, the further such sums spread, and after softmax the largest would take almost everything, which also leaves little to learn from. Divided by √32 ≈ 5.66 they keep the same spread whatever the length.',
      todo: 'Here are the scores. Go to the next step and watch them shrink; their order stays the same.'
    },
    {
      title: 'Softmax: scores become shares',
      text: 'Softmax takes e to the power of each score and divides by the sum of them all. No share is negative, all of them together are 1, and a lead of a few points becomes a large share. These shares are the attention weights, the width of every line on this page.',
      todo: 'Open “Matrix”: each row is one word’s shares, and the sum at its end is 1.'
    },
    {
      title: 'Why many heads',
      text: 'One head has one way of asking. A sentence needs several at once: who is meant, what comes next, which words belong together. So each of the 6 layers has 12 heads with matrices of their own; their results are put side by side and mixed by one more matrix, W_O.',
      todo: 'These are all 72. Choose one whose pattern looks different from that of 3·1.'
    },
    {
      title: 'Local and global heads',
      text: 'Some heads read next door, others across the whole sentence. Here they are laid out by how far away the words are that they read, on average. A diagonal is a local head; scattered marks are a global one. Nobody assigned these parts: training did.',
      todo: 'Choose 0·2, far on the left. Nearly all of each word’s attention goes to the word before it.'
    },
    {
      title: 'What [CLS] and [SEP] are for',
      text: 'The tokenizer puts [CLS] at the start and [SEP] at the end. A row must sum to 1 even when a head finds nothing, and then the weight has to go somewhere: it rests on these two, 55% of it in this head. Clark et al. (2019), who found the same in BERT, suggest that it means “nothing to do here”.',
      todo: 'Set [CLS], [SEP] to “Hide”. The lines go, but no weight is rescaled: the others stay as thin as they are.'
    },
    {
      title: '“it”: tired or wide',
      text: 'Who was too tired? The animal. What was too wide? The street. The sentences differ in one word, the last, yet the query of “it” already reads it: it was mixed in by the layers below. In this head the link to “animal” depends on it.',
      todo: 'Change the last word to “wide”. The link falls from 0.64 to 0.27, and “street” gains.'
    },
    {
      title: 'One word twice: positions and context',
      text: 'Attention by itself knows no order, so each place has a vector of its own that is added to the word’s. That is why the two “saw” differ a little from the start (see “embedding”). Layer by layer each collects what stands around it, and the two vectors move apart.',
      todo: 'Write a sentence of your own in which a word occurs twice in two senses.'
    },
    {
      title: 'What attention is not',
      text: 'A weight says where a head reads, not why the model answers. What is read, the value, may be small; the residual carries each word past every head; the feed-forward changes it again. Means and rollout, as here, are summaries that no head computes. Use them to look, then test what you believe.',
      todo: 'Write any sentence, guess where “it” or another word will look, and see whether you were right.'
    }
  ]
}

export type TourWords = typeof english

const chinese: TourWords = {
  name: '导览',
  place: (at, of) => `第 ${at} 站，共 ${of} 站：`,
  try: '试一试',
  done: '已完成：你试过了。',
  show: '做给我看',
  again: '回到本站的画面',
  next: '下一站',
  back: '上一站',
  leave: '离开（以后可以接着看）',
  finish: '结束导览',
  all: '全部站点',
  otherModel: '这里所说的数字和头属于 all-MiniLM-L6-v2；在现在载入的模型里会不一样。',
  stations: [
    {
      title: '一个词在提问：查询',
      text: '要弄懂“it”，得靠别的词，于是它去问它们。它的问题是 32 个数，叫做查询 q，由模型从这个词的向量算出。从“it”出发的每条线都是一个回答：在这个头里，最粗的一条通向“animal”，权重是 0.64（总和为 1）。',
      todo: '在左列钉住另一个词，比如“cross”，看它去问谁。'
    },
    {
      title: '别的词来回答：键和值',
      text: '每个词还有一个键 k 和一个值 v。键说明凭什么能找到这个词：把查询和键相乘，就知道两者有多匹配。值是这个词被找到之后交出去的内容。同一个向量，乘上三个学来的矩阵：W_Q、W_K、W_V。',
      todo: '现在打开的是“键”这一步。请走到“值”。'
    },
    {
      title: '为什么要除以 √d',
      text: '得分是 q · k，也就是 32 个乘积之和。向量越长，这样的和就散得越开；经过 softmax，最大的几乎拿走全部，也就没什么可学的了。除以 √32 ≈ 5.66 之后，不论向量多长，得分的分散程度都差不多。',
      todo: '这里是得分。走到下一步，看它们变小；先后次序不变。'
    },
    {
      title: 'Softmax：得分变成份额',
      text: 'Softmax 先取 e 的得分次方，再除以它们的总和。份额没有负数，加起来正好是 1；领先几分，就变成一大份。这些份额就是注意力权重，也就是本页每条线的宽度。',
      todo: '打开“矩阵”：每一行是一个词的各个份额，行末的和是 1。'
    },
    {
      title: '为什么要有许多头',
      text: '一个头只有一种问法。一句话却要同时问好几件事：指的是谁，下一个词是什么，哪些词是一起的。所以 6 层里每层都有 12 个头，各有自己的矩阵；它们的结果并排放好，再由一个矩阵 W_O 混合起来。',
      todo: '这里是全部 72 个头。选一个图样与 3·1 不同的。'
    },
    {
      title: '局部的头与全局的头',
      text: '有的头只读邻近的词，有的头读遍整句。这里按它们所读的词平均有多远来排列。图样呈对角线的是局部的头，散布各处的是全局的头。没有人给它们分工，分工是训练中形成的。',
      todo: '选最左边的 0·2。每个词的注意力几乎都给了它前面的那个词。'
    },
    {
      title: '[CLS] 和 [SEP] 有什么用',
      text: '分词器在句首加 [CLS]，在句末加 [SEP]。每一行之和必须是 1，哪怕这个头什么也没找到；这时权重总要有个去处，就停在这两个词元上，在这个头里占 55%。Clark 等人（2019）在 BERT 里也见到这种现象，认为它的意思近于“这里没有事可做”。',
      todo: '把 [CLS]、[SEP] 设为“隐藏”。线不见了，但权重不会重新缩放：其余的线还是原来那么细。'
    },
    {
      title: '“it”：tired 还是 wide',
      text: '谁太累（tired）？动物。什么太宽（wide）？街道。两句话只有最后一个词不同，而“it”的查询已经知道它：下面几层早把它混了进来。在这个头里，通向“animal”的连线就随它而变。',
      todo: '把最后一个词换成“wide”。连线从 0.64 降到 0.27，而“street”变强了。'
    },
    {
      title: '同一个词出现两次：位置与上下文',
      text: '注意力本身不知道先后，所以每个位置都有自己的向量，加到词的向量上。因此两个“saw”一开始就略有不同（见“嵌入”）。一层一层，它们各自收集周围的内容，两个向量渐渐分开。',
      todo: '自己写一句话，让同一个词以两种意思出现两次。'
    },
    {
      title: '注意力不是什么',
      text: '权重说明一个头在读哪里，不说明模型为什么这样回答。读到的内容，即值，可能很小；残差让每个词绕过所有的头；前馈网络还会再改变它。这里的平均和 rollout 只是概括，没有哪个头算过它们。用它们来观察，再去检验你的想法。',
      todo: '随便写一句话，先猜“it”或别的词会看哪里，再看猜得对不对。'
    }
  ]
}

export const tourWords = { en: english, zh: chinese }
