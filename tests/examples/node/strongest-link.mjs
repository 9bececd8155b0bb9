// Which head links "it" to "animal" most strongly when the animal is tired, and which one's link depends most on that
// word: what is left of it when the street is wide.
//
//     node strongest-link.mjs ./all-MiniLM-L6-v2
import { loadModel } from 'attnscope'

const model = await loadModel(process.argv[2] ?? 'models/all-MiniLM-L6-v2')

/** The weight from one word to another in every head: row = query, column = key. */
async function links(text, query, key) {
  const result = await model.encode(text, { trace: { attention: true } })
  const at = (word) => result.tokens.findIndex((token) => token.text === word)
  const cell = at(query) * result.tokens.length + at(key)
  const { layers, heads } = model.info
  return Array.from({ length: layers * heads }, (_, i) => result.attention(Math.floor(i / heads), i % heads)[cell])
}

const sentence = (last) => `The animal didn't cross the street because it was too ${last}`
const tired = await links(sentence('tired'), 'it', 'animal')
const wide = await links(sentence('wide'), 'it', 'animal')
const { heads } = model.info
model.dispose()

const largest = (values) => values.indexOf(Math.max(...values))
const show = (what, i) =>
  console.log(
    `${what}: layer ${Math.floor(i / heads)}, head ${i % heads}: ${tired[i].toFixed(3)} tired, ${wide[i].toFixed(3)} wide`
  )

show('strongest', largest(tired))
show('changed most', largest(tired.map((weight, i) => weight - wide[i])))
