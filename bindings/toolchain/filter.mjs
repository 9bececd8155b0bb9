// Which tests "--filter TEXT" means: those whose name or file holds the text, in any case.
import { readFileSync } from 'node:fs'
import { inRepository } from './paths.mjs'

const holds = (whole, part) => whole.toLowerCase().includes(part.toLowerCase())

/** What Catch2 is asked for: its own words where the text is tags, as "[text]" or "~[text]", else a part of the name. */
export const catch2Filter = (text) => (/^~?\[/.test(text) ? text : `*${text.replace(/[\\,[\]"]/g, '\\$&')}*`)

/** What node --test is asked for. */
export const nodeFilter = (text) => `/${text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}/i`

/**
 * The files to look into, in turns, until one turn has a test of that name: { files, whole } where all of a file is
 * meant. Names may be put together from pieces, so a file that does not hold the text comes last and not never.
 */
export function filteredFiles(files, text) {
  const named = files.filter((file) => holds(file, text))
  if (named.length) return [{ files: named, whole: true }]
  const [holding, others] = [[], []]
  for (const file of files) (holds(readFileSync(inRepository(file), 'utf8'), text) ? holding : others).push(file)
  return [holding, others].filter(({ length }) => length).map((some) => ({ files: some, whole: false }))
}

/** Whether a thing of one name, as a check or a fuzzer's target, is meant. */
export const meant = (name, text) => text === undefined || holds(name, text)
