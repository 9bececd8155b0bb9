/** Node, or a page. What measures is the same in both; only addresses and the reading of files differ. */
export const isNode = typeof globalThis.process?.versions?.node === 'string'

/** @param {string} place a path in Node, an address in a page */
export async function readBytes(place) {
  if (isNode) {
    const { readFile } = await import('node:fs/promises')
    return new Uint8Array(await readFile(place))
  }
  const response = await fetch(place)
  if (!response.ok) throw new Error(`${place}: HTTP ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
