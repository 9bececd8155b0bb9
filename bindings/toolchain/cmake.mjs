// Configures and builds one CMake preset with the tools that set-up found.
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { inRepository, repository } from './paths.mjs'
import { say } from './progress.mjs'
import { run, which } from './run.mjs'
import { locked } from './store.mjs'

/** Preset -> the one whose objects it takes, so that each target of it is made after that target there. */
export const BEFORE = { 'wasm-relaxed': 'wasm' }

/** Builds `targets` of a preset; only what changed is done again. Returns the build folder. */
export async function buildPreset(preset, targets, tools, report = () => {}) {
  if (preset in BEFORE) await buildPreset(BEFORE[preset], targets, tools, report)
  // Ninja does not notice a second one at work in the same folder.
  return locked(inRepository('build', preset), () => configureAndBuild(preset, targets, tools, report))
}

// Searching by fuzzing takes hours, and what it found is bound to no place.
const kept = ['corpus', 'findings']

/**
 * Empties a build folder that was made in another place and came here with a clone that was copied or moved: it names the
 * sources there, and would build those.
 */
function removeForeign(folder) {
  const cache = join(folder, 'CMakeCache.txt')
  if (!existsSync(cache)) return
  const [, home] = readFileSync(cache, 'utf8').match(/^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$/m) ?? []
  if (home && existsSync(home) && realpathSync(home) === realpathSync(repository)) return
  say(`  ${folder} was made in ${home ?? 'an unknown place'}: it is made anew`)
  for (const name of readdirSync(folder)) {
    if (!kept.includes(name)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

async function configureAndBuild(preset, targets, { prefix, emscripten }, report) {
  const folder = inRepository('build', preset)
  removeForeign(folder)
  const env = { EMSCRIPTEN_ROOT: emscripten }
  const wanted = JSON.stringify([prefix, emscripten, readFileSync(inRepository('CMakePresets.json'), 'utf8')])
  const stamp = `${folder}/.attnscope-configured`
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    report('configuring')
    // A folder configured for other tools would keep their paths.
    // The presets name Ninja, which a new machine may lack; Make comes with a compiler.
    const generator = which('ninja') ? [] : ['-G', 'Unix Makefiles']
    await run('cmake', ['--fresh', '--preset', preset, ...generator, `-DATTNSCOPE_PREFIX=${prefix}`], { env })
    writeFileSync(stamp, wanted)
  }
  const onLine = (line) => {
    const [, done, total] = line.match(/^\[(\d+)\/(\d+)\]/) ?? []
    if (total) report({ done: Number(done), total: Number(total), unit: 'files' })
  }
  const parallel = ['--parallel', String(availableParallelism())]
  await run('cmake', ['--build', '--preset', preset, ...parallel, '--target', ...targets], {
    env,
    onLine,
    patient: true
  })
  return folder
}
