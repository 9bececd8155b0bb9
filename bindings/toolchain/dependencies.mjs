// node_modules as package-lock.json says; nothing is done while they agree.
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { inRepository } from './paths.mjs'
import { step } from './progress.mjs'
import { npm } from './run.mjs'
import { digest } from './store.mjs'

// A clone that was copied without its links has the programs' scripts in a place where they find nothing.
function programsAreLinks() {
  if (process.platform === 'win32') return true
  return lstatSync(inRepository('node_modules', '.bin', 'tsc'), { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

export async function installDependencies() {
  await step('npm packages', async (report) => {
    const stamp = inRepository('node_modules', '.attnscope-lock')
    const wanted = digest(readFileSync(inRepository('package-lock.json')))
    const installed = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && programsAreLinks()
    if (installed) return 'as the lock file says'
    const count = (readFileSync(inRepository('package-lock.json'), 'utf8').match(/^ {4}"node_modules\//gm) ?? []).length
    report(`npm ci, ${count} packages, about 100 MB`)
    await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
    writeFileSync(stamp, wanted)
    return `${count} installed`
  })
}
