import { corpus } from '../corpus.mjs'
import { pairedRatio, summary, timeInTurn } from '../statistics.mjs'
import { loadVariants } from './engines.mjs'
import { loadTransformers } from './transformers.mjs'

/**
 * Text to tokens through the public calls: ours with offsets and words, transformers.js with ids alone. Once the
 * corpus, all sentences asked for at once, then one text of growing length, which shows whether time grows in proportion.
 */
export async function measureTokenizer(places, { sentences, seconds }) {
  const [model] = (await loadVariants(places, 1)).values()
  const transformers = await loadTransformers(places, 1)
  const texts = corpus(sentences)
  await sameIds(model, transformers, texts.slice(0, 64))

  const long = texts.join(' ')
  const inputs = [{ name: `${sentences} sentences`, texts }]
  for (const bytes of [1e4, 1e5, 1e6]) {
    const text = long.repeat(Math.ceil(bytes / long.length)).slice(0, bytes)
    inputs.push({ name: `one text of ${bytes / 1000} kB`, texts: [text] })
  }
  const rows = []
  for (const { name, texts } of inputs) {
    const times = await timeInTurn(
      {
        ours: async () => void (await Promise.all(texts.map((text) => model.tokenize(text)))),
        peer: async () => {
          for (const text of texts) transformers.tokenize(text)
        }
      },
      { seconds, minRounds: 3 }
    )
    const bytes = texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length, 0)
    rows.push({
      name,
      bytes,
      ours: summary(times.ours),
      peer: summary(times.peer),
      ratio: pairedRatio(times.ours, times.peer)
    })
  }
  model.dispose()
  await transformers.release()
  return { version: transformers.version, rows }
}

async function sameIds(model, transformers, texts) {
  for (const text of texts) {
    const ours = (await model.tokenize(text)).map(({ id }) => id)
    if (ours.join() !== Array.from(transformers.tokenize(text)).join()) throw new Error(`other token ids for: ${text}`)
  }
}
