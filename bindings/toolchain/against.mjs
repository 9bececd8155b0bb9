// Another build of the package, for the bench to measure this one against.
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inRepository } from './paths.mjs'
import { step } from './progress.mjs'
import { run } from './run.mjs'
import { whole } from './store.mjs'

const isBuild = (folder) => existsSync(join(folder, 'index.js')) && existsSync(join(folder, 'wasm'))

/**
 * The folder of a built package: `place` itself or its dist/ (of a clone, or of an installed package), or, where `place`
 * is a commit, a tag or a branch, its build, made once by that commit's own scripts and kept in build/against/.
 */
export async function otherBuild(place) {
  const built = [resolve(place), resolve(place, 'dist')].find(isBuild)
  if (built) return built
  const commit = (await run('git', ['rev-parse', '--verify', '--quiet', `${place}^{commit}`]).catch(() => '')).trim()
  if (!commit) throw new Error(`--against ${place}: neither a folder with a built package nor a commit`)
  const folder = inRepository('build', 'against', commit.slice(0, 12))
  mkdirSync(inRepository('build', 'against'), { recursive: true })
  if (!existsSync(folder)) {
    await step(`the package of ${place}`, () =>
      whole(folder, (temporary) => buildCommit(commit, join(temporary, 'clone'), join(temporary, 'dist')))
    )
  }
  return join(folder, 'dist')
}

async function buildCommit(commit, clone, dist) {
  await run('git', ['worktree', 'prune'])
  await run('git', ['worktree', 'add', '--detach', clone, commit])
  try {
    const script = join('bindings', 'toolchain', 'build.mjs')
    await run(process.execPath, [script, '--no-page'], { cwd: clone, patient: true })
    renameSync(join(clone, 'dist'), dist)
  } finally {
    await run('git', ['worktree', 'remove', '--force', clone])
  }
}
