// Runs the built command line as a shell would.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const program = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))

/** Starts it; the caller talks to it. */
export function start(args, { env = {}, stdio = 'pipe' } = {}) {
  const { ATTNSCOPE_MODEL: _, ...rest } = process.env
  return spawn(process.execPath, [program, ...args], { env: { ...rest, ...env }, stdio })
}

const text = async (stream) => {
  const pieces = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Runs it to its end: { code, stdout: Buffer, stderr: string }. `input`: text, bytes, or none. */
export async function run(args, { input = '', env } = {}) {
  const child = start(args, { env })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, stdout, stderr: stderr.toString() }
}

/** The objects of JSON Lines. */
export function jsonLines(bytes) {
  const lines = bytes.toString().split('\n')
  if (lines.pop() !== '') throw new Error('the last line has no end')
  return lines.map((line) => JSON.parse(line))
}

/** A matrix of a NumPy file: { shape, rows: Float32Array[] }. */
export function readNpy(bytes) {
  if (bytes.toString('latin1', 0, 8) !== '\u0093NUMPY\u0001\u0000') throw new Error('no NumPy file')
  const start = 10 + bytes.readUInt16LE(8)
  const header = bytes.toString('latin1', 10, start)
  const [, rows, columns] = /'descr': '<f4', 'fortran_order': False, 'shape': \((\d+), (\d+)\), \} *\n$/.exec(header)
  const values = new Float32Array(new Uint8Array(bytes.subarray(start)).buffer)
  const shape = [Number(rows), Number(columns)]
  return {
    shape,
    start,
    rows: Array.from({ length: shape[0] }, (_, i) => values.slice(i * shape[1], (i + 1) * shape[1])),
    numbers: values.length
  }
}

/** A folder for this test file, and how to be rid of it. */
export function scratchFolder() {
  const path = mkdtempSync(join(tmpdir(), 'attnscope-cli-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
