// The table "works with" of the READMEs: node tests/works-with/table.mjs writes it, from the last run of the tests.
import { pathToFileURL } from 'node:url'
import { keptResult, markedTable, tableOf } from '../support/marked-table.mjs'
import { rows } from './rows.mjs'

const table = markedTable('works-with', 'tests/works-with/table.mjs')
const kept = keptResult('works-with.json')

const cells = {
  'README.md': [
    ['works with', 'tried', 'needs'],
    ...rows.map(({ tool, version = '', needs = 'nothing' }) => [tool, version, needs])
  ],
  'README.zh-CN.md': [
    ['环境', '测试版本', '需要'],
    ...rows.map(({ tool, toolChinese = tool, version = '', needsChinese = '无' }) => [
      toolChinese,
      version,
      needsChinese
    ])
  ]
}

/** File -> the table in its language. */
export const tables = Object.fromEntries(Object.entries(cells).map(([file, lines]) => [file, tableOf(lines)]))

/** The table that a file holds now; undefined where it has no place for one. */
export const tableIn = table.in

/** Keeps which tests passed: "tool: test". */
export const writeOutcome = kept.write

function assertAllPassed() {
  const passed = kept.read([])
  const all = rows.flatMap(({ tool, tests }) => Object.keys(tests).map((name) => `${tool}: ${name}`))
  const open = all.filter((test) => !passed.includes(test))
  if (open.length) throw new Error(`npm test -- --only works-with has not passed:\n  ${open.join('\n  ')}`)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  assertAllPassed()
  for (const [file, lines] of Object.entries(cells)) table.write(file, lines)
}
