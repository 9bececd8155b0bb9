// Jobs side by side, so that no processor waits: tests, as many at once as there are processors, and behind them those
// that build or lint, which use all processors but yield to the tests (run.mjs: `patient`).
import { availableParallelism } from 'node:os'
import { heartbeat, onOwnPage } from './progress.mjs'

const PATIENT_AT_ONCE = 2

/**
 * Runs jobs { name, work, needs: names of jobs that come before, patient, folder: what no two may work in at once, alone }
 * in their order where nothing speaks against it. A job that is `alone` has the machine to itself, after all others.
 * `onEnd(job, { text, seconds, value, error })` is told of each; `text` is what it printed. What needs a job that failed
 * does not run, and ends with an error that says so.
 */
export async function schedule(jobs, onEnd, testsAtOnce = availableParallelism()) {
  const began = performance.now()
  const waiting = [...jobs]
  const running = new Map()
  const good = new Map()

  const lost = ({ needs = [] }) => needs.find((name) => good.get(name) === false)
  const fits = (job) => {
    const others = [...running.keys()]
    if (others.some(({ alone, folder }) => alone || (folder && folder === job.folder))) return false
    if (job.alone) return !others.length && waiting.every(({ alone }) => alone)
    const patient = others.filter((other) => other.patient).length
    if (job.patient) return patient < PATIENT_AT_ONCE
    // Tests wait now and then; where nothing patient uses that time, one more of them does.
    return others.length - patient < testsAtOnce + (patient ? 0 : 1)
  }

  const stop = heartbeat(() => status(running, good.size, jobs.length, began))
  try {
    await new Promise((resolve, reject) => {
      const end = (job, outcome) => {
        running.delete(job)
        good.set(job.name, !outcome.error)
        onEnd(job, outcome)
        next()
      }
      const start = async (job) => {
        const page = {}
        const from = performance.now()
        running.set(job, page)
        const outcome = await onOwnPage(page, async () => job.work()).then(
          (value) => ({ value }),
          (error) => ({ error })
        )
        end(job, { ...outcome, text: page.text, seconds: (performance.now() - from) / 1000 })
      }
      const take = (job) => waiting.splice(waiting.indexOf(job), 1)
      const next = () => {
        for (const job of [...waiting]) {
          const lacks = lost(job)
          if (lacks) {
            take(job)
            return end(job, { error: new Error(`not run, since ${lacks} failed`), text: '', seconds: 0 })
          }
          if (!(job.needs ?? []).every((name) => good.get(name)) || !fits(job)) continue
          take(job)
          start(job).catch(reject)
        }
        if (!running.size) resolve()
      }
      next()
    })
  } finally {
    stop()
  }
  if (waiting.length) throw new Error(`${waiting.map(({ name }) => name).join(', ')} wait for each other`)
}

function status(running, done, all, began) {
  const names = [...running].map(([{ name }, { state }]) => (state?.includes(':') ? `${name}, ${state}` : name))
  return `  ${done} of ${all} done, ${((performance.now() - began) / 1000).toFixed(0)} s: ${names.join(' | ')}`
}
