// npm run check: the types of the package, of the command line and of the page.
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { dropPrivateTypes, tool } from './build.mjs'
import { installDependencies } from './dependencies.mjs'
import { inRepository } from './paths.mjs'
import { main, step } from './progress.mjs'
import { run } from './run.mjs'

/** The other two need the package's declarations, so these come first; the built scripts stay as they are. */
export async function checkTypes() {
  await run(tool('tsc'), ['-p', 'bindings/js', '--emitDeclarationOnly'])
  dropPrivateTypes(inRepository('dist'))
  await run(tool('tsc'), ['-p', 'bindings/cli', '--noEmit'])
  await checkPageTypes()
}

/** The page's alone, against the package in dist/: the build has compiled the rest, and others may read dist/ now. */
export async function checkPageTypes() {
  if (!existsSync(inRepository('web', 'tsconfig.json'))) throw new Error('web/tsconfig.json is missing')
  await run(tool('svelte-check'), ['--tsconfig', 'web/tsconfig.json', '--fail-on-warnings', '--output', 'human'])
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(async () => {
    await installDependencies()
    await step('types', checkTypes)
  })
}
