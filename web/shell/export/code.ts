// The lines of a program that give the numbers on the screen: with this package, and with Python's transformers.

import type { HeadRef } from '../../reading/types'

export type CodeLanguage = 'javascript' | 'python'

/** What the code must give back. */
export interface CodeWish {
  view: string
  /** One text, or a pair that is read together. */
  texts: readonly string[]
  /** The second sentence of a comparison. */
  second: string | null
  heads: readonly HeadRef[]
  /** A folder, an address or a hub name, as the package takes it. */
  source: string
  /** What transformers takes. */
  hub: string
  /** What the texts are cut to, and whether that was asked for against the model's own files. */
  limit?: number | undefined
  longer?: boolean
}

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

export function codeFor(language: CodeLanguage, wish: CodeWish): string {
  return `${(language === 'python' ? python : javascript)(wish).join('\n')}\n`
}

const kStepViews = ['steps']
const needsHidden = (wish: CodeWish) => wish.view === 'compare'
const everyHead = (wish: CodeWish) => ['heads', 'find', 'layers'].includes(wish.view)

function javascript(wish: CodeWish): string[] {
  const input = wish.texts.length > 1 ? `[${wish.texts.map(quote).join(', ')}]` : quote(wish.texts[0] ?? '')
  const pairs = wish.heads.map(({ layer, head }) => `[${layer}, ${head}]`).join(', ')
  const kept = kStepViews.includes(wish.view)
    ? `steps: [${pairs}]`
    : everyHead(wish)
      ? 'attention: true'
      : `attention: [${pairs}]${needsHidden(wish) ? ', hidden: true' : ''}`
  const lines = [
    "import { loadModel } from 'attnscope'",
    '',
    `const model = await loadModel(${quote(wish.source)}${wish.longer && wish.limit ? `, { maxTokens: ${wish.limit} }` : ''})`,
    `const text = ${input}`,
    `const result = await model.encode(text, { trace: { ${kept} } })`,
    ''
  ]
  if (kStepViews.includes(wish.view))
    return [
      ...lines,
      ...wish.heads
        .slice(0, 1)
        .flatMap(({ layer, head }) => [
          '// Matrices are row-major: q, k, v, context have T rows of d numbers, the others T * T; rows are queries.',
          `const { q, k, v, scores, scaled, weights, context } = result.step(${layer}, ${head})`
        ])
    ]
  if (wish.view === 'layers')
    return [
      ...lines,
      'const { layers, heads } = model.info',
      '// The mean of the heads of each layer, T * T numbers: row = query, column = key.',
      'const means = Array.from({ length: layers }, (_, layer) => {',
      '  const all = Array.from({ length: heads }, (_, head) => result.attention(layer, head))',
      '  return all[0].map((_, i) => all.reduce((sum, weights) => sum + weights[i], 0) / heads)',
      '})'
    ]
  if (everyHead(wish))
    return [
      ...lines,
      'const { layers, heads } = model.info',
      '// T * T numbers a head: row = query, column = key.',
      'const weights = Array.from({ length: layers }, (_, layer) =>',
      '  Array.from({ length: heads }, (_, head) => result.attention(layer, head))',
      ')'
    ]
  const name = (prefix: string, i: number) => (wish.heads.length > 1 ? `${prefix}${i + 1}` : prefix)
  lines.push('// T * T numbers: row = query, column = key.')
  for (const [i, { layer, head }] of wish.heads.entries())
    lines.push(`const ${name('weights', i)} = result.attention(${layer}, ${head})`)
  if (wish.view === 'compare' && wish.second !== null) {
    lines.push('', `const other = await model.encode(${quote(wish.second)}, { trace: { ${kept} } })`)
    for (const [i, { layer, head }] of wish.heads.entries())
      lines.push(`const ${name('otherWeights', i)} = other.attention(${layer}, ${head})`)
  }
  if (needsHidden(wish))
    lines.push(
      '// T * D numbers: 0 is the embedding, n the output of layer n - 1.',
      'const hidden = Array.from({ length: model.info.layers + 1 }, (_, i) => result.hidden(i))'
    )
  return lines
}

function python(wish: CodeWish): string[] {
  const input = wish.texts.map(quote).join(', ')
  const flags = [
    'output_attentions=True',
    ...(needsHidden(wish) || kStepViews.includes(wish.view) ? ['output_hidden_states=True'] : [])
  ].join(', ')
  const encode = (texts: string, name: string) => [
    `inputs = tokenizer(${texts}, return_tensors="pt", truncation=True${wish.limit ? `, max_length=${wish.limit}` : ''})`,
    'with torch.no_grad():',
    `    ${name} = model(**inputs, ${flags})`
  ]
  const lines = [
    'import torch',
    'from transformers import AutoModel, AutoTokenizer',
    '',
    `name = ${quote(wish.hub)}`,
    'tokenizer = AutoTokenizer.from_pretrained(name)',
    'model = AutoModel.from_pretrained(name, attn_implementation="eager").eval()',
    ...encode(input, 'outputs'),
    ''
  ]
  const first = wish.heads[0] ?? { layer: 0, head: 0 }
  if (kStepViews.includes(wish.view))
    return [
      ...lines,
      `layer, head = ${first.layer}, ${first.head}`,
      'attention = model.encoder.layer[layer].attention.self',
      'x = outputs.hidden_states[layer][0]',
      'd = model.config.hidden_size // model.config.num_attention_heads',
      'part = slice(head * d, (head + 1) * d)',
      'with torch.no_grad():',
      '    q, k, v = attention.query(x)[:, part], attention.key(x)[:, part], attention.value(x)[:, part]',
      'scores = q @ k.T',
      'scaled = scores / d**0.5',
      'weights = scaled.softmax(dim=-1)  # rows are queries',
      'context = weights @ v'
    ]
  if (wish.view === 'layers')
    return [
      ...lines,
      '# The mean of the heads of each layer, L x T x T: rows are queries.',
      'means = torch.stack(outputs.attentions)[:, 0].mean(dim=1)'
    ]
  if (everyHead(wish))
    return [
      ...lines,
      '# L x H x T x T: rows are queries, columns keys.',
      'weights = torch.stack(outputs.attentions)[:, 0]'
    ]
  lines.push('# T x T: rows are queries, columns keys.')
  const name = (prefix: string, i: number) => (wish.heads.length > 1 ? `${prefix}_${i + 1}` : prefix)
  for (const [i, { layer, head }] of wish.heads.entries())
    lines.push(`${name('weights', i)} = outputs.attentions[${layer}][0, ${head}]`)
  if (wish.view === 'compare' && wish.second !== null) {
    lines.push('', ...encode(quote(wish.second), 'other'))
    for (const [i, { layer, head }] of wish.heads.entries())
      lines.push(`${name('other_weights', i)} = other.attentions[${layer}][0, ${head}]`)
  }
  if (needsHidden(wish))
    lines.push('# (L + 1) x T x D: 0 is the embedding.', 'hidden = torch.stack(outputs.hidden_states)[:, 0]')
  return lines
}
