// clang-format and clang-tidy: one version, so that everyone's verdict is the same.
import { existsSync } from 'node:fs'
import { installSystemWide } from './apt.mjs'
import { which } from './run.mjs'

const VERSION = 19

/** Path of clang-format or clang-tidy in the version that the project uses, installed by apt when missing. */
export async function clangTool(name) {
  const versioned = `${name}-${VERSION}`
  if (!which(versioned)) await installSystemWide([versioned], name === 'clang-tidy' ? 'linting C++' : 'formatting C++')
  const path = which(versioned)
  if (!path || !existsSync(path)) throw new Error(`${versioned} is not on PATH`)
  return path
}
