// The README's lines, as a user writes them, and what they must give.
import assert from 'node:assert/strict'
import { goldenCases, goldenTensors, largestDifference, part } from '../js/support/golden.mjs'

const TEXT = "The animal didn't cross the street because it was too tired"

/**
 * The lines as a function `run(model's source, options)` of a module's text, whose answer crosses any border as JSON.
 * `imports` is the line that gets loadModel.
 */
export const program = (imports = "import { loadModel } from 'attnscope'") => `${imports}

async function run(source, options) {
  const model = await loadModel(source, options)
  const r = await model.encode(${JSON.stringify(TEXT)}, { trace: true })
  const T = r.tokens.length, at = (text) => r.tokens.findIndex((token) => token.text === text)
  const link = r.attention(3, 1)[at('it') * T + at('animal')]
  return { link, embedding: Array.from(r.embedding), info: model.info, model }
}
`

/** The program of a page or a worker of one: runs, and leaves the answer or what went wrong in \`outcome\`. */
export const pageProgram = (imports, options = '{}') => `${program(imports)}
const source = new URLSearchParams(location.search).get('model')
run(source, ${options}).then(
  ({ model, ...outcome }) => Object.assign(globalThis, { model, outcome }),
  (error) => Object.assign(globalThis, { outcome: { error: String(error.stack ?? error) } })
)
`

/** The program of a runtime with a command line: prints the answer. */
export const printProgram = (imports, options = '{}') => `${program(imports)}
run(process.argv[2], ${options}).then(({ model, ...outcome }) => {
  model.dispose()
  console.log(JSON.stringify(outcome))
})
`

const [golden] = await goldenCases(({ text, text_pair }) => text === TEXT && text_pair === null)
const tensors = await goldenTensors(golden.tensors)
const tokens = golden.tokens.length
const head = part(tensors.attentions, 3 * 12 + 1, 6 * 12)
const link = head[golden.tokens.indexOf('it') * tokens + golden.tokens.indexOf('animal')]

// The tolerances that the design gives.
const tolerance = { link: 1e-5, embedding: 1e-6 }

/** Holds an answer against the reference. */
export function assertRight(outcome) {
  assert.equal(outcome?.error, undefined)
  assert.ok(Math.abs(outcome.link - link) <= tolerance.link, `link: ${outcome.link}, expected ${link}`)
  const difference = largestDifference(outcome.embedding, tensors.sentence_embedding.data)
  assert.ok(difference <= tolerance.embedding, `embedding: off by ${difference}`)
}
