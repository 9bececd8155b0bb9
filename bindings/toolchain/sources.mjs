// The tracked and the new source files of one kind, without what git ignores.
import { existsSync } from 'node:fs'
import { inRepository } from './paths.mjs'
import { run } from './run.mjs'

/** Paths relative to the repository, of files that git tracks or would add, matching `patterns`. */
export async function sources(...patterns) {
  const listing = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns])
  return listing.split('\n').filter((path) => path && existsSync(inRepository(path)))
}

// Tables made by a script look as the script writes them.
export const cppSources = async () => (await sources('*.cpp', '*.h')).filter((path) => !path.includes('_tables.'))
