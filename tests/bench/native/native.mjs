// Our native build and native onnxruntime, each a process of its own that answers one line with one time.
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inCache, inRepository } from '../../../bindings/toolchain/paths.mjs'
import { run, which } from '../../../bindings/toolchain/run.mjs'
import { digest, whole } from '../../../bindings/toolchain/store.mjs'
import { forwardFlops } from '../flops.mjs'
import { largestDifference, pairedRatio, summary, timeInTurn } from '../statistics.mjs'

const here = (name) => inRepository('tests', 'bench', 'native', name)

/**
 * @param {{ model: string, onnx: string, feedForward: number }} places
 * @returns {Promise<{ rows: object[] }>} a row a length, an engine an entry
 */
export async function measureNative(places, { lengths, seconds }) {
  const program = inRepository('build', 'native', 'tests', 'bench', 'attnscope_bench_forward')
  if (!existsSync(program)) throw new Error(`${program} is not there: run npm run bench -- --native`)
  const { python, env } = await onnxruntimePython()
  const ours = await converse('ours', program, [places.model], 1)
  const peers = []
  for (const threads of [1, 2]) {
    peers.push(
      await converse(
        `peer${threads}`,
        python,
        [here('onnxruntime_peer.py'), places.onnx, String(threads)],
        threads,
        env
      )
    )
  }
  const all = [ours, ...peers]
  const rows = []
  for (const tokens of lengths) {
    const ids = Array.from({ length: tokens }, (_, t) => 1000 + ((37 * t) % 20000)).join(' ')
    const [truth, ...others] = await Promise.all(all.map(({ ask }) => ask(ids)))
    for (const { embedding } of others) largestDifference(truth.embedding, embedding, 1e-5)
    const runs = all.map(({ key, ask }) => [key, async () => (await ask(ids)).milliseconds])
    const times = await timeInTurn(Object.fromEntries(runs), { seconds })
    const shape = { layers: 6, width: truth.embedding.length, feedForward: places.feedForward }
    const engines = all.map(({ key, name, threads }) => ({
      ...{ key, name, threads, ...summary(times[key]) },
      ratio: pairedRatio(times.ours, times[key]),
      gflops: forwardFlops(tokens, shape) / Math.min(...times[key]) / 1e6
    }))
    rows.push({ tokens, engines })
  }
  for (const { end } of all) end()
  return { rows }
}

/** Python, with the pinned onnxruntime from the cache on its path (a virtual environment could not be renamed when whole). */
async function onnxruntimePython() {
  const python = which('python3', 'python')
  if (!python) throw new Error('Python 3 is needed for native onnxruntime')
  const requirements = readFileSync(here('requirements.txt'))
  const folder = await whole(inCache(`onnxruntime-${digest(requirements).slice(0, 12)}`), async (temporary) => {
    console.log('Installing native onnxruntime into the cache, once (pip, about 100 MB) ...')
    copyFileSync(here('requirements.txt'), join(temporary, 'requirements.txt'))
    const pip = [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--target',
      join(temporary, 'packages')
    ]
    await run(python, [...pip, '-r', join(temporary, 'requirements.txt')])
  })
  return { python, env: { PYTHONPATH: join(folder, 'packages') } }
}

/** Starts an engine; the first line it says is its name. */
async function converse(key, command, args, threads, env = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`${command} ended`)
    return value
  }
  const name = await next()
  return {
    key,
    threads,
    name: key === 'ours' ? `attnscope ${name}` : name,
    async ask(ids) {
      child.stdin.write(`${ids}\n`)
      const [milliseconds, ...embedding] = (await next()).split(' ').map(Number)
      return { milliseconds, embedding }
    },
    end: () => child.stdin.end()
  }
}
