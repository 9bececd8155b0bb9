// npm run bench:kernels: times every kernel and the bare forward pass, natively and in both WebAssembly builds.
import { join } from 'node:path'
import { BINARIES } from './build.mjs'
import { buildPreset } from './cmake.mjs'
import { main, say, step } from './progress.mjs'
import { show } from './run.mjs'
import { setup } from './setup.mjs'

const TARGET = 'attnscope_bench_kernels'

main(async () => {
  const tools = await setup()
  for (const preset of ['native', ...Object.keys(BINARIES)]) {
    let folder
    await step(`${TARGET}, ${preset}`, async (report) => {
      folder = await buildPreset(preset, [TARGET], tools, report)
    })
    const program = join(folder, 'tests', 'bench', TARGET)
    const [command, ...args] = preset === 'native' ? [program] : [tools.node, `${program}.cjs`]
    say('')
    const { code } = await show(command, [...args, tools.model])
    if (code !== 0) throw new Error(`${program} ended with ${code}`)
    say('')
  }
})
