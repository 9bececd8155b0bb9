// The end of npm test: each runner with its counts and seconds, what failed, and the sum.
import { say } from './progress.mjs'

const described = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`

const sumOf = (jobs) => {
  const sum = { passed: 0, failed: 0, skipped: 0, seconds: 0 }
  for (const { counts, seconds } of jobs) {
    for (const key of Object.keys(counts ?? {})) sum[key] += counts[key]
    sum.seconds += seconds
  }
  return sum
}

const line = (mark, name, what, seconds) =>
  say(`${mark.padEnd(7)} ${name.padEnd(30)} ${what.padEnd(32)} ${seconds.toFixed(0).padStart(5)} s`)

/** Prints it; returns whether all is well. `ended` are { job, counts: of a test, seconds, failed }. */
export function printTable(names, ended, { seconds, filter }) {
  say('')
  for (const { job, seconds: own, failed } of ended)
    if (!job.runner && (failed || own >= 1)) line(failed ? 'FAILED' : 'made', job.name, '', own)
  for (const name of names) {
    const sum = sumOf(ended.filter(({ job }) => job.runner === name))
    if (sum.passed + sum.failed + sum.skipped) line(sum.failed ? 'FAILED' : 'passed', name, described(sum), sum.seconds)
  }
  const failures = ended.filter(({ failed }) => failed)
  if (failures.length) say(`\nFailed: ${failures.map(({ job }) => job.name).join(', ')}`)
  say(`\nIn all ${seconds.toFixed(0)} s: what is above ran side by side, and waited for processors while it did`)
  const sum = sumOf(ended)
  // A build that failed without a test that says so would be forgotten.
  if (failures.length && !sum.failed) sum.failed = failures.length
  if (filter !== undefined && !sum.passed && !sum.failed && !sum.skipped) {
    say(`No test of ${names.join(', ')} has "${filter}" in its name.`)
    sum.failed = 1
  }
  say(described(sum))
  return sum.failed === 0
}
