// The likeliest words for each gap of a sentence. A gap is written ___, whatever the model's own mask is called.
//
//     node fill-gaps.mjs ./bert-base-uncased "The ___ didn't cross the ___."
import { loadModel } from 'attnscope'

const [source, sentence] = process.argv.slice(2)
const model = await loadModel(source)
const { answers, maskToken, name } = model.info
if (!answers.includes('masked-words')) throw new Error(`${name} was not saved with the head that fills masks`)

const text = sentence.replaceAll('___', maskToken.text)
for (const { token, candidates } of await model.fillMask(text, { top: 3 })) {
  const words = candidates.map((word) => `${word.text.trim()} ${(100 * word.probability).toFixed(1)}%`)
  console.log(`at ${token.start}: ${words.join(', ')}`)
}
model.dispose()
