// `npm run bench`: attnscope and ONNX Runtime Web on the same model, the same
// ids and one thread, in turn in one process, so that only ratios matter.
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadModel } from 'attnscope'
import { forwardFlops } from './flops.mjs'
import { onnxModel } from './peers/onnx-models.mjs'
import { loadOnnxRuntimeWeb } from './peers/onnxruntime-web.mjs'
import { median, pairedRatio, timeInTurn } from './statistics.mjs'
import { textOfTokens } from './texts.mjs'

const help = `npm run bench -- [options]

Times one forward pass of all-MiniLM-L6-v2 (float32, one thread) in attnscope
and in ONNX Runtime Web, in turn, and prints milliseconds and their ratio.
attnscope's time includes tokenizing and copying the result out.

  --tokens LIST     lengths in tokens           (default 8,16,32,128,512)
  --seconds N       time for each length        (default 6)
  --trace           also time attnscope with every attention weight kept
  --onnx FOLDER     folder with all-minilm-l6-v2.onnx (else fetched with mvn)
  --json FILE       save the figures
  --compare A B     print two saved runs side by side and stop
  --help            this text`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tokens: { type: 'string', default: '8,16,32,128,512' },
    seconds: { type: 'string', default: '6' },
    trace: { type: 'boolean', default: false },
    onnx: { type: 'string' },
    json: { type: 'string' },
    compare: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  }
})

if (options.help) console.log(help)
else if (options.compare) await compare(positionals)
else await bench()

async function bench() {
  const lengths = options.tokens.split(',').map(Number)
  const seconds = Number(options.seconds)
  if (!lengths.every((n) => Number.isInteger(n) && n >= 3 && n <= 512) || !(seconds > 0)) {
    throw new Error('--tokens wants whole numbers from 3 to 512, --seconds a number above 0')
  }
  warnOfLoad()
  const modelFolder = fileURLToPath(new URL('../../models/all-MiniLM-L6-v2', import.meta.url))
  const config = JSON.parse(await readFile(join(modelFolder, 'config.json'), 'utf8'))
  const shape = {
    layers: config.num_hidden_layers,
    width: config.hidden_size,
    feedForward: config.intermediate_size
  }
  const peer = await loadOnnxRuntimeWeb(onnxModel('float32', options.onnx), 1)
  const ours = await loadModel(modelFolder)

  console.log(`attnscope (${ours.info.simd}) and onnxruntime-web ${peer.version}, float32, 1 thread, Node ${process.versions.node}`)
  console.log(`${cpus()[0].model}, ${cpus().length} cores; milliseconds, minimum / median\n`)
  console.log('   T |     attnscope     |  onnxruntime-web  | ratio | GFLOP/s | largest difference')
  const rows = []
  for (const tokens of lengths) {
    const text = textOfTokens(tokens)
    const encoded = await ours.encode(text, { trace: { hidden: true } })
    const ids = encoded.tokens.map((token) => token.id)
    if (ids.length !== tokens) throw new Error(`the text for T = ${tokens} has ${ids.length} tokens`)
    const runPeer = peer.prepare(ids)
    const difference = largestDifference(encoded.hidden(shape.layers), await runPeer())

    const candidates = { ours: () => ours.encode(text), peer: runPeer }
    if (options.trace) candidates.traced = () => ours.encode(text, { trace: { attention: true } })
    const times = await timeInTurn(candidates, { seconds })
    const row = {
      tokens,
      ours: summary(times.ours),
      peer: summary(times.peer),
      ratio: pairedRatio(times.ours, times.peer),
      gflops: forwardFlops(tokens, shape) / Math.min(...times.ours) / 1e6,
      difference
    }
    if (times.traced) row.traced = { ...summary(times.traced), cost: pairedRatio(times.ours, times.traced) }
    rows.push(row)
    console.log(line(row))
  }
  if (options.json) {
    const run = { date: new Date().toISOString(), node: process.versions.node, cpu: cpus()[0].model, simd: ours.info.simd, rows }
    await writeFile(options.json, `${JSON.stringify(run, null, 2)}\n`)
  }
  ours.dispose()
  await peer.release()
}

function summary(times) {
  return { minimum: Math.min(...times), median: median(times), rounds: times.length }
}

function line({ tokens, ours, peer, ratio, gflops, difference, traced }) {
  const pair = ({ minimum, median }) => `${minimum.toFixed(2)} / ${median.toFixed(2)}`.padStart(17)
  const cost = traced ? `   attention kept: ${pair(traced).trim()} (${((traced.cost - 1) * 100).toFixed(1)}% more)` : ''
  return `${String(tokens).padStart(4)} | ${pair(ours)} | ${pair(peer)} | ${ratio.toFixed(2).padStart(4)}x | ${gflops.toFixed(1).padStart(7)} | ${difference.toExponential(1)}${cost}`
}

/** Both must compute the same thing, or the comparison is worth nothing. */
function largestDifference(a, b) {
  if (a.length !== b.length) throw new Error(`results differ in size: ${a.length} and ${b.length}`)
  let largest = 0
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]))
  if (largest > 1e-3) throw new Error(`results differ by ${largest}: not the same model`)
  return largest
}

function warnOfLoad() {
  const [load] = loadavg()
  if (load > 0.7) {
    console.warn(`This machine is busy (load ${load.toFixed(1)}): times will be noisy, trust the ratios only.\n`)
  }
}

async function compare(files) {
  if (files.length !== 2) throw new Error('--compare wants two files')
  const [before, after] = await Promise.all(files.map(async (file) => JSON.parse(await readFile(file, 'utf8'))))
  console.log('   T | median before | median after | change | ratio to peer before | after')
  for (const row of after.rows) {
    const old = before.rows.find(({ tokens }) => tokens === row.tokens)
    if (!old) continue
    const change = (row.ours.median / old.ours.median - 1) * 100
    console.log(
      `${String(row.tokens).padStart(4)} | ${old.ours.median.toFixed(2).padStart(13)} | ${row.ours.median.toFixed(2).padStart(12)} | ${change.toFixed(1).padStart(5)}% | ${old.ratio.toFixed(2).padStart(19)}x | ${row.ratio.toFixed(2)}x`
    )
  }
}
