import { cpus, loadavg } from 'node:os'

/** What is known of the machine without a guess. */
export function machine() {
  return {
    cpu: cpus()[0].model,
    cores: cpus().length,
    load: Number(loadavg()[0].toFixed(2)),
    node: process.versions.node
  }
}

/** Says so when others use the machine: their time is in our figures. */
export function loadRemark() {
  const [load] = loadavg()
  if (load < 0.7) return null
  return `This machine is busy (load ${load.toFixed(1)} on ${cpus().length} cores): trust the ratios, not the milliseconds.`
}

/**
 * Says so when the same loop of multiply-adds, measured before every row, did not always run alike.
 * @param {number[]} peaks GFLOP/s
 */
export function driftRemark(peaks) {
  const drift = 1 - Math.min(...peaks) / Math.max(...peaks)
  if (drift < 0.05) return null
  return `The calibration loop ran at ${Math.min(...peaks).toFixed(1)} to ${Math.max(...peaks).toFixed(1)} GFLOP/s: the clock drifted by ${(drift * 100).toFixed(0)}% or others took its time.`
}
