/** Which pages of 64 kB a memory has at first and at most: as the binaries are linked. */
const initial = 256
// Shared memory is reserved whole, so its limit is lower.
const maximum = { alone: 65_536, shared: 32_768 }

/** The memory of an engine, shared by its threads or its own. */
export function createMemory(shared: boolean): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial, maximum: shared ? maximum.shared : maximum.alone, shared })
}

const importSection = 2
const functionKind = 0
const memoryKind = 2
const sharedBit = 2

/**
 * Makes a binary of ours ask for memory that is shared, or for memory that is not, in place: it is one bit of the
 * memory that it imports, and everything else in it means the same on both. A binary of another kind stays as it is.
 */
export function setShared(binary: Uint8Array, shared: boolean): void {
  let at = 8
  const number = (): number => {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = binary[at++] ?? 0
      value |= (byte & 127) << shift
      if (byte < 128) break
    }
    return value >>> 0
  }
  const skip = (bytes: number): void => {
    at += bytes
  }
  // Imports come second: types alone are before them.
  while (at < binary.length && binary[at] !== importSection) {
    at++
    skip(number())
  }
  at++
  number()
  for (let left = number(); left > 0; left--) {
    skip(number())
    skip(number())
    const kind = binary[at++]
    if (kind === memoryKind) {
      const flags = binary[at] as number
      binary[at] = shared ? flags | sharedBit : flags & ~sharedBit
      return
    }
    if (kind !== functionKind) return
    number()
  }
}
