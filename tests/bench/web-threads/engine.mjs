// One WebAssembly engine as a process of its own, at the bench's command: see ../processes.mjs.
//
//     engine.mjs attnscope|onnxruntime-web THREADS PLACES
import { createInterface } from 'node:readline'
import { loadModel } from 'attnscope'
import { loadOnnxRuntimeWeb } from '../measure/onnxruntime-web.mjs'

const engines = {
  async attnscope(places, threads) {
    const model = await loadModel(places.model, { threads, maxTokens: 512 })
    if (model.info.threads !== threads) throw new Error(`asked for ${threads} threads, got ${model.info.threads}`)
    return {
      name: `attnscope ${model.info.simd}`,
      prepare:
        ({ text }) =>
        async () =>
          (await model.encode(text)).embedding,
      end: () => model.dispose()
    }
  },
  async 'onnxruntime-web'(places, threads) {
    const session = await loadOnnxRuntimeWeb(places.onnxruntimeWeb, places.onnx.float32, threads)
    return {
      name: `onnxruntime-web ${session.version}`,
      prepare({ ids }) {
        const run = session.prepare([ids])
        return async () => run()
      },
      pool: meanOfRows,
      end: () => session.release()
    }
  }
}

// Outside the clock, in the peer's favour.
function meanOfRows(hidden, rows) {
  const width = hidden.length / rows
  const mean = Float64Array.from({ length: width }, (_, i) => {
    let sum = 0
    for (let row = 0; row < rows; row++) sum += hidden[row * width + i]
    return sum
  })
  return mean.map((value) => value / Math.hypot(...mean))
}

const [name, threads, places] = process.argv.slice(2)
const engine = await engines[name](JSON.parse(places), Number(threads))
console.log(engine.name)
const prepared = new Map()
for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line)
  if (!prepared.has(line)) prepared.set(line, engine.prepare(question))
  const run = prepared.get(line)
  const start = performance.now()
  const result = await run()
  const milliseconds = performance.now() - start
  console.log(milliseconds, ...(engine.pool?.(result, question.ids.length) ?? result))
}
await engine.end()
process.exit(0)
