// The table "works with" of the READMEs: node tests/works-with/table.mjs writes it, from the rows that are tested.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inRepository } from '../../bindings/toolchain/paths.mjs'
import { rows } from './rows.mjs'

const BEGIN = '<!-- works-with: tests/works-with/table.mjs writes this -->'
const END = '<!-- /works-with -->'
const between = new RegExp(`(?<=${BEGIN}\n).*(?=${END})`, 's')

const line = (...cells) => `| ${cells.join(' | ')} |\n`

/** File -> the table in its language. */
export const tables = {
  'README.md':
    line('works with', 'tried', 'needs') +
    line('---', '---', '---') +
    rows.map(({ tool, version = '', needs = 'nothing' }) => line(tool, version, needs)).join(''),
  'README.zh-CN.md':
    line('环境', '测试版本', '需要') +
    line('---', '---', '---') +
    rows
      .map(({ tool, toolChinese = tool, version = '', needsChinese = '无' }) =>
        line(toolChinese, version, needsChinese)
      )
      .join('')
}

/** The table that a file holds now; undefined where it has no place for one. */
export const tableIn = (name) => between.exec(readFileSync(inRepository(name), 'utf8'))?.[0]

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [name, table] of Object.entries(tables)) {
    if (tableIn(name) === undefined) throw new Error(`${name} has no lines ${BEGIN} and ${END}`)
    const text = readFileSync(inRepository(name), 'utf8')
    writeFileSync(
      inRepository(name),
      text.replace(between, () => table)
    )
  }
}
