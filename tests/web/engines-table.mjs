// The READMEs' line on browsers: node tests/web/engines-table.mjs writes it, from the last runs of engines.test.mjs.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inRepository } from '../../bindings/toolchain/paths.mjs'

const BEGIN = '<!-- engines: tests/web/engines-table.mjs writes this -->'
const END = '<!-- /engines -->'
const between = new RegExp(`(?<=${BEGIN}\n).*(?=${END})`, 's')

const kept = inRepository('build', 'engines.json')
const tried = () => (existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {})

/** Keeps the version of an engine in which the page's story went well. */
export function keepTried(name, version) {
  mkdirSync(inRepository('build'), { recursive: true })
  writeFileSync(kept, JSON.stringify({ ...tried(), [name]: version }))
}

/** The table that a README holds now; undefined where it has no place for one. */
export const tableIn = (file) => between.exec(readFileSync(inRepository(file), 'utf8'))?.[0]

const heads = { 'README.md': ['the page in', 'tried'], 'README.zh-CN.md': ['网页所用浏览器引擎', '测试版本'] }

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const versions = tried()
  const missing = ['Chromium', 'Firefox', 'WebKit'].filter((name) => !versions[name])
  if (missing.length) throw new Error(`engines.test.mjs has not passed in ${missing.join(', ')}`)
  const rows = Object.entries(versions).map(([name, version]) => [
    name === 'WebKit' ? 'WebKit (WebKitGTK)' : name,
    version
  ])
  for (const [file, head] of Object.entries(heads)) {
    if (tableIn(file) === undefined) throw new Error(`${file} has no lines ${BEGIN} and ${END}`)
    const table = [head, ['---', '---'], ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
    writeFileSync(
      inRepository(file),
      readFileSync(inRepository(file), 'utf8').replace(between, () => table)
    )
  }
}
