// The parts of a runner: shards of a Catch2 program, files of Node's test runner, or one check. Each part has a name and
// work that gives { passed, failed, skipped }; `filter` (filter.mjs) and `files` leave only some of them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catch2Filter, filteredFiles, meant, nodeFilter } from './filter.mjs'
import { inRepository } from './paths.mjs'
import { say, step } from './progress.mjs'
import { show } from './run.mjs'
import { catch2Counts, nodeTestCounts } from './test-counts.mjs'

export const NOTHING = { passed: 0, failed: 0, skipped: 0 }

const environment = (tools) => ({
  ATTNSCOPE_TEST_DATA: inRepository('tests'),
  ATTNSCOPE_MODEL_DIR: tools.model
})

// Memory that cannot be had is refused, as it is without sanitizers.
const SANITIZERS = { ASAN_OPTIONS: 'allocator_may_return_null=1', UBSAN_OPTIONS: 'print_stacktrace=1' }

/** A program of Catch2's below the preset's build folder, in so many parts; `launcher` gives what runs it. */
export const catch2Parts =
  (preset, program, { shards = 1, launcher } = {}) =>
  (tools, { filter }) => {
    const path = inRepository('build', preset, ...program)
    const [command, ...first] = launcher ? [launcher(tools), `${path}.cjs`] : [path]
    const env = { ...environment(tools), ...SANITIZERS }
    const work = (args) => async () =>
      catch2Counts(await show(command, [...first, '--colour-mode', 'none', ...args], { env }), filter !== undefined)
    if (filter !== undefined) return [{ name: '', work: work([catch2Filter(filter)]) }]
    if (shards === 1) return [{ name: '', work: work([]) }]
    return Array.from({ length: shards }, (_, i) => ({
      name: `${i + 1} of ${shards}`,
      work: work(['--shard-count', String(shards), '--shard-index', String(i)])
    }))
  }

/** The *.test.mjs of a folder, below the repository's. */
export const testFiles = (folder) =>
  readdirSync(inRepository(folder), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.test.mjs'))
    .sort()
    .map((name) => join(folder, name))

// What a file says of itself when other work at the same time would change what it measures.
const ALONE = /^\/\/ needs the machine alone\b/im

/**
 * The files of a folder, each in a process of its own. `node(tools)` runs them; `env(tools)` is their environment;
 * `lacks(tools)` says why they cannot run here, where they cannot, which fails in CI if the runner is one that it
 * `mustHave`.
 */
export const nodeParts =
  (folder, { node, env = () => ({}), lacks = () => '', mustHave = false }) =>
  (tools, { filter, files }) => {
    if (!files.length) throw new Error(`${folder} holds no *.test.mjs`)
    const part = (file, args = [], filtered = false) => ({
      name: file.slice(folder.length + 1).replace('.test.mjs', ''),
      alone: ALONE.test(readFileSync(inRepository(file), 'utf8')),
      async work() {
        if (lacks(tools)) {
          say(`SKIPPED, since ${lacks(tools)}: ${file}`)
          return { passed: 0, failed: mustHave && process.env.CI === 'true' ? 1 : 0, skipped: 1 }
        }
        const all = { ...environment(tools), ...env(tools) }
        return nodeTestCounts(await show(node(tools), ['--test-reporter=spec', ...args, file], { env: all }), filtered)
      }
    })
    if (filter === undefined) return files.map((file) => part(file))
    const turns = filteredFiles(files, filter)
    let found = 0
    return turns.flatMap((turn, i) =>
      turn.files.map((file) => {
        const one = part(file, turn.whole ? [] : ['--test-name-pattern', nodeFilter(filter)], !turn.whole)
        return {
          ...one,
          needs: turns.slice(0, i).flatMap((earlier) => earlier.files.map((other) => part(other).name)),
          async work() {
            if (i > 0 && found > 0) return NOTHING
            const counts = await one.work()
            found += counts.passed + counts.failed
            return counts
          }
        }
      })
    )
  }

/** One check, which throws with what it finds. */
export const checkPart =
  (name, check) =>
  (tools, { filter }) => {
    if (!meant(name, filter)) return []
    return [
      {
        name: '',
        async work() {
          await step(name, (report) => check(tools, report))
          return { ...NOTHING, passed: 1 }
        }
      }
    ]
  }
