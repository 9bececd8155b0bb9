// node_modules as package-lock.json says; nothing is done while they agree.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { inRepository } from './paths.mjs'
import { step } from './progress.mjs'
import { npm } from './run.mjs'
import { digest } from './store.mjs'

export async function installDependencies() {
  await step('npm packages', async (report) => {
    const stamp = inRepository('node_modules', '.attnscope-lock')
    const wanted = digest(readFileSync(inRepository('package-lock.json')))
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 'as the lock file says'
    const count = (readFileSync(inRepository('package-lock.json'), 'utf8').match(/^ {4}"node_modules\//gm) ?? []).length
    report(`npm ci, ${count} packages, about 100 MB`)
    await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
    writeFileSync(stamp, wanted)
    return `${count} installed`
  })
}
