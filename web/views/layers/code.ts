import { type Code, encodeInJavascript, encodeInPython } from '../../shared/code'

export const code: Code = {
  javascript: (wish) => [
    ...encodeInJavascript(wish, 'attention: true'),
    'const { layers, heads } = model.info',
    '// The mean of the heads of each layer, T * T numbers: row = query, column = key.',
    'const means = Array.from({ length: layers }, (_, layer) => {',
    '  const all = Array.from({ length: heads }, (_, head) => result.attention(layer, head))',
    '  return all[0].map((_, i) => all.reduce((sum, weights) => sum + weights[i], 0) / heads)',
    '})'
  ],
  python: (wish) => [
    ...encodeInPython(wish),
    '# The mean of the heads of each layer, L x T x T: rows are queries.',
    'means = torch.stack(outputs.attentions)[:, 0].mean(dim=1)'
  ]
}
