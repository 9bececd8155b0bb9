// npm packages that only some tests need, in the cache as a lock file of their own pins them.
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inCache } from './paths.mjs'
import { npm } from './run.mjs'
import { digest, whole } from './store.mjs'

/** The folder in the cache for what `manifests`' lock file pins; its node_modules holds them once they are installed. */
export const lockedFolder = (name, manifests) =>
  inCache(`${name}-${digest(readFileSync(join(manifests, 'package-lock.json'))).slice(0, 12)}`)

/**
 * Installs them once. `before` and `after` are told when they are not there yet: after() may still change the folder.
 * @returns the folder. Throws where they cannot be had.
 */
export const installLocked = (name, manifests, { before = () => {}, after = () => {} } = {}) =>
  whole(lockedFolder(name, manifests), async (temporary) => {
    before()
    await fillLocked(temporary, manifests)
    after(temporary)
  })

/** Installs into a folder what `manifests`' lock file pins, each package by the hash of its content. */
export async function fillLocked(folder, manifests) {
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(manifests, file), join(folder, file))
  // No install scripts: programs come as packages of their own, one for each kind of machine.
  await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
}
