// Reads how many tests passed from what a test program printed; a program that says nothing has failed.
import { stripVTControlCharacters } from 'node:util'

const FAILED_WHOLE = { passed: 0, failed: 1, skipped: 0 }

/** Counts of a Catch2 program: "All tests passed (9 assertions in 3 test cases)" or "test cases: 3 | 2 passed | 1 failed". */
export function catch2Counts({ code, output }) {
  const all = output.match(/All tests passed \(\d+ assertions? in (\d+) test cases?\)/)
  if (all && code === 0) return { passed: Number(all[1]), failed: 0, skipped: 0 }
  const line = output.match(/^test cases:\s+\d+ \|.*$/m)?.[0]
  if (!line) return FAILED_WHOLE
  const count = (word) => Number(line.match(new RegExp(`(\\d+) ${word}`))?.[1] ?? 0)
  const counts = {
    passed: count('passed') + count('failed as expected'),
    failed: count('failed(?! as)'),
    skipped: count('skipped')
  }
  // A crash after the last line (a leak found at exit, say) is a failure of its own.
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** Counts of `node --test --test-reporter=spec`. */
export function nodeTestCounts({ code, output }) {
  const plain = stripVTControlCharacters(output)
  const count = (word) => Number([...plain.matchAll(new RegExp(`^\\S+ ${word} (\\d+)$`, 'gm'))].at(-1)?.[1] ?? 0)
  const counts = {
    passed: count('pass'),
    failed: count('fail') + count('cancelled'),
    skipped: count('skipped') + count('todo')
  }
  if (code !== 0 && counts.failed === 0) return { ...counts, failed: 1 }
  return counts.passed + counts.failed + counts.skipped === 0 ? FAILED_WHOLE : counts
}
