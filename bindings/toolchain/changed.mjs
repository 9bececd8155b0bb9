// What differs from the main branch, so that a change can be tried with the tests that it touches.
import { run } from './run.mjs'

const lines = (text) => text.split('\n').filter(Boolean)

/** Paths that differ from where this branch left origin/main, committed or not; from HEAD where there is no such branch. */
export async function changedFiles() {
  const base = await run('git', ['merge-base', 'HEAD', 'origin/main']).catch(() => 'HEAD')
  const differing = lines(await run('git', ['diff', '--name-only', '--no-renames', base.trim()]))
  return [...differing, ...lines(await run('git', ['ls-files', '--others', '--exclude-standard']))]
}

// What every runner stands on.
const EVERYWHERE = /^(package(-lock)?\.json|\.ci\/|bindings\/toolchain\/(test|runners|schedule|setup)\.mjs)/

/** Whether any of the paths is one that a runner watches: a beginning of a path, or EVERYWHERE. */
export const touches = (paths, watched) =>
  paths.some((path) => EVERYWHERE.test(path) || watched.some((beginning) => path.startsWith(beginning)))

/** The runner's own test files where nothing else of what it watches changed; undefined where all of it has to run. */
export function onlyFiles(paths, watched, files) {
  const touching = paths.filter((path) => touches([path], watched))
  return touching.every((path) => files.includes(path)) ? touching : undefined
}
