// The READMEs' line on browsers: node tests/web/engines-table.mjs writes it, from the last runs of engines.test.mjs.
import { pathToFileURL } from 'node:url'
import { keptResult, markedTable } from '../support/marked-table.mjs'

const table = markedTable('engines', 'tests/web/engines-table.mjs')
const kept = keptResult('engines.json')

/** Keeps the version of an engine in which the page's story went well. */
export function keepTried(name, version) {
  kept.write({ ...kept.read({}), [name]: version })
}

const heads = { 'README.md': ['the page in', 'tried'], 'README.zh-CN.md': ['网页所用浏览器引擎', '测试版本'] }

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const versions = kept.read({})
  const missing = ['Chromium', 'Firefox', 'WebKit'].filter((name) => !versions[name])
  if (missing.length) throw new Error(`engines.test.mjs has not passed in ${missing.join(', ')}`)
  const rows = Object.entries(versions).map(([name, version]) => [
    name === 'WebKit' ? 'WebKit (WebKitGTK)' : name,
    version
  ])
  for (const [file, head] of Object.entries(heads)) table.write(file, [head, ...rows])
}
