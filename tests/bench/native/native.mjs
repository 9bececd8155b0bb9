// Our native build and native onnxruntime, each a process of its own that answers one line with one time.
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inCache, inRepository } from '../../../bindings/toolchain/paths.mjs'
import { run, which } from '../../../bindings/toolchain/run.mjs'
import { digest, whole } from '../../../bindings/toolchain/store.mjs'
import { measureInProcesses } from '../processes.mjs'

const here = (name) => inRepository('tests', 'bench', 'native', name)

/** One and two threads on both sides. @returns {Promise<{ rows: object[] }>} see measureInProcesses */
export async function measureNative(places, { lengths, seconds }) {
  const program = inRepository('build', 'native', 'tests', 'bench', 'attnscope_bench_forward')
  if (!existsSync(program)) throw new Error(`${program} is not there: run npm run bench -- --native`)
  const { python, env } = await onnxruntimePython()
  const engines = [1, 2].flatMap((threads) => [
    { ours: true, threads, command: program, args: [places.model, String(threads)] },
    {
      ours: false,
      threads,
      command: python,
      args: [here('onnxruntime_peer.py'), places.onnx.float32, String(threads)],
      env
    }
  ])
  const question = (tokens) => Array.from({ length: tokens }, (_, t) => 1000 + ((37 * t) % 20000)).join(' ')
  return measureInProcesses(engines, { lengths, seconds, question, shape: places.shape })
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
