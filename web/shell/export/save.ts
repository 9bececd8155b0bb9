import type { Facts } from '../../model/facts'
import type { Code, CodeLanguage } from '../../shared/code'
import type { Shown } from '../../shared/shown'
import type { Table } from '../../shared/table'
import { capture } from './capture'
import { toCsv } from './csv'
import { toJson } from './json'
import { toPng } from './paint'
import { toSvg } from './svg'

export type Kind = 'svg' | 'png' | 'json' | 'csv'

/** What is on the screen, with what the file has to say about itself. */
export interface Source extends Shown {
  root: HTMLElement
  view: { id: string }
  /** What the view itself makes: its tables, and the lines of its code. */
  parts: { tables: (shown: Shown) => readonly Table[] | Promise<readonly Table[]>; code: Code }
  /** The view's name in the reader's language. */
  viewName: string
  headName: string
  model: string
  pieces: boolean
  facts: Facts
  /** What texts are cut to, and whether the reader asked for more than the model's own files say. */
  limit?: number | undefined
  longer?: boolean
}

/** Makes a file and gives it to the browser to save; answers its name. */
export async function save(kind: Kind, source: Source): Promise<string> {
  const name = `attnscope-${source.view.id}.${kind}`
  download(await fileOf(kind, source), name)
  return name
}

async function fileOf(kind: Kind, source: Source): Promise<Blob> {
  const sentences = [...source.reading.texts, ...(source.second?.texts ?? [])]
  if (kind === 'svg' || kind === 'png') {
    const title = `attnscope: ${source.viewName}, ${source.headName}`
    const scene = capture(source.root, title, `${sentences.join(' | ')} (${source.model})`)
    return kind === 'png' ? toPng(scene) : new Blob([toSvg(scene)], { type: 'image/svg+xml' })
  }
  const tables = await source.parts.tables(source)
  if (kind === 'csv') {
    const table = tables[0] ?? { name: '', columns: [], rows: [] }
    // The mark at the start tells spreadsheets that this is UTF-8; without it they garble Chinese.
    return new Blob(['\ufeff', toCsv(table)], { type: 'text/csv;charset=utf-8' })
  }
  const about = {
    model: source.model,
    view: source.view.id,
    text: source.reading.texts.length > 1 ? source.reading.texts : source.reading.text,
    second: source.second?.text ?? null,
    units: source.pieces ? 'pieces' : 'words',
    words: source.reading.units.map((unit) => unit.label),
    heads: source.heads,
    pins: source.pins
  }
  return new Blob([toJson(about, tables)], { type: 'application/json' })
}

function download(blob: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // Not at once: some browsers begin to read the file only after this call.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The page's own model by its name on the hub; any other as the reader named it. */
const hubNames = new Map([['all-MiniLM-L6-v2', 'sentence-transformers/all-MiniLM-L6-v2']])

export function codeOf(language: CodeLanguage, source: Source): string {
  const hub = hubNames.get(source.model)
  const lines = source.parts.code[language]({
    texts: source.reading.texts,
    second: source.second?.text ?? null,
    heads: source.heads,
    facts: source.facts,
    source: hub ? `hf:${hub}` : source.model,
    hub: hub ?? source.model,
    limit: source.limit,
    longer: source.longer
  })
  return `${lines.join('\n')}\n`
}
