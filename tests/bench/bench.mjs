// `npm run bench`: attnscope and its peers on the same model, in turn in one process, so that ratios can be trusted
// where milliseconds cannot. What measures is in measure/, what prints in report/.
import { readFile, writeFile } from 'node:fs/promises'
import { openBrowser } from './browser/browser.mjs'
import { measureAgainst } from './builds/against.mjs'
import { chartFile, drawChart } from './chart.mjs'
import { loadRemark, machine } from './machine.mjs'
import { measureBetween } from './measure/between.mjs'
import { measureCorpus } from './measure/corpus.mjs'
import { openForward } from './measure/forward.mjs'
import { measureTokenizer } from './measure/tokenizer.mjs'
import { measureNative } from './native/native.mjs'
import { help, readOptions } from './options.mjs'
import { dist, model, nodePlaces, pagePlaces } from './places.mjs'
import { againstTable } from './report/against.mjs'
import { betweenTable } from './report/between.mjs'
import { coldStartTable } from './report/cold-start.mjs'
import { corpusTable } from './report/corpus.mjs'
import { compareForward, forwardTable } from './report/forward.mjs'
import { processTable } from './report/processes.mjs'
import { tokenizerTable } from './report/tokenizer.mjs'
import { forwardTarget, nativeTarget } from './targets.mjs'
import { measureWebThreads } from './web-threads/web-threads.mjs'

const coldStarts = 3

try {
  const options = readOptions(process.argv.slice(2))
  if (options.help) console.log(help)
  else if (options.compare) await compare(options.files)
  else if (options.against) await against(options)
  else await bench(options)
} catch (error) {
  console.error(process.env.DEBUG ? error : error.message)
  process.exitCode = 1
}

function begin() {
  const run = { date: new Date().toISOString(), machine: machine() }
  console.log(`${run.machine.cpu}, ${run.machine.cores} cores, Node ${run.machine.node}`)
  const busy = loadRemark()
  if (busy) console.log(busy)
  return run
}

async function against(options) {
  const run = begin()
  const onRow = ({ variant, what, ratio }) => console.log(`  ${variant}, ${what}: ${ratio.toFixed(3)}`)
  run.against = await measureAgainst([dist, options.against], { ...options, model, onRow })
  heading(`This build against ${options.against}, in Node ${process.versions.node}`, againstTable(run.against))
  if (options.json) await writeFile(options.json, `${JSON.stringify(run, null, 2)}\n`)
}

async function bench(options) {
  const places = await nodePlaces(options.onnx)
  const run = begin()
  if (options.all || !options.browser) run.node = await measure(inNode(places), options)
  if (options.all || options.browser) {
    const browser = await openBrowser(places)
    try {
      run.browser = await measure(inBrowser(browser, places), options)
      run.browser.coldStart = await browser.coldStart(coldStarts)
      heading('Cold start in Chromium, empty profile', coldStartTable(run.browser.coldStart))
    } finally {
      await browser.close()
    }
  }
  if (options.jobs.includes('threads')) {
    run.threads = await measureWebThreads(places, options)
    const target = ({ threads }, tokens) => forwardTarget({ precision: 'float32', simd: 'relaxed', threads }, tokens)
    heading(
      `Forward pass on two threads in Node ${process.versions.node}, a process each`,
      processTable(run.threads, target)
    )
  }
  if (options.jobs.includes('native')) {
    run.native = await measureNative(places, options)
    heading(
      'Forward pass, native, a process each',
      processTable(run.native, () => nativeTarget)
    )
  }
  if (options.jobs.includes('chart')) {
    run.chart = await drawChart(places, options)
    console.log(`\nDrawn: ${chartFile}`)
  }
  if (options.json) await writeFile(options.json, `${JSON.stringify(run, null, 2)}\n`)
}

/** The jobs that run in Node and in a page alike. */
async function measure(there, options) {
  const result = {}
  if (options.jobs.includes('forward')) {
    const session = await there.openForward({ trace: options.trace })
    const rows = []
    for (const tokens of options.lengths) rows.push(await session.row(tokens, options.seconds))
    await session.close()
    result.forward = { rows }
    heading(`Forward pass in ${there.name}`, forwardTable(result.forward))
  }
  if (options.jobs.includes('between')) {
    result.between = await there.between({ seconds: options.seconds })
    heading(`Between tile sizes in ${there.name}`, betweenTable(result.between))
  }
  if (options.jobs.includes('corpus')) {
    result.corpus = await there.corpus({ sentences: options.sentences })
    heading(`Corpus in ${there.name}`, corpusTable(result.corpus))
  }
  if (options.jobs.includes('tokenizer')) {
    result.tokenizer = await there.tokenizer({ sentences: options.sentences, seconds: options.seconds })
    heading(`Tokenizer in ${there.name}`, tokenizerTable(result.tokenizer))
  }
  return result
}

function inNode(places) {
  return {
    name: `Node ${process.versions.node}`,
    openForward: (options) => openForward(places, options),
    between: (options) => measureBetween(places, options),
    corpus: (options) => measureCorpus(places, options),
    tokenizer: (options) => measureTokenizer(places, options)
  }
}

function inBrowser({ version, call }, { shape }) {
  const places = pagePlaces(shape)
  return {
    name: `Chromium ${version}`,
    async openForward(options) {
      await call('openForward', places, options)
      return { row: (tokens, seconds) => call('row', tokens, seconds), close: () => call('close') }
    },
    between: (options) => call('between', places, options),
    corpus: (options) => call('corpus', places, options),
    tokenizer: (options) => call('tokenizer', places, options)
  }
}

function heading(title, text) {
  console.log(`\n${title}\n\n${text}`)
}

async function compare(files) {
  const [before, after] = await Promise.all(files.map(async (file) => JSON.parse(await readFile(file, 'utf8'))))
  for (const [name, title] of Object.entries({ node: 'Node', browser: 'Chromium' })) {
    const runs = [before[name]?.forward, after[name]?.forward]
    if (runs.every((run) => run !== undefined)) heading(`Forward pass in ${title}`, compareForward(...runs))
  }
}
