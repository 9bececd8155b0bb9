// Time against the number of tokens as an SVG that stands by itself: both axes logarithmic, legible light and dark.
import { linearFlops, quadraticFlops } from '../flops.mjs'

const width = 760
const height = 480
const frame = { left: 64, right: 20, top: 52, bottom: 74 }
const domain = { tokens: [8, 4096], milliseconds: [1, 10_000] }

const scale =
  ([low, high], from, to) =>
  (value) =>
    from + ((to - from) * Math.log(value / low)) / Math.log(high / low)
const x = scale(domain.tokens, frame.left, width - frame.right)
const y = scale(domain.milliseconds, height - frame.bottom, frame.top)

const style = `
  svg { color-scheme: light dark; --ink: #1d2330; --soft: #5b6475; --rule: #dfe3ea; --paper: #fff; --ours: #0b62c4; --peer: #b4500b }
  @media (prefers-color-scheme: dark) {
    svg { --ink: #e8ebf2; --soft: #a3adbf; --rule: #333b49; --paper: #151922; --ours: #6db1ff; --peer: #ff9d57 }
  }
  text { font: 13px system-ui, sans-serif; fill: var(--ink) }
  .soft { fill: var(--soft); font-size: 12px }
  .title { font-size: 15px; font-weight: 600 }
  .grid { stroke: var(--rule) }
  .measured { fill: none; stroke-width: 2.25 }
  .term { stroke: var(--soft); stroke-width: 1.25; stroke-dasharray: 5 4 }
  .mark { stroke: var(--soft) }
  .ours { stroke: var(--ours) } .peer { stroke: var(--peer) }
  text.ours { fill: var(--ours); stroke: none; font-weight: 600 } text.peer { fill: var(--peer); stroke: none; font-weight: 600 }
  circle.ours { fill: var(--ours) } circle.peer { fill: var(--paper); stroke-width: 2 }`

/**
 * @param {{ tokens: number, ours: number, peer: number }[]} rows milliseconds, shortest text first
 * @param {{ layers: number, width: number, feedForward: number }} shape of the model
 * @param {number} peak GFLOP/s that a register-resident loop reached
 * @param {{ ours: string, peer: string, machine: string }} names
 */
export function costChart(rows, shape, peak, names) {
  const linear = (tokens) => (shape.layers * linearFlops(tokens, shape)) / peak / 1e6
  const quadratic = (tokens) => (shape.layers * quadraticFlops(tokens, shape)) / peak / 1e6
  // a n d^2 = b n^2 d: with F = 4d, 24 n d^2 = 4 n^2 d, so n = 6d.
  const crossing = linearFlops(1, shape) / quadraticFlops(1, shape)
  const last = rows.at(-1)
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title summary">`,
    '<title id="title">How the time of one forward pass grows with the number of tokens</title>',
    `<desc id="summary">${escaped(summary(rows, names, crossing))}</desc>`,
    `<style>${style}\n</style>`,
    `<rect width="${width}" height="${height}" fill="var(--paper)"/>`,
    text(frame.left, 24, 'One forward pass of all-MiniLM-L6-v2, float32, one thread', 'title'),
    ...axes(),
    ...term(linear, '12·n·d²: projections and feed-forward, at the peak', 0.3),
    ...term(quadratic, '2·n²·d: attention, at the peak', 0.62),
    ...crossingMark(crossing, linear(crossing), shape),
    ...series(rows, 'peer'),
    ...series(rows, 'ours'),
    ...legend(rows, 'peer', names.peer, 0),
    ...legend(rows, 'ours', names.ours, 1),
    `<line class="mark" x1="${px(x(512))}" x2="${px(x(512))}" y1="${px(y(last.peer) + 10)}" y2="${height - frame.bottom}" stroke-dasharray="1 4"/>`,
    text(
      frame.left,
      height - 14,
      `${names.machine}; peak ${peak.toFixed(0)} GFLOP/s measured in the same run. Least of many times.`,
      'soft'
    ),
    '</svg>'
  ]
  return `${parts.join('\n')}\n`
}

function axes() {
  const bottom = height - frame.bottom
  const ticks = [8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096]
  return [
    ...[1, 10, 100, 1000, 10_000].flatMap((ms) => [
      `<line class="grid" x1="${frame.left}" x2="${width - frame.right}" y1="${px(y(ms))}" y2="${px(y(ms))}"/>`,
      text(frame.left - 8, y(ms) + 4, ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`, 'soft', 'end')
    ]),
    ...ticks.flatMap((tokens) => [
      `<line class="grid" x1="${px(x(tokens))}" x2="${px(x(tokens))}" y1="${frame.top}" y2="${bottom}"/>`,
      text(x(tokens), bottom + 18, String(tokens), 'soft', 'middle')
    ]),
    text(
      (frame.left + width - frame.right) / 2,
      bottom + 38,
      'tokens n (the model reads at most 512)',
      'soft',
      'middle'
    )
  ]
}

/** A straight line on these axes, with its name along it at a part of its visible length. */
function term(milliseconds, name, at) {
  const [low, high] = domain.tokens
  // The quadratic term starts below the lowest millisecond shown: both are powers, so the way in is found by halving.
  let start = low
  for (let step = (high - low) / 2; milliseconds(start) < domain.milliseconds[0] && step > 0.01; step /= 2) {
    while (milliseconds(start + step) < domain.milliseconds[0]) start += step
  }
  const [x1, y1, x2, y2] = [x(start), y(Math.max(milliseconds(start), 1)), x(high), y(milliseconds(high))]
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI
  const [nameX, nameY] = [x1 + (x2 - x1) * at, y1 + (y2 - y1) * at]
  return [
    `<line class="term" x1="${px(x1)}" y1="${px(y1)}" x2="${px(x2)}" y2="${px(y2)}"/>`,
    `<text class="soft" text-anchor="middle" transform="translate(${px(nameX)} ${px(nameY)}) rotate(${px(angle)}) translate(0 15)">${name}</text>`
  ]
}

function crossingMark(tokens, milliseconds, { width: d }) {
  const [left, top] = [x(tokens), y(milliseconds)]
  return [
    `<circle class="mark" cx="${px(left)}" cy="${px(top)}" r="5" fill="var(--paper)"/>`,
    text(
      width - frame.right - 6,
      top - 50,
      `they cross at n = ${tokens / d}d = ${tokens.toLocaleString('en')}`,
      '',
      'end'
    ),
    `<line class="mark" x1="${px(left)}" y1="${px(top - 44)}" x2="${px(left)}" y2="${px(top - 6)}"/>`
  ]
}

function series(rows, key) {
  const points = rows.map((row) => `${px(x(row.tokens))},${px(y(row[key]))}`)
  return [
    `<polyline class="measured ${key}" points="${points.join(' ')}"/>`,
    ...rows.map((row) => `<circle class="${key}" cx="${px(x(row.tokens))}" cy="${px(y(row[key]))}" r="3.5"/>`)
  ]
}

/** In the corner that stays empty, since time only grows. */
function legend(rows, key, name, line) {
  const top = frame.top + 24 + 22 * line
  const left = frame.left + 14
  const [first, last] = [rows[0], rows.at(-1)]
  const span = `${first[key].toFixed(1)} ms at ${first.tokens}, ${last[key].toFixed(0)} ms at ${last.tokens}`
  return [
    `<line class="measured ${key}" x1="${left}" x2="${left + 24}" y1="${top}" y2="${top}"/>`,
    `<circle class="${key}" cx="${left + 12}" cy="${top}" r="3.5"/>`,
    text(left + 32, top + 4, `${name}: ${span}`, key)
  ]
}

function summary(rows, names, crossing) {
  const [first, last] = [rows[0], rows.at(-1)]
  const span = (key) =>
    `from ${first[key].toFixed(1)} ms at ${first.tokens} tokens to ${last[key].toFixed(0)} ms at ${last.tokens}`
  return `${names.ours}: ${span('ours')}. ${names.peer}: ${span('peer')}. The terms 12·n·d² and 2·n²·d cross at ${crossing} tokens.`
}

const px = (value) => Number(value.toFixed(1))
const escaped = (words) => words.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const text = (left, top, words, kind = '', anchor = 'start') =>
  `<text class="${kind}" x="${px(left)}" y="${px(top)}" text-anchor="${anchor}">${escaped(words)}</text>`
