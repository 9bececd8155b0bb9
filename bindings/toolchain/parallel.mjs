import { availableParallelism } from 'node:os'

/** Gives each item to `work` in turn, as many at once as there are processors. Rejects with the first failure. */
export async function forEachAtOnce(items, work) {
  const queue = [...items]
  const worker = async () => {
    while (queue.length) await work(queue.shift())
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
}
