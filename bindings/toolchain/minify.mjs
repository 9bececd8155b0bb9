// Shrinks the built scripts: a user loads them as they are, and Emscripten leaves its glue half as long again.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokenizer } from 'acorn'
import { minifySync } from 'vite'

/** Minifies every script in a folder and those below, in place. */
export function minifyScripts(folder) {
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    if (!name.endsWith('.js')) continue
    const path = join(folder, name)
    const { code, errors } = minifySync(path, readFileSync(path, 'utf8'), { module: true })
    if (errors.length) throw new Error(`${name} could not be minified: ${errors[0].message}`)
    writeFileSync(path, withPlainStrings(code))
  }
}

// Without white space strings become templates, and some bundlers know `new URL('...', import.meta.url)` with a plain
// string only. Escapes mean the same in both.
function withPlainStrings(code) {
  const tokens = [...tokenizer(code, { ecmaVersion: 'latest', sourceType: 'module' })]
  let result = ''
  let end = 0
  for (const [i, open] of tokens.entries()) {
    const [text, close] = tokens.slice(i + 1, i + 3)
    const isTemplate = open.type.label === '`' && text?.type.label === 'template' && close?.type.label === '`'
    if (open.start < end || !isTemplate) continue
    // One after a value is for that function.
    const isTagged = /^(name|\)|\]|`)$/.test(tokens[i - 1]?.type.label ?? '')
    const content = code.slice(open.end, close.start)
    if (isTagged || /["\n\r]/.test(content)) continue
    result += `${code.slice(end, open.start)}"${content}"`
    end = close.end
  }
  return result + code.slice(end)
}
