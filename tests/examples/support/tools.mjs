// What the examples are written for, in the cache: `npm test` installs it once, and without a network does without.
import { copyFileSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { inCache, inRepository } from '../../../bindings/toolchain/paths.mjs'
import { npm } from '../../../bindings/toolchain/run.mjs'
import { digest, whole } from '../../../bindings/toolchain/store.mjs'

const manifest = (name) => inRepository('tests', 'examples', 'tools', name)

/**
 * The tools as the lock file pins them: { folder, missing }, where `folder` holds node_modules, or is null when they
 * cannot be had and `missing` says why.
 */
export async function exampleTools() {
  const wanted = digest(readFileSync(manifest('package-lock.json'))).slice(0, 12)
  try {
    const folder = await whole(inCache(`examples-${wanted}`), async (temporary) => {
      console.log('Installing what the examples run on into the cache, once (npm ci) ...')
      for (const name of ['package.json', 'package-lock.json']) copyFileSync(manifest(name), join(temporary, name))
      await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: temporary })
    })
    return { folder, missing: false }
  } catch (error) {
    return { folder: null, missing: `its tools could not be installed: ${error.message.split('\n')[0]}` }
  }
}

/** `require` as a file among the tools would have it. */
export const requireFrom = (folder) => createRequire(join(folder, 'package.json'))
