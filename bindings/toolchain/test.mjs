// npm test: sets up, builds, runs every runner, and ends with the sum of what passed and failed.
import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { main, say, summary } from './progress.mjs'
import { runners } from './runners.mjs'
import { setup } from './setup.mjs'

const HELP = `npm test -- [options]

Sets up, builds and runs every test; the last line is "N passed, N failed".

  --only A,B   run these runners alone
  --list       name the runners and stop
  --help       this text`

function chosen(only) {
  if (!only) return runners
  const names = only.split(',')
  const unknown = names.filter((name) => !runners.some((runner) => runner.name === name))
  if (unknown.length) throw new Error(`No runner is called ${unknown.join(', ')}; --list names them.`)
  return runners.filter(({ name }) => names.includes(name))
}

const described = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`

async function runOne(runner, tools) {
  say(`\n== ${runner.name}: ${runner.what}`)
  try {
    return await runner.work(tools)
  } catch (error) {
    say(error.message)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

main(async () => {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, list: { type: 'boolean' }, help: { type: 'boolean' } }
  })
  if (values.help) return console.log(HELP)
  if (values.list) return console.log(runners.map(({ name, what }) => `${name.padEnd(20)} ${what}`).join('\n'))
  const wanted = chosen(values.only)
  const tools = await setup()
  const results = []
  if (wanted.some(({ needsBuild }) => needsBuild)) {
    try {
      await build(tools)
    } catch (error) {
      say(error.message)
      results.push({ name: 'build', passed: 0, failed: 1, skipped: 0 })
    }
  }
  for (const runner of wanted) {
    if (runner.only && !runner.only(tools)) continue
    const began = performance.now()
    const counts = await runOne(runner, tools)
    results.push({ name: runner.name, ...counts, seconds: (performance.now() - began) / 1000 })
    say(`== ${runner.name}: ${described(counts)} (${results.at(-1).seconds.toFixed(1)} s)`)
  }
  const sum = { passed: 0, failed: 0, skipped: 0 }
  say('')
  for (const { name, seconds = 0, ...counts } of results) {
    say(`${counts.failed ? 'FAILED' : 'passed'}  ${name.padEnd(20)} ${described(counts)} (${seconds.toFixed(1)} s)`)
    for (const key of Object.keys(sum)) sum[key] += counts[key]
  }
  summary('Set-up and builds')
  say(described(sum))
  process.exitCode = sum.failed ? 1 : 0
})
