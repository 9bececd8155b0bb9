import { type BigIntStats, fstatSync, statSync } from 'node:fs'
import { Failure } from './failure.js'

/** True when both, paths or open descriptors, are there and are one file, whatever its names. */
export function isSameFile(a: string | number, b: string | number): boolean {
  const [one, other] = [statsOf(a), statsOf(b)]
  return one !== null && other !== null && one.dev === other.dev && one.ino === other.ino
}

/**
 * Refuses an output that is one of the inputs, by whatever name: through links, or as the file behind standard input or
 * output. `-` is standard input; `path` null is standard output. @throws Failure
 */
export function refuseOwnInput(inputs: readonly string[], path: string | null): void {
  const output = path ?? 1
  // A terminal or a device may well be both.
  if (!statsOf(output)?.isFile()) return
  const own = inputs.find((input) => isSameFile(output, input === '-' ? 0 : input))
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
