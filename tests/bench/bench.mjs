// `npm run bench`: attnscope and its peers on the same model, in turn in one process, so that ratios can be trusted
// where milliseconds cannot. What measures is in measure/, what prints in report/.
import { readFile, writeFile } from 'node:fs/promises'
import { loadRemark, machine } from './machine.mjs'
import { measureCorpus } from './measure/corpus.mjs'
import { openForward } from './measure/forward.mjs'
import { measureTokenizer } from './measure/tokenizer.mjs'
import { help, readOptions } from './options.mjs'
import { nodePlaces } from './places.mjs'
import { corpusTable } from './report/corpus.mjs'
import { compareForward, forwardTable } from './report/forward.mjs'
import { tokenizerTable } from './report/tokenizer.mjs'

try {
  const options = readOptions(process.argv.slice(2))
  if (options.help) console.log(help)
  else if (options.compare) await compare(options.files)
  else await bench(options)
} catch (error) {
  console.error(process.env.DEBUG ? error : error.message)
  process.exitCode = 1
}

async function bench(options) {
  const places = await nodePlaces(options.onnx)
  const run = { date: new Date().toISOString(), machine: machine() }
  console.log(`${run.machine.cpu}, ${run.machine.cores} cores, Node ${run.machine.node}`)
  const busy = loadRemark()
  if (busy) console.log(busy)
  if (options.jobs.includes('forward')) run.forward = await forward(places, options)
  if (options.jobs.includes('corpus')) {
    run.corpus = await measureCorpus(places, options)
    console.log(`\nCorpus in Node, float32, 1 thread: ${corpusTable(run.corpus)}`)
  }
  if (options.jobs.includes('tokenizer')) {
    run.tokenizer = await measureTokenizer(places, options)
    console.log(`\nTokenizer in Node\n\n${tokenizerTable(run.tokenizer)}`)
  }
  if (options.json) await writeFile(options.json, `${JSON.stringify(run, null, 2)}\n`)
}

async function forward(places, { lengths, seconds, trace }) {
  const session = await openForward(places, { trace })
  const rows = []
  for (const tokens of lengths) rows.push(await session.row(tokens, seconds))
  await session.close()
  console.log(`\nForward pass in Node, float32, 1 thread\n\n${forwardTable({ rows })}`)
  return { rows }
}

async function compare(files) {
  const [before, after] = await Promise.all(files.map(async (file) => JSON.parse(await readFile(file, 'utf8'))))
  for (const job of ['forward', 'browser']) {
    if (before[job] && after[job]) console.log(`${job}\n\n${compareForward(before[job], after[job])}\n`)
  }
}
