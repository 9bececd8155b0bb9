// What the page says about the model it runs, and about loading another.

import type { StageTimings } from 'attnscope'
import type { Facts, NormPlace, PositionKind } from '../../model/facts'

type Stage = keyof StageTimings

const english = {
  open: (name: string) => `Model ${name}: details, and loading another`,
  title: 'Model',
  close: 'Close',
  what: 'What it is',
  /** Of the page's own model, from its authors' description. */
  ownWhat:
    'all-MiniLM-L6-v2 of sentence-transformers: an encoder for English, trained so that sentences of like meaning get like embeddings. It answers no questions and writes no text.',
  otherWhat: 'An encoder: it turns a text into vectors. What it was trained for, its files do not say.',
  capitals: { same: 'Capital and small letters are the same to it.', apart: 'It tells capital from small letters.' },
  shape: 'Shape',
  shapeOf: (layers: number, heads: number, width: number) => `${layers} layers × ${heads} heads, width ${width}`,
  family: 'Family',
  familyOf: (name: string, shared: boolean) => (shared ? `${name}: all layers have one set of weights` : name),
  starts: 'A token starts from',
  startsFrom: ({ positions, typeRows, embeddingWidth, projection }: Facts, width: number) =>
    english.places[positions](typeRows > 1) +
    (projection ? `, ${embeddingWidth} numbers that a matrix makes ${width}` : ''),
  /** How a token's place comes in, with a sentence's row (`pair`) or without. */
  places: {
    learned: (pair) => `its word${pair ? ', its place and its sentence' : ' and its place'}, a learned row for each`,
    sinusoidal: (pair) => `its word${pair ? ' and its sentence' : ''}, a learned row for each, and sines of its place`,
    rotary: (pair) => `its word${pair ? ' and its sentence' : ''}, a learned row; its place turns queries and keys`,
    relative: (pair) => `its word${pair ? ' and its sentence' : ''}, a learned row; scores know how far words are apart`
  } satisfies Record<PositionKind, (pair: boolean) => string> as Record<PositionKind, (pair: boolean) => string>,
  layer: 'In a layer',
  layerOf: (inner: number, activation: string, norm: NormPlace, epsilon: string) =>
    `feed-forward of ${inner} numbers with ${activation}; LayerNorm ${norm === 'post' ? 'after each sum' : 'before each part'}, ε = ${epsilon}`,
  answers: 'Masked words',
  answersMask: (mask: string) => `for a ${mask} in the sentence it gives the likeliest words`,
  answersNothing: 'it fills in none: its files have no head for that',
  vocabulary: 'Vocabulary',
  vocabularyOf: (tokens: string, most: number, positions: number) =>
    `${tokens} tokens; reads up to ${most} at a time${most < positions ? `, as its files say, of ${positions} positions` : ''}`,
  size: 'Size',
  sizeOf: (megabytes: string) => `${megabytes} MB of files`,
  precision: 'Arithmetic',
  engine: (precision: string, simd: string, threads: string) => `${precision}, WebAssembly ${simd}, ${threads}`,
  memory: 'Memory',
  memoryOf: (weights: string, trace: string) =>
    `about ${weights} MB for the weights, ${trace} MB for this text’s attention`,
  run: 'Last run',
  runOf: (milliseconds: string, tokens: number) => `${milliseconds} ms for ${tokens} tokens`,
  stages: {
    embedding: 'embedding',
    qkv: 'q, k, v',
    attention: 'attention',
    outputProjection: 'output projection',
    feedForward: 'feed-forward',
    layerNorm: 'layer norm'
  } as Record<Stage, string>,
  other: 'Load another model',
  otherWhy:
    'An encoder (BERT, DistilBERT, RoBERTa, ALBERT or ELECTRA) with config.json, tokenizer.json (or vocab.txt) and model.safetensors (or its shards). It is fetched only when you ask for it, and your text still stays here.',
  folder: 'Choose a folder …',
  several: (count: number) => `There are ${count} models in it. Which one?`,
  address: 'or its address',
  addressHint: 'https://… or hf:organisation/name',
  load: 'Load',
  loading: (name: string) => `Loading ${name}`,
  cancel: 'Cancel',
  failed: (name: string) => `${name} could not be used.`,
  kept: (name: string) => `${name} is still loaded and still works.`,
  back: 'Back to the page’s own model',
  badAddress: 'An address begins with https:// or http://, or is hf:organisation/name.'
}

const chinese: typeof english = {
  open: (name) => `模型 ${name}：详情，以及换一个模型`,
  title: '模型',
  close: '关闭',
  what: '它是什么',
  ownWhat:
    'sentence-transformers 的 all-MiniLM-L6-v2：英文编码器，训练目标是让意思相近的句子得到相近的嵌入。它不回答问题，也不生成文字。',
  otherWhat: '编码器：把文字变成向量。它为什么目的而训练，文件里没有说明。',
  capitals: { same: '它不区分大小写。', apart: '它区分大小写。' },
  shape: '形状',
  shapeOf: (layers, heads, width) => `${layers} 层 × ${heads} 头，宽度 ${width}`,
  family: '类型',
  familyOf: (name, shared) => (shared ? `${name}（各层共用一组权重）` : name),
  starts: '词元的输入',
  startsFrom: ({ positions, typeRows, embeddingWidth, projection }, width) =>
    chinese.places[positions](typeRows > 1) +
    (projection ? `；每行 ${embeddingWidth} 个数，再由一个矩阵变成 ${width} 个` : ''),
  places: {
    learned: (pair) => `${pair ? '词、位置、句段' : '词、位置'}各有一行学得的数，相加而成`,
    sinusoidal: (pair) => `${pair ? '词、句段各有' : '词有'}一行学得的数，加上位置的正弦和余弦`,
    rotary: (pair) => `${pair ? '词、句段各有' : '词有'}一行学得的数；位置使查询和键旋转`,
    relative: (pair) => `${pair ? '词、句段各有' : '词有'}一行学得的数；得分里另有一项随两词的距离而变`
  },
  layer: '每一层',
  layerOf: (inner, activation, norm, epsilon) =>
    `前馈网络宽 ${inner}，激活函数 ${activation}；每次${norm === 'post' ? '相加之后' : '计算之前'}做 LayerNorm，ε = ${epsilon}`,
  answers: '填空',
  answersMask: (mask) => `能：句中写有 ${mask} 时，给出该处最可能的词`,
  answersNothing: '不能：它的文件里没有用来填空的输出层',
  vocabulary: '词表',
  vocabularyOf: (tokens, most, positions) =>
    `${tokens} 个词元；一次最多读 ${most} 个${most < positions ? `（模型文件的设定；位置共有 ${positions} 个）` : ''}`,
  size: '大小',
  sizeOf: (megabytes) => `文件共 ${megabytes} MB`,
  precision: '运算',
  engine: (precision, simd, threads) => `${precision}，WebAssembly ${simd}，${threads}`,
  memory: '内存',
  memoryOf: (weights, trace) => `权重约 ${weights} MB，本句的注意力 ${trace} MB`,
  run: '上次计算',
  runOf: (milliseconds, tokens) => `${tokens} 个词元用时 ${milliseconds} 毫秒`,
  stages: {
    embedding: '嵌入',
    qkv: 'q、k、v',
    attention: '注意力',
    outputProjection: '输出投影',
    feedForward: '前馈',
    layerNorm: '层归一化'
  },
  other: '载入另一个模型',
  otherWhy:
    '一个编码器（BERT、DistilBERT、RoBERTa、ALBERT 或 ELECTRA），含 config.json、tokenizer.json（或 vocab.txt）和 model.safetensors（或其分片）。只有你要求时才会去取，你的文字仍然只留在这里。',
  folder: '选择文件夹……',
  several: (count) => `里面有 ${count} 个模型，要用哪一个？`,
  address: '或者它的地址',
  addressHint: 'https://… 或 hf:组织/名称',
  load: '载入',
  loading: (name) => `正在载入 ${name}`,
  cancel: '取消',
  failed: (name) => `${name} 无法使用。`,
  kept: (name) => `${name} 仍在，可以继续使用。`,
  back: '回到本页自带的模型',
  badAddress: '地址以 https:// 或 http:// 开头，或写成 hf:组织/名称。'
}

export const modelWords = { en: english, zh: chinese }
