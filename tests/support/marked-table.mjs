// Tables that a script writes into the READMEs, between two marks, from what tests keep in build/.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { inRepository } from '../../bindings/toolchain/paths.mjs'

/** The table called `name` of every README, which the script at that path writes. */
export function markedTable(name, script) {
  const [begin, end] = [`<!-- ${name}: ${script} writes this -->`, `<!-- /${name} -->`]
  const between = new RegExp(`(?<=${begin}\n).*(?=${end})`, 's')
  const text = (file) => readFileSync(inRepository(file), 'utf8')
  return {
    /** The table that a file holds now; undefined where it has no place for one. */
    in: (file) => between.exec(text(file))?.[0],
    /** Puts rows of cells in its place. */
    write(file, rows) {
      if (!between.test(text(file))) throw new Error(`${file} has no lines ${begin} and ${end}`)
      writeFileSync(
        inRepository(file),
        text(file).replace(between, () => tableOf(rows))
      )
    }
  }
}

/** A table in Markdown: its head, the line below that, and its rows. */
export const tableOf = ([head, ...rows]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')

/** What tests keep for such a script, as JSON in build/. */
export const keptResult = (name) => {
  const path = inRepository('build', name)
  return {
    read: (nothing) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : nothing),
    write(value) {
      mkdirSync(inRepository('build'), { recursive: true })
      writeFileSync(path, JSON.stringify(value))
    }
  }
}
