// npm test: sets up, builds, runs every runner, and ends with the sum of what passed and failed.
import { parseArgs } from 'node:util'
import { buildJobs } from './builds.mjs'
import { changedFiles, onlyFiles, touches } from './changed.mjs'
import { main, say } from './progress.mjs'
import { runners, testJobs } from './runners.mjs'
import { schedule } from './schedule.mjs'
import { setup } from './setup.mjs'
import { printTable } from './test-table.mjs'

const HELP = `npm test -- [options]

Sets up, builds and runs every test; the last line is "N passed, N failed".

  --only A,B      run these runners alone
  --filter TEXT   run only the tests whose name, or whose file's name, holds TEXT, in any case;
                  for C++ also tags, as "[text]". An error where there is none.
  --changed       run only the runners, or their files, that what differs from origin/main touches
  --list          name the runners and stop
  --help          this text

One test: npm test -- --only native --filter softmax`

function chosen(only) {
  if (!only) return runners
  const names = only.split(',')
  const unknown = names.filter((name) => !runners.some((runner) => runner.name === name))
  if (unknown.length) throw new Error(`No runner is called ${unknown.join(', ')}; --list names them.`)
  return runners.filter(({ name }) => names.includes(name))
}

/** [runner, the files of it that are meant or undefined for all] of those that what changed touches. */
async function narrowed(wanted, changed) {
  if (!changed) return wanted.map((runner) => [runner, undefined])
  const paths = await changedFiles()
  const touched = wanted.filter(({ watches }) => touches(paths, watches))
  say(`${paths.length} files differ, which touches: ${touched.map(({ name }) => name).join(', ') || 'nothing'}`)
  return touched.map((runner) => [runner, runner.files && onlyFiles(paths, runner.watches, runner.files())])
}

main(async () => {
  const began = performance.now()
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      filter: { type: 'string' },
      changed: { type: 'boolean' },
      list: { type: 'boolean' },
      help: { type: 'boolean' }
    }
  })
  if (values.help) return console.log(HELP)
  if (values.list) return console.log(runners.map(({ name, what }) => `${name.padEnd(20)} ${what}`).join('\n'))
  const { filter } = values
  const wanted = await narrowed(chosen(values.only), values.changed)
  if (!wanted.length) return say('0 passed, 0 failed')
  const tools = await setup()
  const usable = wanted.filter(([{ only }]) => !only || only(tools))
  const tests = usable.flatMap(([runner, files]) => testJobs(runner, tools, { filter, files }))
  const builds = buildJobs(
    tests.flatMap(({ needs }) => needs.filter((name) => !tests.some((test) => test.name === name))),
    tools
  )
  const ended = []
  await schedule([...builds, ...tests], (job, { text, seconds, value, error }) => {
    const counts = !job.runner ? undefined : (value ?? { passed: 0, failed: 1, skipped: 0 })
    const failed = Boolean(error || counts?.failed)
    ended.push({ job, counts, seconds, failed })
    // A file without a test of that name has nothing to tell.
    if (filter !== undefined && counts && !failed && !counts.passed && !counts.skipped) return
    if (job.runner) say(`\n== ${job.name}${failed ? ': FAILED' : ''} (${seconds.toFixed(1)} s)`)
    if (text) say(text.trimEnd())
    if (error) say(job.runner ? error.message : `${job.name}: ${error.message}`)
  })
  const names = usable.map(([{ name }]) => name)
  process.exitCode = printTable(names, ended, { seconds: (performance.now() - began) / 1000, filter }) ? 0 : 1
})
