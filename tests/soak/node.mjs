// The soak in Node: one model without a worker.
import { loadModel } from 'attnscope'
import { folder } from '../js/support/model.mjs'
import { collect, watchMemories } from '../js/support/watch.mjs'
import { makeCalls, probe, warmUp } from './calls.mjs'

/** Bytes a call that each figure may grow by. One embedding that is not let go of is 1,536. */
export const nodeLimits = { heap: 100, arrays: 100, module: 100, resident: 1024 }

/**
 * Makes `calls` calls and takes a sample after every `every`.
 * @param keep is given every answer: a test leaks with it
 * @returns the samples: calls, heap, arrays, module (all WebAssembly memories), resident, in bytes
 */
export async function soakNode({ calls, every, warm, keep, onSample = () => {} }) {
  const memories = watchMemories()
  const model = await loadModel(folder, { maxTokens: 512 })
  try {
    await warmUp(model, warm)
    const expected = await probe(model)
    const samples = []
    for (let done = 0; ; done += every) {
      if (String(await probe(model)) !== String(expected)) throw new Error(`after ${done} calls the numbers are others`)
      samples.push(sampleNow(done, memories))
      onSample(samples.at(-1))
      if (done >= calls) return samples
      await makeCalls(model, done, done + every, keep)
    }
  } finally {
    model.dispose()
    memories.stop()
  }
}

function sampleNow(calls, memories) {
  collect()
  collect()
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage()
  return { calls, heap: heapUsed, arrays: arrayBuffers, module: memories.bytes(), resident: rss }
}
