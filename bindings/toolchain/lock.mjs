// One holder at a time of a file's name, among all processes that share the cache or the clone.
import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startOf } from './process-start.mjs'
import { say } from './progress.mjs'

const POLL_MS = 200
// A holder touches its lock so often; where its process cannot be looked at, a lock untouched for so long is nobody's.
const TOUCH_MS = 2000
const SILENCE_MS = 15_000
// Waiting is said after this, and again from time to time.
const SAY_AFTER_MS = 1000
const SAY_EVERY_MS = 30_000

// Two containers may share a cache and a host's name, but not each other's processes.
const place = () => {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** Holds `path`.lock while `work` runs. Waits for another holder, and says so; takes over from one that is gone. */
export async function locked(path, work) {
  const lock = `${path}.lock`
  mkdirSync(dirname(path), { recursive: true })
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid), place: place(), token: randomUUID() })
  await acquire(lock, mine)
  const timer = setInterval(() => touch(lock, mine), TOUCH_MS)
  timer.unref()
  held.add(mine)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    held.delete(mine)
    // Somebody who could not see this process may have taken it over.
    if (look(lock)?.text === mine) rmSync(lock, { force: true })
  }
}

const held = new Set()

async function acquire(lock, mine) {
  const began = Date.now()
  let said = began + SAY_AFTER_MS - SAY_EVERY_MS
  while (!create(lock, mine)) {
    const seen = look(lock)
    if (seen === null) continue
    const owner = ownerOf(seen)
    if (!isHeld(owner, seen)) {
      takeAway(lock, seen)
      continue
    }
    if (Date.now() - said >= SAY_EVERY_MS) {
      said = Date.now()
      say(`  Waiting: ${describe(owner)} holds ${lock}`)
    }
    await sleep(POLL_MS)
  }
}

// The file appears with its content: nobody can meet it empty.
function create(lock, text) {
  const temporary = `${lock}.${process.pid}-${randomUUID()}`
  writeFileSync(temporary, text)
  try {
    linkSync(temporary, lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    return createWithoutLinks(lock, text)
  } finally {
    rmSync(temporary, { force: true })
  }
}

// Some file systems know no links.
function createWithoutLinks(lock, text) {
  try {
    writeFileSync(lock, text, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** The lock as it is now, null where there is none. */
function look(lock) {
  try {
    const { ino, mtimeMs } = statSync(lock)
    return { text: readFileSync(lock, 'utf8'), ino, mtimeMs }
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

function touch(lock, mine) {
  try {
    if (look(lock)?.text === mine) utimesSync(lock, new Date(), new Date())
  } catch {
    // Gone, or not ours any more.
  }
}

// Earlier versions wrote the bare number.
function ownerOf({ text }) {
  try {
    const owner = JSON.parse(text)
    if (Number.isInteger(owner)) return { pid: owner }
    return typeof owner === 'object' && owner !== null && Number.isInteger(owner.pid) ? owner : null
  } catch {
    return null
  }
}

function isHeld(owner, { text, mtimeMs }) {
  if (held.has(text)) return true
  // A clock may have been set back since.
  const age = Math.abs(Date.now() - mtimeMs)
  const touched = age < SILENCE_MS
  // Nobody's name: no version of ours leaves that, except in the moment of writing.
  if (owner === null || owner.pid <= 0) return age < TOUCH_MS
  if (!isHere(owner)) return touched
  const started = startOf(owner.pid)
  if (started === null) return false
  // Numbers of processes are used again: only the time of its start says that it is still the same one.
  if (owner.started) return started === owner.started
  return owner.pid !== process.pid && touched
}

/**
 * Removes the lock that was `seen`, and no later one: who may remove it is decided by who makes a file that is named after
 * it, and while that is there nobody else removes anything.
 */
function takeAway(lock, { text, ino, mtimeMs }) {
  const claim = `${lock}.broken-${ino}-${Math.round(mtimeMs)}`
  if (!createWithoutLinks(claim, '')) return removeOld(claim)
  try {
    const now = look(lock)
    if (now?.text === text && now.ino === ino && now.mtimeMs === mtimeMs) rmSync(lock, { force: true })
  } finally {
    rmSync(claim, { force: true })
  }
}

// Of a process that was killed in that very moment.
function removeOld(claim) {
  const seen = look(claim)
  if (seen !== null && Math.abs(Date.now() - seen.mtimeMs) >= SILENCE_MS) rmSync(claim, { force: true })
}

function describe(owner) {
  if (owner === null) return 'a process without a name'
  return `process ${owner.pid}${isHere(owner) ? '' : ` on ${String(owner.place).split(' ')[0]}`}`
}

const isHere = (owner) => owner.place === undefined || owner.place === place()
