// How npm test runs its parts side by side, and how it finds the tests that a filter or a change means.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyFiles, touches } from '../../bindings/toolchain/changed.mjs'
import { catch2Filter, filteredFiles, nodeFilter } from '../../bindings/toolchain/filter.mjs'
import { say } from '../../bindings/toolchain/progress.mjs'
import { runners, testJobs } from '../../bindings/toolchain/runners.mjs'
import { schedule } from '../../bindings/toolchain/schedule.mjs'

/** Runs jobs that note what else is at work; gives { order of the ends, most of each kind at once, outcomes }. */
async function scheduled(jobs, testsAtOnce = 2) {
  const working = new Set()
  const seen = { order: [], together: [], outcomes: {} }
  const observed = jobs.map((job) => ({
    ...job,
    async work() {
      working.add(job.name)
      seen.together.push([...working].sort().join('+'))
      await new Promise((resolve) => setImmediate(resolve))
      try {
        return await job.work?.()
      } finally {
        working.delete(job.name)
      }
    }
  }))
  const end = (job, outcome) => {
    seen.order.push(job.name)
    seen.outcomes[job.name] = outcome
  }
  await schedule(observed, end, testsAtOnce)
  return seen
}

test('as many tests run at once as are allowed, and builds beside them', async () => {
  const tests = ['a', 'b', 'c', 'd'].map((name) => ({ name }))
  const { together, order } = await scheduled([{ name: 'x', patient: true }, ...tests])

  assert.ok(together.includes('a+b+x'))
  assert.ok(together.every((names) => names.split('+').length <= 3))
  assert.equal(order.length, 5)
})

test('where nothing is built, one test more uses the time in which tests wait', async () => {
  const { together } = await scheduled(['a', 'b', 'c', 'd'].map((name) => ({ name })))

  assert.ok(together.includes('a+b+c'))
  assert.ok(together.every((names) => names.split('+').length <= 3))
})

test('what needs a build waits for it, whatever the order of the list', async () => {
  const { order } = await scheduled([
    { name: 'test', needs: ['package'] },
    { name: 'package', needs: ['module'], patient: true },
    { name: 'module', patient: true }
  ])

  assert.deepEqual(order, ['module', 'package', 'test'])
})

test('what needs a build that failed ends with an error that names it, and the rest runs', async () => {
  const fail = () => Promise.reject(new Error('no compiler'))
  const { outcomes } = await scheduled([
    { name: 'module', patient: true, work: fail },
    { name: 'package', needs: ['module'], patient: true },
    { name: 'test', needs: ['package'] },
    { name: 'other', work: () => 7 }
  ])

  assert.match(outcomes.module.error.message, /no compiler/)
  assert.match(outcomes.package.error.message, /not run, since module failed/)
  assert.match(outcomes.test.error.message, /not run, since package failed/)
  assert.equal(outcomes.other.value, 7)
})

test('two builds never work in one folder at once', async () => {
  const jobs = ['a', 'b'].map((name) => ({ name, folder: 'native', patient: true }))

  assert.deepEqual((await scheduled(jobs)).together, ['a', 'b'])
})

test('a test that needs the machine alone has it, after all others', async () => {
  const { order, together } = await scheduled([
    { name: 'alone', alone: true },
    { name: 'a' },
    { name: 'b', patient: true }
  ])

  assert.equal(order.at(-1), 'alone')
  assert.ok(together.includes('alone'))
})

test('what a job says stays together, and is told when it ends', async () => {
  const talk = (name) => async () => {
    say(`${name} begins`)
    await new Promise((resolve) => setImmediate(resolve))
    say(`${name} ends`)
  }
  const { outcomes } = await scheduled(['a', 'b'].map((name) => ({ name, work: talk(name) })))

  assert.equal(outcomes.a.text, 'a begins\na ends\n')
  assert.equal(outcomes.b.text, 'b begins\nb ends\n')
})

test('jobs that wait for each other are an error, not silence', async () => {
  await assert.rejects(
    scheduled([
      { name: 'a', needs: ['b'] },
      { name: 'b', needs: ['a'] }
    ]),
    /a, b wait for each other/
  )
})

test('a filter is text: signs that the test programs would read otherwise are quoted', () => {
  assert.equal(catch2Filter('softmax'), '*softmax*')
  assert.equal(catch2Filter('sorted, equal ones'), '*sorted\\, equal ones*')
  assert.equal(catch2Filter('one [UNK] over'), '*one \\[UNK\\] over*')
  assert.equal(catch2Filter('[text]'), '[text]')
  assert.equal(nodeFilter('12 ms (fast)? a/b'), '/12 ms \\(fast\\)\\? a\\/b/i')
})

test('a filter means the files of that name, or else first those that hold the text', () => {
  const files = ['tests/check/schedule.test.mjs', 'tests/check/arrows.test.mjs']

  assert.deepEqual(filteredFiles(files, 'Arrows'), [{ files: [files[1]], whole: true }])
  assert.deepEqual(
    filteredFiles(files, 'tests that A filter or a change means').map((turn) => turn.files),
    [[files[0]], [files[1]]]
  )
})

test('a change touches the runners that watch it', () => {
  const touched = (path) => runners.filter(({ watches }) => touches([path], watches)).map(({ name }) => name)

  assert.ok(
    ['native', 'asan', 'wasm', 'web', 'package-js'].every((name) =>
      touched('core/text/pre_tokenizer/plain.cpp').includes(name)
    )
  )
  assert.deepEqual(touched('tests/cli/life.test.mjs'), ['cli', 'format', 'lint'])
  assert.equal(touched('web/app.svelte').includes('native'), false)
  assert.deepEqual(
    touched('package-lock.json'),
    runners.map(({ name }) => name)
  )
})

test('where only tests changed, only those run', () => {
  const files = ['tests/cli/life.test.mjs', 'tests/cli/input.test.mjs']
  const watched = ['bindings/cli/', 'tests/cli/']

  assert.deepEqual(onlyFiles(['README.md', files[0]], watched, files), [files[0]])
  assert.equal(onlyFiles([files[0], 'bindings/cli/main.ts'], watched, files), undefined)
})

test('every runner has parts, and a filter that fits none of them leaves none of its checks and shards', () => {
  const tools = { node: process.execPath, model: 'model' }
  const names = runners.flatMap((runner) => testJobs(runner, tools, {}).map(({ name }) => name))

  assert.equal(new Set(names).size, names.length)
  assert.ok(runners.every(({ name }) => names.some((part) => part === name || part.startsWith(`${name} `))))
  const formatting = runners.find(({ name }) => name === 'format')
  assert.deepEqual(testJobs(formatting, tools, { filter: 'softmax' }), [])
})
