import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

/** Imports one of the page's TypeScript modules into Node, as Vite compiles it. */
export async function loadTs(path) {
  const file = fileURLToPath(new URL(`../../../web/${path}`, import.meta.url))
  const { module } = await runnerImport(file, { configFile: false, logLevel: 'error' })
  return module
}
