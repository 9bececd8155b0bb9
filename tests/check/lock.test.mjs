// The locks of set-up and build, by real processes: one holder, and nobody waits for a holder that is gone.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { locked } from '../../bindings/toolchain/lock.mjs'

let folder
let target
const running = new Set()

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'attnscope-lock-'))
  target = join(folder, 'a b ü')
})

afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const lockModule = new URL('../../bindings/toolchain/lock.mjs', import.meta.url).href

/** A process that runs `body` with the lock and `note(text)`, which appends to a log that all share; `before` comes first. */
function start(body, before = '') {
  const script = `
    import { appendFileSync } from 'node:fs'
    import { setTimeout as sleep } from 'node:timers/promises'
    import { locked } from ${JSON.stringify(lockModule)}
    const note = (text) => appendFileSync(${JSON.stringify(join(folder, 'log'))}, text + '\\n')
    ${before}
    await locked(${JSON.stringify(target)}, async () => { ${body} })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe']
  })
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (said += chunk))
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return { code, said }
  })
  return { child, ended }
}

const log = () => (existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8').trim().split('\n') : [])

async function until(condition) {
  const limit = performance.now() + 30_000
  while (!condition()) {
    if (performance.now() > limit) assert.fail('it never came to be')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Somebody else's process that lives on, and its number. */
function stranger() {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  running.add(child)
  return child.pid
}

const leave = (text, ageSeconds) => {
  writeFileSync(`${target}.lock`, text)
  const then = new Date(Date.now() - 1000 * ageSeconds)
  utimesSync(`${target}.lock`, then, then)
}

/** The number of a process that has ended. */
async function deadNumber() {
  const child = spawn(process.execPath, ['--eval', ''], { stdio: 'ignore' })
  await once(child, 'close')
  return child.pid
}

// What a lock may hold without a holder, and how long it has lain there, in seconds.
const leftovers = {
  'a process that has ended': async () => [String(await deadNumber()), 0],
  'a living process of another program, an hour old': () => [String(stranger()), 3600],
  'a living process that began after the lock was written': () => [
    JSON.stringify({ pid: stranger(), started: '1', token: 'x' }),
    0
  ],
  'this process, from a time when its number was another one': () => [String(process.pid), 0],
  'the number 0': () => ['0', 60],
  'a fresh number 0': () => ['0', 0],
  'a negative number': () => ['-1', 60],
  text: () => ['somebody', 0],
  nothing: () => ['', 60],
  'half of what is written': () => ['{"pid":', 60],
  'another kind of JSON': () => ['[]', 60],
  'a machine that is not there, a minute old': () => [
    JSON.stringify({ pid: process.pid, started: '1', place: 'elsewhere pid:[1]', token: 'x' }),
    60
  ],
  'a time that is still to come': () => [String(stranger()), -3600]
}

for (const [what, make] of Object.entries(leftovers)) {
  test(`a lock that names ${what} is nobody's`, { timeout: 30_000 }, async () => {
    leave(...(await make()))

    assert.equal(await locked(target, async () => 'held'), 'held')

    assert.deepEqual(readdirSync(folder), [])
  })
}

test('a fresh lock of a living process without proof is believed for a while, which is said, and no longer', {
  timeout: 60_000
}, async () => {
  const pid = stranger()
  leave(String(pid), 0)

  const { said, code } = await start("note('held')").ended

  assert.equal(code, 0)
  assert.match(said, new RegExp(`Waiting: process ${pid} holds .*a b ü\\.lock`))
})

test('eight that meet a dead lock at once hold it one after the other', { timeout: 60_000 }, async () => {
  for (const text of [String(await deadNumber()), 'text', '']) {
    rmSync(join(folder, 'log'), { force: true })
    leave(text, 60)
    const began = Date.now() + 1500
    const body = "note('in'); await sleep(30); note('out')"
    // All of them try in the same moment.
    const wait = `while (Date.now() < ${began}) {}`
    const ends = Array.from({ length: 8 }, () => start(body, wait).ended)

    for (const { code, said } of await Promise.all(ends)) assert.equal(code, 0, said)

    assert.deepEqual(log(), Array(8).fill(['in', 'out']).flat(), `a lock that holds '${text}'`)
  }
})

test('one that waits for a living holder says for whom, and comes after it', { timeout: 60_000 }, async () => {
  const first = start("note('first'); await sleep(3000); note('first ends')")
  await until(() => log().includes('first'))

  const second = await start("note('second')").ended

  assert.match(second.said, new RegExp(`Waiting: process ${first.child.pid} holds`))
  assert.deepEqual(log(), ['first', 'first ends', 'second'])
})

test('a holder that is killed is followed at once', { timeout: 60_000 }, async () => {
  const first = start("note('first'); await sleep(60000)")
  await until(() => log().includes('first'))
  first.child.kill('SIGKILL')
  const began = performance.now()

  const second = await start("note('second')").ended

  assert.equal(second.code, 0)
  assert.ok(performance.now() - began < 14_000, 'sooner than any silence')
})

test('a holder that is stopped for longer than any silence keeps what it holds', { timeout: 90_000 }, async () => {
  const first = start("note('first'); await sleep(2000); note('first ends')")
  await until(() => log().includes('first'))
  first.child.kill('SIGSTOP')
  leaveOld()
  const second = start("note('second')")
  await new Promise((resolve) => setTimeout(resolve, 2500))
  first.child.kill('SIGCONT')

  await Promise.all([first.ended, second.ended])

  assert.deepEqual(log(), ['first', 'first ends', 'second'])
})

// As if the holder had not touched it for an hour.
function leaveOld() {
  const then = new Date(Date.now() - 3_600_000)
  utimesSync(`${target}.lock`, then, then)
}
