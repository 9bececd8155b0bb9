// What has to be there before tests can run, by the name under which runners ask for it. Each is made once in a run.
import { installTools } from '../../tests/works-with/tools.mjs'
import { provideBrowsers } from './browsers.mjs'
import { build } from './build.mjs'
import { BEFORE, buildPreset } from './cmake.mjs'
import { buildTargets, requireClang } from './fuzz.mjs'
import { say, step } from './progress.mjs'

const MODULES = ['wasm/attnscope_module', 'wasm-relaxed/attnscope_module']

// What is found goes into `tools`, beside what set-up found.
const others = {
  build: { needs: MODULES, work: (tools) => build(tools, { modules: false }) },
  browsers: {
    async work(tools) {
      Object.assign(tools, await provideBrowsers())
    }
  },
  'works-with-tools': {
    async work(tools) {
      try {
        await installTools()
      } catch (error) {
        say(error.message)
        tools.withoutTools = true
      }
    }
  },
  clang: { work: requireClang },
  'fuzz-targets': {
    folder: 'asan',
    work: (tools) =>
      step('fuzz targets', async (report) => {
        tools.fuzzFolder = await buildTargets(tools, report)
      })
  }
}

// The package comes first, for most runners wait for it; then the longest: what takes both processors to its very end, as
// fuzzing does, comes last. Of CMake's targets, "help" configures alone.
const QUICK = ['native/help', 'wasm/help', 'browsers', 'clang', 'works-with-tools']
const ORDER = [...MODULES, 'build', ...QUICK, 'asan/', 'native/', 'wasm/', 'wasm-relaxed/', 'fuzz']
const place = (name) => ORDER.findIndex((some) => name.startsWith(some)) + 1 || ORDER.length + 1

function job(name, tools) {
  const [folder, target] = name.split('/')
  const known = others[name] ?? {
    folder,
    needs: [...(folder === 'asan' ? ['clang'] : []), ...(folder in BEFORE ? [`${BEFORE[folder]}/${target}`] : [])],
    work: () =>
      step(`${target}, preset ${folder}`, async (report) => {
        await buildPreset(folder, [target], tools, report)
      })
  }
  return { ...known, name, patient: true, work: () => known.work(tools) }
}

/** The jobs (schedule.mjs) that make these: "PRESET/TARGET" of CMake, or a name from above; and of what they need. */
export function buildJobs(names, tools) {
  const wanted = new Set(names)
  for (const name of wanted) for (const other of job(name, tools).needs ?? []) wanted.add(other)
  return [...wanted].sort((a, b) => place(a) - place(b)).map((name) => job(name, tools))
}
