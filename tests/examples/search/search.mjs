// Searches a folder of notes by meaning, not by words: every paragraph and the question become vectors of length 1,
// and the paragraphs are ranked by their product with the question's.
//
//     node search.mjs ./all-MiniLM-L6-v2 ./notes "how do birds find their way"
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadModel } from 'attnscope'

const [source, folder, question, shown = '3'] = process.argv.slice(2)
if (!question) {
  console.error('usage: node search.mjs MODEL FOLDER QUESTION [HOW_MANY]')
  process.exit(2)
}

/** The paragraphs of a text, each with the line on which it starts. */
function paragraphs(text) {
  const lines = text.split(/\r?\n/)
  const starts = lines.flatMap((line, i) => (line.trim() && !lines[i - 1]?.trim() ? [i] : []))
  return starts.map((start) => {
    const end = lines.findIndex((line, i) => i > start && !line.trim())
    return { line: start + 1, text: lines.slice(start, end < 0 ? undefined : end).join(' ') }
  })
}

const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(md|txt)$/.test(name)).sort()
const passages = []
for (const name of names) {
  for (const passage of paragraphs(await readFile(join(folder, name), 'utf8'))) passages.push({ name, ...passage })
}

const model = await loadModel(source)
// Any number of texts in one call: they are batched without padding. Past the model's limit (256 tokens of all-MiniLM-L6-v2) a paragraph counts by its start.
const [asked, ...vectors] = await model.embed([question, ...passages.map(({ text }) => text)])
model.dispose()

const product = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0)
const ranked = passages
  .map((passage, i) => ({ ...passage, score: product(asked, vectors[i]) }))
  .sort((a, b) => b.score - a.score)
for (const { score, name, line, text } of ranked.slice(0, Number(shown))) {
  console.log(`${score.toFixed(3)}  ${name}:${line}  ${text}`)
}
