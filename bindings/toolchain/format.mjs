// npm run format: writes every source file in the project's style; --check only says what differs.
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { tool } from './build.mjs'
import { clangTool } from './clang.mjs'
import { installDependencies } from './dependencies.mjs'
import { main, step } from './progress.mjs'
import { run } from './run.mjs'
import { cppSources } from './sources.mjs'

/** Formats C++ and scripts, or throws with the differences when `check` is set. */
export async function format({ check = false } = {}) {
  const files = await cppSources()
  await run(await clangTool('clang-format'), [...(check ? ['--dry-run', '--Werror'] : ['-i']), ...files])
  await run(tool('biome'), ['format', ...(check ? [] : ['--write'])])
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(async () => {
    const { values } = parseArgs({ options: { check: { type: 'boolean' } } })
    await installDependencies()
    await step('format', () => format(values))
  })
}
