// The most that 128-bit SIMD gives on this processor and engine: a loop of
// multiply-adds that never leaves the registers. As it needs no memory and no
// compiler, the module is put together here, byte by byte.
//
//   (func (export "run") (param $n i32) (result f32)
//     (local $a0 v128) ... (local $a11 v128) (local $x v128)
//     (loop
//       $a0 = $a0 * $x + $x   ;; 12 independent chains: at least latency times ports;
//       ...                   ;; no product is the same twice, or it would be computed once
//       br_if (n -= 1))
//     lane 0 of the 12 chains added up, so that none of them is dead)

const chains = 12
const lanes = 4
// Short calls: on a busy machine some of them are not interrupted.
const roundsPerCall = 200_000

const localGet = (i) => [0x20, i]
const localSet = (i) => [0x21, i]
const add = [0xfd, 0xe4, 0x01]
const multiply = [0xfd, 0xe6, 0x01]
const relaxedMultiplyAdd = [0xfd, 0x85, 0x02]
const splatHalf = [0x43, 0x00, 0x00, 0x00, 0x3f, 0xfd, 0x13]
const lane0 = [0xfd, 0x1f, 0x00]

const section = (id, body) => [id, ...leb(body.length), ...body]

function leb(value) {
  return value < 128 ? [value] : [(value & 127) | 128, ...leb(value >> 7)]
}

function moduleBytes(simd) {
  const n = 0
  const x = chains + 1
  const accumulators = Array.from({ length: chains }, (_, i) => i + 1)
  const step = (i) =>
    simd === 'relaxed'
      ? [...localGet(i), ...localGet(x), ...localGet(x), ...relaxedMultiplyAdd, ...localSet(i)]
      : [...localGet(i), ...localGet(x), ...multiply, ...localGet(x), ...add, ...localSet(i)]
  const code = [
    ...[1, chains + 1, 0x7b],
    ...[...splatHalf, ...localSet(x)],
    ...[0x03, 0x40],
    ...accumulators.flatMap(step),
    ...[...localGet(n), 0x41, 1, 0x6b, 0x22, n, 0x0d, 0, 0x0b],
    ...accumulators.flatMap((i) => [...localGet(i), ...lane0]),
    ...Array(chains - 1).fill(0x92),
    0x0b
  ]
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 1, 0x7f, 1, 0x7d]),
    ...section(3, [1, 0]),
    ...section(7, [1, 3, ...new TextEncoder().encode('run'), 0, 0]),
    ...section(10, [1, ...leb(code.length), ...code])
  ])
}

const compiled = new Map()

/**
 * GFLOP/s of the loop on one thread, the best of several calls; a multiply and
 * an add count as two. null where the engine lacks the instructions.
 * @param {'relaxed' | 'simd128'} simd
 */
export function measurePeak(simd, seconds = 0.15) {
  if (!compiled.has(simd)) {
    const bytes = moduleBytes(simd)
    const run = WebAssembly.validate(bytes) ? new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports.run : null
    // The engine compiles a hot function anew; that shall be over before the clock runs.
    for (const end = performance.now() + 100; run && performance.now() < end; ) run(roundsPerCall / 20)
    compiled.set(simd, run)
  }
  const run = compiled.get(simd)
  if (!run) return null
  let best = Infinity
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    const start = performance.now()
    run(roundsPerCall)
    best = Math.min(best, performance.now() - start)
  }
  return (2 * lanes * chains * roundsPerCall) / best / 1e6
}
