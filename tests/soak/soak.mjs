// npm run soak: thousands of calls, and the memory after every thousand of them.
import { parseArgs } from 'node:util'
import { findChromium } from '../../bindings/toolchain/browsers.mjs'
import { chromiumLimits, soakChromium } from './chromium.mjs'
import { nodeLimits, soakNode } from './node.mjs'
import { judge, verdict } from './slope.mjs'

const HELP = `npm run soak -- [options]

Makes calls of every kind and length on the built package and the real model, in Node and in two tabs of Chromium.
Tells the memory after every thousand calls; fails where it grows by more than the limits say.

  --calls N    how many calls in each place (default 10000)
  --every N    calls between two samples (default 1000)
  --in PLACES  node, chromium (default: node,chromium)
  --help       this text`

const megabytes = (bytes) => (bytes / 1e6).toFixed(1).padStart(9)

function report(began) {
  let first = true
  return ({ calls, ...figures }) => {
    if (first)
      console.log(
        `    calls${Object.keys(figures)
          .map((name) => name.padStart(9))
          .join('')}   MB`
      )
    first = false
    const seconds = Math.round((performance.now() - began) / 1000)
    console.log(`${String(calls).padStart(9)}${Object.values(figures).map(megabytes).join('')}   after ${seconds} s`)
  }
}

async function soak(name, work, limits) {
  console.log(`\n${name}`)
  const samples = await work(report(performance.now()))
  const judgements = judge(samples, limits)
  for (const judged of judgements) console.log(verdict(judged))
  return judgements.every(({ flat }) => flat)
}

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '10000' },
    every: { type: 'string', default: '1000' },
    in: { type: 'string', default: 'node,chromium' },
    help: { type: 'boolean' }
  }
})
if (values.help) console.log(HELP)
else {
  const [calls, every] = [Number(values.calls), Number(values.every)]
  const places = values.in.split(',')
  const flat = []
  if (places.includes('node')) {
    const work = (onSample) => soakNode({ calls, every, warm: 500, onSample })
    flat.push(await soak(`Node ${process.version}`, work, nodeLimits))
  }
  if (places.includes('chromium')) {
    const executable = findChromium()
    if (!executable) throw new Error('There is no Chromium; set CHROMIUM, or leave it out with --in node.')
    const work = (onSample) => soakChromium({ executable, calls, every, warm: 250, onSample })
    flat.push(await soak('Chromium, two tabs', work, chromiumLimits))
  }
  if (!flat.length) throw new Error(`--in ${values.in} names neither node nor chromium`)
  process.exitCode = flat.every(Boolean) ? 0 : 1
}
