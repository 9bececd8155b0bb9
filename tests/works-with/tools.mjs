// The tools that the package is tried with, in the cache: a gigabyte that only this runner needs.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installLocked, lockedFolder } from '../../bindings/toolchain/locked-packages.mjs'
import { inRepository } from '../../bindings/toolchain/paths.mjs'
import { step } from '../../bindings/toolchain/progress.mjs'

const manifests = inRepository('tests', 'works-with')

/** The folder whose node_modules holds the tools as the lock file here pins them. */
export const toolsFolder = lockedFolder('works-with', manifests)

/** Installs the tools, once. Throws where they cannot be had. */
export const installTools = () =>
  step('tools that the package is tried with', async (report) => {
    const fresh = !existsSync(toolsFolder)
    await installLocked('works-with', manifests, {
      before: () => report('npm ci, about 1 GB'),
      after(folder) {
        for (const name of ['node20', 'node22']) {
          for (const part of ['include', 'share']) {
            rmSync(join(folder, 'node_modules', name, part), { recursive: true, force: true })
          }
        }
      }
    })
    return fresh ? 'installed' : 'in the cache'
  })

const inTools = (...parts) => join(toolsFolder, 'node_modules', ...parts)

/** The version that the lock file pins, as the table says it. */
export const pinned = (name) =>
  JSON.parse(readFileSync(join(manifests, 'package-lock.json'))).packages[`node_modules/${name}`].version

/** A tool's file; undefined where the tool is not made for this machine. */
export function toolFile(...parts) {
  const path = inTools(...parts)
  return existsSync(path) ? path : undefined
}

/** What a tool exports. `main` is a file of the package. */
export const importTool = (name, main) => import(pathToFileURL(inTools(name, main)))

/** A program that comes in a package named after the kind of machine; undefined where there is none for this one. */
export function nativeProgram(scope, ...parts) {
  const folder = inTools(scope)
  if (!existsSync(folder)) return undefined
  return readdirSync(folder)
    .map((name) => join(folder, name, ...parts))
    .find((path) => existsSync(path))
}
