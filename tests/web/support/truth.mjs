// The numbers that a picture must show, read through the package in Node and grouped into words as the page groups them.
import { fileURLToPath } from 'node:url'
import { loadModel } from '../../../dist/index.js'
import { loadTs } from './load-ts.mjs'

const { groupWords } = await loadTs('reading/units.ts')
const { mergeWeights, weightAt } = await loadTs('reading/weights.ts')

export const modelFolder = fileURLToPath(new URL('../../../models/all-MiniLM-L6-v2/', import.meta.url))

let model

/** The model, loaded once a file. */
export async function truthModel() {
  model ??= await loadModel(modelFolder, { maxTokens: 512 })
  return model
}

/** One sentence: its words, and weights between them by head. */
export async function truthOf(text) {
  const result = await (await truthModel()).encode(text, { trace: { attention: true, hidden: true } })
  const units = groupWords(result.tokens, [text])
  const labels = units.map((unit) => unit.label)
  const grouped = { tokens: result.tokens.length, units }
  const weights = (layer, head) => mergeWeights(result.attention(layer, head), grouped, grouped)
  return {
    units,
    labels,
    hidden: (i) => result.hidden(i),
    weights,
    at: (layer, head, from, to) => weightAt(weights(layer, head), labels.indexOf(from), labels.indexOf(to))
  }
}
