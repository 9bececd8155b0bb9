// What the examples are written for, in the cache: `npm test` installs it once, and without a network does without.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { installLocked } from '../../../bindings/toolchain/locked-packages.mjs'
import { inRepository } from '../../../bindings/toolchain/paths.mjs'

/**
 * The tools as the lock file pins them: { folder, missing }, where `folder` holds node_modules, or is null when they
 * cannot be had and `missing` says why.
 */
export async function exampleTools() {
  try {
    const folder = await installLocked('examples', inRepository('tests', 'examples', 'tools'), {
      before: () => console.log('Installing what the examples run on into the cache, once (npm ci) ...')
    })
    return { folder, missing: false }
  } catch (error) {
    return { folder: null, missing: `its tools could not be installed: ${error.message.split('\n')[0]}` }
  }
}

/** `require` as a file among the tools would have it. */
export const requireFrom = (folder) => createRequire(join(folder, 'package.json'))
