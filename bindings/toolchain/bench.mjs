// npm run bench: sets up, builds the package and what measures beside it, and hands its options to tests/bench/.
import { otherBuild } from './against.mjs'
import { BINARIES, build } from './build.mjs'
import { buildPreset } from './cmake.mjs'
import { inRepository } from './paths.mjs'
import { main, step } from './progress.mjs'
import { show } from './run.mjs'
import { setup } from './setup.mjs'

main(async () => {
  const options = process.argv
    .slice(2)
    .flatMap((option) => (option.startsWith('--against=') ? option.split(/=(.*)/, 2) : [option]))
  const asks = (...names) => names.some((name) => options.includes(name))
  const tools = await setup()
  if (!asks('--help', '--compare')) {
    await build(tools, { page: false })
    const other = options.indexOf('--against') + 1
    // Where it is absent, the options' own reader says so.
    if (other > 0 && options[other]) options[other] = await otherBuild(options[other])
    const targets = asks('--against') ? [] : Object.keys(BINARIES).map((preset) => [preset, 'attnscope_bench_tile'])
    if (asks('--native', '--all')) targets.push(['native', 'attnscope_bench_forward'])
    for (const [preset, target] of targets) {
      await step(`${target}, ${preset}`, (report) => buildPreset(preset, [target], tools, report).then(() => ''))
    }
  }
  const { code } = await show(tools.node, [inRepository('tests', 'bench', 'bench.mjs'), ...options])
  process.exitCode = code === 0 ? 0 : 1
})
