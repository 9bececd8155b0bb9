import { type BigIntStats, fstatSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelChoice } from './arguments.js'
import { Failure } from './failure.js'

// Of a model's folder: those that take the longest to get back.
const modelFiles = ['config.json', 'tokenizer.json', 'vocab.txt', 'model.safetensors']

/** True when both, paths or open descriptors, are there and are one file, whatever its names. */
export function isSameFile(a: string | number, b: string | number): boolean {
  const [one, other] = [statsOf(a), statsOf(b)]
  return one !== null && other !== null && one.dev === other.dev && one.ino === other.ino
}

/**
 * Refuses an output that is one of the inputs or a file of the model, by whatever name: through links, or as the file
 * behind standard input or output. `-` is standard input; `path` null is standard output. @throws Failure
 */
export function refuseOwnInput(inputs: readonly string[], { source }: ModelChoice, path: string | null): void {
  const output = path ?? 1
  // A terminal or a device may well be both.
  if (!statsOf(output)?.isFile()) return
  const own = [...inputs, ...modelFiles.map((name) => join(source, name))].find((input) =>
    isSameFile(output, input === '-' ? 0 : input)
  )
  if (own === undefined) return
  if (path !== null) throw new Failure(`${path} is also the input, whose place the output would take; name another`)
  // The shell has emptied it by now, or it would be read as it grows.
  throw new Failure(`standard output is also the input${own === '-' ? '' : `, ${own}`}; send it somewhere else`)
}

// Numbers of files may be longer than a double is exact.
function statsOf(file: string | number): BigIntStats | null {
  try {
    return typeof file === 'number' ? fstatSync(file, { bigint: true }) : statSync(file, { bigint: true })
  } catch {
    return null
  }
}
