// What the soak asks of a model. Call i is the same on every machine and in every browser. Imports nothing, since pages
// load it too.
const words =
  'the animal did not cross the street because it was too tired and the old man said that he saw a saw on the table near his house'.split(
    ' '
  )

/** The longest text that the model reads whole, loaded with all its positions. */
export const mostTokens = 512

/** A text of exactly so many tokens; which words, `i` says. */
const textOf = (tokens, i) => Array.from({ length: tokens - 2 }, (_, at) => words[(i + at) % words.length]).join(' ')

/** Numbers in [0, 1) that depend on `i` alone (xorshift, Marsaglia 2003). */
function numbersOf(i) {
  let state = (i + 1) * 0x9e3779b1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** Most texts are short, as people's are: 3 to 30 tokens, some to 100 and to 200, and one in a hundred is full. */
function tokensOf(next) {
  const which = next()
  const between = (from, to) => from + Math.floor(next() * (to - from + 1))
  if (which < 0.72) return between(3, 30)
  if (which < 0.94) return between(31, 100)
  return which < 0.99 ? between(101, 200) : mostTokens
}

/** Call i: its kind, and the texts that it hands over. */
export function callOf(i) {
  const next = numbersOf(i)
  next()
  const which = next()
  const tokens = tokensOf(next)
  if (which < 0.76) return { kind: 'encode', texts: [textOf(tokens, i)], tokens }
  if (which < 0.86) return { kind: 'attention', texts: [textOf(tokens, i)], tokens }
  if (which < 0.94) {
    const texts = Array.from({ length: 8 }, (_, k) => textOf(3 + ((i + k) % 20), i + k))
    return { kind: 'embed', texts, tokens: null }
  }
  const long = Math.max(tokens, 100)
  return { kind: 'abort', texts: [textOf(long, i)], tokens: long, delay: [null, 0, 4, 16][i % 4] }
}

function assert(condition, message) {
  if (!condition) throw new Error(message)
}

function assertUnit(embedding, i) {
  const length = Math.sqrt(embedding.reduce((sum, value) => sum + value * value, 0))
  assert(Math.abs(length - 1) < 1e-4, `call ${i}: the embedding's length is ${length}`)
}

/** Makes call i and looks at the answer; gives the answer. @throws where it is wrong */
export async function ask(model, i) {
  const { kind, texts, tokens, delay } = callOf(i)
  if (kind === 'embed') {
    const embeddings = await model.embed(texts)
    assert(embeddings.length === texts.length, `call ${i}: ${embeddings.length} embeddings`)
    for (const embedding of embeddings) assertUnit(embedding, i)
    return embeddings
  }
  if (kind === 'abort') return askAndAbort(model, texts[0], delay)
  const all = kind === 'attention' && tokens <= 200
  // All heads of a full text are 75 MB; one head of it is one.
  const trace = kind === 'attention' ? { attention: all ? true : [[2, 5]] } : false
  const result = await model.encode(texts[0], { trace })
  assert(result.tokens.length === tokens, `call ${i}: ${result.tokens.length} tokens, expected ${tokens}`)
  assertUnit(result.embedding, i)
  if (kind === 'attention') {
    const weights = result.attention(2, 5).subarray(0, tokens)
    const sum = weights.reduce((total, weight) => total + weight, 0)
    assert(Math.abs(sum - 1) < 1e-4, `call ${i}: a row of attention sums to ${sum}`)
  }
  return result
}

async function askAndAbort(model, text, delay) {
  const controller = new AbortController()
  const reason = new Error('aborted by the soak')
  const answer = model.encode(text, { signal: controller.signal })
  if (delay === null) controller.abort(reason)
  else setTimeout(() => controller.abort(reason), delay)
  try {
    return await answer
  } catch (error) {
    if (error !== reason) throw error
    return null
  }
}

/** The largest calls first, so that what memory they need is there before anything is measured. */
export async function warmUp(model, calls) {
  await model.encode(textOf(200, 0), { trace: { attention: true } })
  await model.encode(textOf(mostTokens, 0), { trace: { attention: [[2, 5]] } })
  // Others than those that are measured.
  await makeCalls(model, 1e6, 1e6 + calls)
}

/** Makes calls `from` to `to`, four at a time; `keep` is given every answer. */
export async function makeCalls(model, from, to, keep = () => {}) {
  let next = from
  const lane = async () => {
    while (next < to) keep(await ask(model, next++))
  }
  await Promise.all([lane(), lane(), lane(), lane()])
}

/** One text whose numbers must be the same before, between and after. */
export async function probe(model) {
  const { embedding } = await model.encode('The animal did not cross the street because it was too tired.')
  return Array.from(embedding)
}
