// Reads how many tests passed from what a test program printed; a program that says nothing has failed, unless the tests
// were `filtered`: then it may have none of that name.
import { stripVTControlCharacters } from 'node:util'

const FAILED_WHOLE = { passed: 0, failed: 1, skipped: 0 }
const NONE = { passed: 0, failed: 0, skipped: 0 }

/** Counts of a Catch2 program: "All tests passed (9 assertions in 3 test cases)" or "test cases: 3 | 2 passed | 1 failed". */
export function catch2Counts({ code, output }, filtered = false) {
  const all = output.match(/All tests passed \(\d+ assertions? in (\d+) test cases?\)/)
  if (all && code === 0) return { passed: Number(all[1]), failed: 0, skipped: 0 }
  const line = output.match(/^test cases:\s+\d+ \|.*$/m)?.[0]
  if (!line) return filtered && /^No test cases matched /m.test(output) ? NONE : FAILED_WHOLE
  const count = (word) => Number(line.match(new RegExp(`(\\d+) ${word}`))?.[1] ?? 0)
  const counts = {
    passed: count('passed') + count('failed as expected'),
    failed: count('failed(?! as)'),
    skipped: count('skipped')
  }
  // A crash after the last line (a leak found at exit, say) is a failure of its own.
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** Counts of a file run by Node's test runner with `--test-reporter=spec`. */
export function nodeTestCounts({ code, output }, filtered = false) {
  const plain = stripVTControlCharacters(output)
  const count = (word) => Number([...plain.matchAll(new RegExp(`^\\S+ ${word} (\\d+)$`, 'gm'))].at(-1)?.[1] ?? 0)
  // Node 20 counts the tests of another name as skipped.
  const others = plain.match(/# test name does not match pattern$/gm)?.length ?? 0
  const counts = {
    passed: count('pass'),
    failed: count('fail') + count('cancelled'),
    skipped: count('skipped') + count('todo') - others
  }
  if (code !== 0 && counts.failed === 0) return { ...counts, failed: 1 }
  if (counts.passed + counts.failed + counts.skipped > 0) return counts
  return filtered && code === 0 ? NONE : FAILED_WHOLE
}
