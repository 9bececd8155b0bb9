import { loadModel } from 'attnscope'
import { inRepository } from '../../../bindings/toolchain/paths.mjs'
import { measureInProcesses } from '../processes.mjs'
import { textOfTokens } from '../texts.mjs'

/** Two threads in WebAssembly, ours and onnxruntime-web. @returns {Promise<{ rows: object[] }>} see measureInProcesses */
export async function measureWebThreads(places, { lengths, seconds }) {
  const program = inRepository('tests', 'bench', 'web-threads', 'engine.mjs')
  const engines = ['attnscope', 'onnxruntime-web'].map((name) => ({
    ...{ ours: name === 'attnscope', threads: 2, command: process.execPath },
    args: [program, name, '2', JSON.stringify(places)]
  }))
  const questions = new Map()
  const model = await loadModel(places.model, { maxTokens: 512 })
  for (const tokens of lengths) {
    const text = textOfTokens(tokens)
    const ids = (await model.tokenize(text)).map(({ id }) => id)
    questions.set(tokens, JSON.stringify({ text, ids }))
  }
  model.dispose()
  return measureInProcesses(engines, {
    ...{ lengths, seconds, shape: places.shape },
    question: (tokens) => questions.get(tokens)
  })
}
