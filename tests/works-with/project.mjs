// Fresh projects with the packed package installed, below the tools, so that Node's own search finds those.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { repository } from '../../bindings/toolchain/paths.mjs'
import { npm } from '../../bindings/toolchain/run.mjs'
import { toolsFolder } from './tools.mjs'

let installed
let projects

/** Packs the package as npm publishes it and installs that, once. Gives the folder of the projects. */
async function install() {
  const packed = mkdtempSync(join(tmpdir(), 'attnscope-works-with-'))
  try {
    await npm(['pack', '--ignore-scripts', '--pack-destination', packed], { cwd: repository })
    const archive = readdirSync(packed).find((name) => name.endsWith('.tgz'))
    projects = mkdtempSync(join(toolsFolder, 'projects-'))
    const home = join(projects, 'installed')
    mkdirSync(home)
    writeFileSync(join(home, 'package.json'), '{ "private": true }')
    // Offline, for it has no dependency; nor does it need a script of its own to be run.
    await npm(['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', join(packed, archive)], {
      cwd: home
    })
    return join(home, 'node_modules', 'attnscope')
  } finally {
    rmSync(packed, { recursive: true, force: true })
  }
}

/** Where the installed package lies: what a server of packages would give out. */
export function installedPackage() {
  installed ??= install()
  return installed
}

/** A fresh project with the package and these files: path -> text. Ends with the test `context`. */
export async function project(context, files) {
  const from = await installedPackage()
  const folder = mkdtempSync(join(projects, 'project-'))
  context.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const manifest = JSON.stringify({ name: 'project', version: '1.0.0', private: true, type: 'module' })
  for (const [name, text] of Object.entries({ 'package.json': manifest, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  cpSync(from, join(folder, 'node_modules', 'attnscope'), { recursive: true })
  return folder
}

/** Removes every project. */
export function removeProjects() {
  if (projects && existsSync(projects)) rmSync(projects, { recursive: true, force: true, maxRetries: 5 })
}
