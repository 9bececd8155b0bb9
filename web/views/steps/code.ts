import { modulesOf } from '../../model/python'
import { type Code, encodeInJavascript, encodeInPython, pairsOf } from '../../shared/code'

export const code: Code = {
  javascript: (wish) => [
    ...encodeInJavascript(wish, `steps: [${pairsOf(wish.heads)}]`),
    ...wish.heads
      .slice(0, 1)
      .flatMap(({ layer, head }) => [
        '// Matrices are row-major: q, k, v, context have T rows of d numbers, the others T * T; rows are queries.',
        `const { q, k, v, scores, scaled, weights, context } = result.step(${layer}, ${head})`
      ])
  ],
  python: (wish) => {
    const { layer, head } = wish.heads[0] ?? { layer: 0, head: 0 }
    const { attention, query, key, value } = modulesOf(wish.facts)
    return [
      ...encodeInPython(wish, true),
      `layer, head = ${layer}, ${head}`,
      `attention = ${attention('layer')}`,
      'x = outputs.hidden_states[layer][0]',
      'd = model.config.hidden_size // model.config.num_attention_heads',
      'part = slice(head * d, (head + 1) * d)',
      'with torch.no_grad():',
      `    q, k, v = attention.${query}(x)[:, part], attention.${key}(x)[:, part], attention.${value}(x)[:, part]`,
      'scores = q @ k.T',
      'scaled = scores / d**0.5',
      'weights = scaled.softmax(dim=-1)  # rows are queries',
      'context = weights @ v'
    ]
  }
}
