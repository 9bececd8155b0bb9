import {
  type Code,
  encodeInJavascript,
  encodeInPython,
  numbered,
  pairsOf,
  quote,
  runInPython,
  weightsInJavascript,
  weightsInPython
} from '../../shared/code'

export const code: Code = {
  javascript: (wish) => {
    const { heads, second } = wish
    const kept = `attention: [${pairsOf(heads)}], hidden: true`
    const other =
      second === null
        ? []
        : [
            '',
            `const other = await model.encode(${quote(second)}, { trace: { ${kept} } })`,
            ...heads.map(
              ({ layer, head }, i) => `const ${numbered(heads, 'otherWeights', i)} = other.attention(${layer}, ${head})`
            )
          ]
    return [
      ...encodeInJavascript(wish, kept),
      ...weightsInJavascript(wish),
      ...other,
      '// T * D numbers: 0 is the embedding, n the output of layer n - 1.',
      'const hidden = Array.from({ length: model.info.layers + 1 }, (_, i) => result.hidden(i))'
    ]
  },
  python: (wish) => {
    const { heads, second } = wish
    const other =
      second === null
        ? []
        : [
            '',
            ...runInPython(wish, [second], 'other', true),
            ...heads.map(
              ({ layer, head }, i) =>
                `${numbered(heads, 'other_weights', i, '_')} = other.attentions[${layer}][0, ${head}]`
            )
          ]
    return [
      ...encodeInPython(wish, true),
      ...weightsInPython(wish),
      ...other,
      '# (L + 1) x T x D: 0 is the embedding.',
      'hidden = torch.stack(outputs.hidden_states)[:, 0]'
    ]
  }
}
