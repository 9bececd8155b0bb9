// npm run bench: sets up, builds the package, and hands its options to tests/bench/bench.mjs.
import { build } from './build.mjs'
import { inRepository } from './paths.mjs'
import { main } from './progress.mjs'
import { show } from './run.mjs'
import { setup } from './setup.mjs'

main(async () => {
  const options = process.argv.slice(2)
  const tools = await setup()
  if (!options.includes('--help')) await build(tools, { page: false })
  const { code } = await show(tools.node, [inRepository('tests', 'bench', 'bench.mjs'), ...options])
  process.exitCode = code === 0 ? 0 : 1
})
