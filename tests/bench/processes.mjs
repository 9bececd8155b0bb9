// Engines as processes that take turns: what is not JavaScript, and pools of threads, which would disturb each other in
// one process.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { forwardFlops } from './flops.mjs'
import { largestDifference, median, pairedRatio, summary, timeInTurn } from './statistics.mjs'

/**
 * Each engine reads a line with one question and answers with its milliseconds and the embedding; its first line is its
 * name. Ours is compared with the peer that has as many threads.
 * @param {{ ours: boolean, threads: number, command: string, args: string[], env?: object }[]} engines
 * @param {{ lengths: number[], seconds: number, question: (tokens: number) => string, shape: object }} how
 * @returns {Promise<{ rows: { tokens: number, engines: object[] }[] }>}
 */
export async function measureInProcesses(engines, { lengths, seconds, question, shape }) {
  const all = []
  try {
    for (const engine of engines) all.push({ ...engine, key: keyOf(engine), ...(await converse(engine)) })
    const rows = []
    for (const tokens of lengths) {
      const line = question(tokens)
      const [truth, ...others] = await inTurn(all, line)
      for (const { embedding } of others) largestDifference(truth.embedding, embedding, 1e-5)
      const runs = all.map(({ key, ask }) => [key, () => turn(ask, line)])
      const times = await timeInTurn(Object.fromEntries(runs), { seconds })
      rows.push({
        tokens,
        engines: all.map(({ key, name, ours, threads }) => ({
          ...{ key, name, ours, threads, ...summary(times[key]) },
          ...(ours && { ratio: pairedRatio(times[key], times[keyOf({ ours: false, threads })]) }),
          gflops: forwardFlops(tokens, shape) / Math.min(...times[key]) / 1e6
        }))
      })
    }
    return { rows }
  } finally {
    for (const { end } of all) end()
  }
}

// A turn begins when the threads of whoever had the last one have stopped looking out for more work, which takes a
// processor, and goes over several passes: its own threads have gone to sleep meanwhile, and waking is not measured.
const restMilliseconds = 30
const passes = 5

async function turn(ask, line) {
  await new Promise((resolve) => setTimeout(resolve, restMilliseconds))
  const times = []
  for (let pass = 0; pass < passes; pass++) times.push((await ask(line)).milliseconds)
  return median(times)
}

const keyOf = ({ ours, threads }) => `${ours ? 'ours' : 'peer'} ${threads}`

async function inTurn(engines, line) {
  const answers = []
  for (const { ask } of engines) answers.push(await ask(line))
  return answers
}

async function converse({ command, args, env = {} }) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`${command} ended`)
    return value
  }
  return {
    name: await next(),
    async ask(line) {
      child.stdin.write(`${line}\n`)
      const [milliseconds, ...embedding] = (await next()).split(' ').map(Number)
      return { milliseconds, embedding }
    },
    end: () => child.stdin.end()
  }
}
