// Configures and builds one CMake preset with the tools that set-up found.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { inRepository } from './paths.mjs'
import { run, which } from './run.mjs'
import { locked } from './store.mjs'

/** Builds `targets` of a preset; only what changed is done again. Returns the build folder. */
export function buildPreset(preset, targets, tools, report = () => {}) {
  // Ninja does not notice a second one at work in the same folder.
  return locked(inRepository('build', preset), () => configureAndBuild(preset, targets, tools, report))
}

async function configureAndBuild(preset, targets, { prefix, emscripten }, report) {
  const folder = inRepository('build', preset)
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
