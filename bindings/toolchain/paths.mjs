// Where things are: the clone, its build folders, and the user's cache that all clones share.
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'attnscope')
export const inRepository = (...parts) => join(repository, ...parts)
export const inCache = (...parts) => join(cache, ...parts)
