// Two builds of the package in one process, pair by pair in turn: is one slower, larger or not the same?
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { watchMemories } from '../../js/support/watch.mjs'
import { variants } from '../measure/engines.mjs'
import { measurePeak } from '../peak.mjs'
import { median, summary } from '../statistics.mjs'
import { textOfTokens } from '../texts.mjs'
import { tokenizerTexts } from './texts.mjs'

const LOADS = 5

async function openBuild(folder) {
  const { loadModel } = await import(pathToFileURL(join(folder, 'index.js')).href)
  const binary = (simd) => pathToFileURL(join(folder, 'wasm', `attnscope-${simd}.wasm`)).href
  return ({ simd, precision }, model) => loadModel(model, { wasm: { [simd]: binary(simd) }, precision, maxTokens: 512 })
}

/**
 * Runs both in turn, and every other time in the other order, for what comes first may find the caches otherwise.
 * @returns {Promise<{ ours: object, theirs: object, ratio: number, least: number }>} their time by ours: the median of
 * the pairs, and of the least times
 */
async function timePairs([ours, theirs], { seconds, minRounds = 7, warm = 3 }) {
  const times = { ours: [], theirs: [] }
  const turn = async (name, run) => {
    const start = performance.now()
    await run()
    times[name].push(performance.now() - start)
  }
  for (let i = 0; i < warm; i++) for (const run of [ours, theirs]) await run()
  const end = performance.now() + seconds * 1000
  for (let round = 0; round < minRounds || performance.now() < end; round++) {
    const pair = [() => turn('ours', ours), () => turn('theirs', theirs)]
    for (const one of round % 2 ? pair.reverse() : pair) await one()
  }
  return {
    ours: summary(times.ours),
    theirs: summary(times.theirs),
    ratio: median(times.ours.map((time, i) => times.theirs[i] / time)),
    least: Math.min(...times.theirs) / Math.min(...times.ours)
  }
}

function differenceOf(a, b) {
  if (a.length !== b.length) throw new Error(`results differ in size: ${a.length} and ${b.length}`)
  return a.reduce((largest, value, i) => Math.max(largest, Math.abs(value - b[i])), 0)
}

/** How long a load takes and what memory the engine has asked for by its end. */
async function measureLoads(builds, variant, model) {
  const bytes = []
  const load = (open, i) => async () => {
    const memories = watchMemories()
    const loaded = await open(variant, model)
    bytes[i] = memories.bytes()
    memories.stop()
    loaded.dispose()
  }
  const times = await timePairs(builds.map(load), { seconds: 0, minRounds: LOADS, warm: 1 })
  return { ...times, bytes }
}

/**
 * @param {[string, string]} folders this build's and the other's
 * @param {{ model: string, lengths: number[], seconds: number, trace: boolean, onRow: (row: object) => void }} options
 * `onRow` is told each row as it is measured: { what, variant, ours, theirs, ratio, least, difference?, bytes? }
 */
export async function measureAgainst(folders, { model, lengths, seconds, trace, onRow }) {
  const builds = await Promise.all(folders.map(openBuild))
  const rows = []
  const tell = (row) => {
    rows.push(row)
    onRow(row)
  }
  const possible = variants.filter(({ simd }) => measurePeak(simd, 0) !== null)
  for (const variant of possible) {
    const { name } = variant
    tell({ variant: name, what: 'load', ...(await measureLoads(builds, variant, model)) })
    const pair = await Promise.all(builds.map((open) => open(variant, model)))
    for (const tokens of lengths) {
      const text = textOfTokens(tokens)
      const [a, b] = await Promise.all(pair.map((one) => one.encode(text)))
      const difference = differenceOf(a.embedding, b.embedding)
      const run = (options) => pair.map((one) => async () => void (await one.encode(text, options)))
      tell({ variant: name, what: `${tokens} tokens`, difference, ...(await timePairs(run(), { seconds })) })
      if (trace)
        tell({ variant: name, what: `${tokens}, traced`, ...(await timePairs(run({ trace: true }), { seconds })) })
    }
    if (variant === possible[0]) {
      for (const [what, texts] of tokenizerTexts) {
        const all = (one) => Promise.all(texts.map((text) => one.tokenize(text)))
        const [a, b] = await Promise.all(pair.map(all))
        if (JSON.stringify(a) !== JSON.stringify(b)) throw new Error(`other tokens for ${what}`)
        tell({
          variant: 'tokenizer',
          what,
          ...(await timePairs(
            pair.map((one) => () => all(one)),
            { seconds }
          ))
        })
      }
    }
    for (const one of pair) one.dispose()
  }
  return { folders, rows }
}
