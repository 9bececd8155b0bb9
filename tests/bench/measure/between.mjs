import { timeInTurn } from '../statistics.mjs'
import { textOfTokens } from '../texts.mjs'
import { loadVariants } from './engines.mjs'

const anchors = [8, 16, 32, 128, 512]
const between = [13, 15, 17, 100, 129]

/** Lengths that fill no tile, between lengths that do, in turn in our best binary: is there a cliff? */
export async function measureBetween(places, { seconds }) {
  const [model] = (await loadVariants(places, 1)).values()
  const lengths = [...anchors, ...between].sort((a, b) => a - b)
  const runs = lengths.map((tokens) => [tokens, async () => void (await model.encode(textOfTokens(tokens)))])
  const times = await timeInTurn(Object.fromEntries(runs), { seconds: seconds * lengths.length })
  model.dispose()
  return { anchors, rows: lengths.map((tokens) => ({ tokens, minimum: Math.min(...times[tokens]) })) }
}
