// The chart of how cost grows, written where the README shows it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { inRepository } from '../../bindings/toolchain/paths.mjs'
import { machine } from './machine.mjs'
import { openForward } from './measure/forward.mjs'
import { costChart } from './report/chart.mjs'

export const chartFile = inRepository('web', 'pictures', 'cost.svg')
const lengths = [8, 11, 16, 23, 32, 45, 64, 91, 128, 181, 256, 362, 512]

/** Measures our best binary and the peer and draws both. @returns the figures drawn */
export async function drawChart(places, { seconds }) {
  const session = await openForward(places, { only: 1 })
  const rows = []
  let peak = 0
  let peer
  for (const tokens of lengths) {
    const { engines, peaks } = await session.row(tokens, seconds)
    rows.push({ tokens, ours: engines[0].minimum, peer: engines[1].minimum })
    peak = Math.max(peak, peaks[engines[0].simd])
    peer = engines[1].name
  }
  const { ours } = session
  await session.close()
  const { cpu, node } = machine()
  mkdirSync(dirname(chartFile), { recursive: true })
  writeFileSync(
    chartFile,
    costChart(rows, places.shape, peak, { ours, peer, machine: `${cpu}, Node ${node.split('.')[0]}` })
  )
  return { rows, peak }
}
