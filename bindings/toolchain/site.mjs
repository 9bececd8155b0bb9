// The page with its model in one folder, which any static host serves, at any path: every address in it is relative.
import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { MODEL_FILES, MODEL_NAME } from './model-files.mjs'
import { inRepository } from './paths.mjs'

/** Refuses what could not be written, before anything is built. Relative folders count from where npm was called. */
export function checkSite(folder, withoutPage) {
  if (withoutPage) throw new Error('--site is the page with its model, so it does not go with --no-page')
  if (folder === '') throw new Error('--site wants the name of a folder')
  const path = pathOf(folder)
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) throw new Error(`--site ${folder}: this is no folder`)
  if (readdirSync(path).length) throw new Error(`--site ${folder}: the folder is not empty; name a new one`)
}

const pathOf = (folder) => resolve(process.env.INIT_CWD ?? process.cwd(), folder)

/** Writes the built page and the model's files. @returns where */
export function writeSite(folder, model, page = inRepository('web', 'dist')) {
  const path = pathOf(folder)
  cpSync(page, path, { recursive: true })
  for (const name of Object.keys(MODEL_FILES)) {
    const file = join(path, 'models', MODEL_NAME, name)
    mkdirSync(dirname(file), { recursive: true })
    cpSync(join(model, name), file, { dereference: true })
  }
  return path
}
