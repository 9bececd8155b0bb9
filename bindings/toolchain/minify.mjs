// Shrinks the built scripts: a user loads them as they are, and Emscripten leaves its glue half as long again.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokenizer } from 'acorn'
import { minifySync } from 'vite'

// Line breaks stay: without them strings become templates, and some bundlers know `new URL('...', import.meta.url)` with a
// plain string only.
const options = { module: true, codegen: { removeWhitespace: false } }

/** Minifies every script in a folder and those below, in place. */
export function minifyScripts(folder) {
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    if (!name.endsWith('.js')) continue
    const path = join(folder, name)
    const { code, errors } = minifySync(path, readFileSync(path, 'utf8'), options)
    if (errors.length) throw new Error(`${name} could not be minified: ${errors[0].message}`)
    writeFileSync(path, withoutIndentation(code))
  }
}

// Indentation outside of templates means nothing, and is 3% of what is downloaded.
function withoutIndentation(code) {
  for (const { type, value } of tokenizer(code, { ecmaVersion: 'latest', sourceType: 'module' })) {
    if (type.label === 'template' && value.includes('\n')) return code
  }
  return code.replace(/^\t+/gm, '')
}
