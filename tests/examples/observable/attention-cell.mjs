// Attention as reactive cells, as in an Observable notebook or Framework page: a cell runs again when what it names
// changes, and `invalidation` is a promise that resolves just before that.
//
//     model = modelCell("/models/all-MiniLM-L6-v2", invalidation)
//     viewof text = Inputs.text({ value: "The animal didn't cross the street because it was too tired" })
//     attentionCell(model, text, "it", invalidation)
import { loadModel } from 'attnscope'

/** A model for the other cells; given back when this cell runs again with another address. */
export async function modelCell(source, invalidation) {
  const model = await loadModel(source, { signal: abortedBy(invalidation) })
  invalidation.then(() => model.dispose())
  return model
}

/** An SVG of the row of `word`: a bar for each token, as long as the weight. Rejects when the cell runs again first. */
export async function attentionCell(model, text, word, invalidation, { layer = 3, head = 1 } = {}) {
  const signal = abortedBy(invalidation)
  const result = await model.encode(text, { trace: { attention: [[layer, head]] }, signal })
  const { tokens } = result
  const query = tokens.findIndex((token) => token.text === word)
  const weights = result.attention(layer, head)
  const row = query < 0 ? [] : [...weights.subarray(query * tokens.length, (query + 1) * tokens.length)]
  const title =
    query < 0 ? `“${word}” is no token of the text` : `Layer ${layer}, head ${head}: what “${word}” looks at`
  const [step, names, unit] = [20, 120, 240]
  return draw('svg', { viewBox: `0 0 ${names + unit + 60} ${row.length * step + 24}`, role: 'img' }, [
    draw('title', {}, [title]),
    draw('text', { x: 0, y: 14, fill: 'currentColor' }, [title]),
    ...row.flatMap((weight, i) => {
      const y = 24 + i * step
      return [
        draw('text', { x: names - 8, y: y + 13, 'text-anchor': 'end', fill: 'currentColor' }, [tokens[i].text]),
        draw('rect', { x: names, y: y + 2, width: weight * unit, height: step - 6, fill: 'teal' }),
        draw('text', { x: names + weight * unit + 6, y: y + 13, fill: 'currentColor' }, [weight.toFixed(3)])
      ]
    })
  ])
}

function abortedBy(invalidation) {
  const controller = new AbortController()
  invalidation.then(() => controller.abort())
  return controller.signal
}

/** An SVG element. Its children go in as nodes or as text, never as markup. */
function draw(name, attributes, children = []) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}
