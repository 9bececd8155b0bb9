// The lines of a program that give the numbers on the screen: with this package, and with Python's transformers. Each
// view has lines of its own; those that several have are here.

import type { Facts } from '../model/facts'
import { modulesOf } from '../model/python'
import type { HeadRef } from '../reading/types'

export type CodeLanguage = 'javascript' | 'python'

/** What the code must give back. */
export interface CodeWish {
  /** One text, or a pair that is read together. */
  texts: readonly string[]
  /** The second sentence of a comparison. */
  second: string | null
  heads: readonly HeadRef[]
  /** Of the model. */
  facts: Facts
  /** A folder, an address or a hub name, as the package takes it. */
  source: string
  /** What transformers takes. */
  hub: string
  /** What the texts are cut to, and whether that was asked for against the model's own files. */
  limit?: number | undefined
  longer?: boolean
}

/** The lines in each language. */
export type Code = Record<CodeLanguage, (wish: CodeWish) => string[]>

/**
 * A string literal that both languages read alike: JSON, with everything escaped that is not seen or that turns the
 * text around it, so that the code reads as it runs. Half a surrogate pair is what the package makes of it, U+FFFD.
 */
export function quote(text: string): string {
  const whole = text.replace(/\p{Surrogate}/gu, '\ufffd')
  return JSON.stringify(whole).replace(
    /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
}

/** Loads the model and runs it; `kept` is what the run keeps. */
export function encodeInJavascript(wish: CodeWish, kept: string): string[] {
  const input = wish.texts.length > 1 ? `[${wish.texts.map(quote).join(', ')}]` : quote(wish.texts[0] ?? '')
  return [
    "import { loadModel } from 'attnscope'",
    '',
    `const model = await loadModel(${quote(wish.source)}${wish.longer && wish.limit ? `, { maxTokens: ${wish.limit} }` : ''})`,
    `const text = ${input}`,
    `const result = await model.encode(text, { trace: { ${kept} } })`,
    ''
  ]
}

/** A run of the model that is loaded, on these texts, into a variable. */
export const runInPython = ({ limit }: CodeWish, texts: readonly string[], name: string, hidden: boolean) => [
  `inputs = tokenizer(${texts.map(quote).join(', ')}, return_tensors="pt", truncation=True${limit ? `, max_length=${limit}` : ''})`,
  'with torch.no_grad():',
  `    ${name} = model(**inputs, output_attentions=True${hidden ? ', output_hidden_states=True' : ''})`
]

/** Loads the model and runs it; `hidden`: the run keeps the hidden states too. */
export function encodeInPython(wish: CodeWish, hidden = false): string[] {
  const { model } = modulesOf(wish.facts)
  return [
    'import torch',
    `from transformers import ${['AutoTokenizer', model].sort().join(', ')}`,
    '',
    `name = ${quote(wish.hub)}`,
    'tokenizer = AutoTokenizer.from_pretrained(name)',
    `model = ${model}.from_pretrained(name, attn_implementation="eager").eval()`,
    ...runInPython(wish, wish.texts, 'outputs', hidden),
    ''
  ]
}

/** The chosen heads as the package takes them. */
export const pairsOf = (heads: readonly HeadRef[]) => heads.map(({ layer, head }) => `[${layer}, ${head}]`).join(', ')

/** One variable, or one a head. */
export const numbered = (heads: readonly HeadRef[], prefix: string, i: number, joint = '') =>
  heads.length > 1 ? `${prefix}${joint}${i + 1}` : prefix

/** The weights of the chosen heads. */
export const weightsInJavascript = ({ heads }: CodeWish) => [
  '// T * T numbers: row = query, column = key.',
  ...heads.map(({ layer, head }, i) => `const ${numbered(heads, 'weights', i)} = result.attention(${layer}, ${head})`)
]

export const weightsInPython = ({ heads }: CodeWish) => [
  '# T x T: rows are queries, columns keys.',
  ...heads.map(
    ({ layer, head }, i) => `${numbered(heads, 'weights', i, '_')} = outputs.attentions[${layer}][0, ${head}]`
  )
]

/** For a view of the chosen heads' weights. */
export const weightsCode: Code = {
  javascript: (wish) => [
    ...encodeInJavascript(wish, `attention: [${pairsOf(wish.heads)}]`),
    ...weightsInJavascript(wish)
  ],
  python: (wish) => [...encodeInPython(wish), ...weightsInPython(wish)]
}

/** For a view of every head's weights. */
export const everyHeadCode: Code = {
  javascript: (wish) => [
    ...encodeInJavascript(wish, 'attention: true'),
    'const { layers, heads } = model.info',
    '// T * T numbers a head: row = query, column = key.',
    'const weights = Array.from({ length: layers }, (_, layer) =>',
    '  Array.from({ length: heads }, (_, head) => result.attention(layer, head))',
    ')'
  ],
  python: (wish) => [
    ...encodeInPython(wish),
    '# L x H x T x T: rows are queries, columns keys.',
    'weights = torch.stack(outputs.attentions)[:, 0]'
  ]
}
