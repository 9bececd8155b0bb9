import { AttnscopeError, withoutSecrets } from '../errors.js'
import { isReply, type Transport, type TransportEvents } from './protocol.js'

// A worker that answers nothing to a load for so long is none of ours. Slow networks are still fetching its script.
const patience = 15_000
// So long after it said something else; a script of somebody's own around ours may say what it likes.
const grace = 2000

const expected = "expected one whose script is, or imports, the package's worker.js"

// Stands on a worker that was handed over, and says why it takes no model. Any copy of this package reads it.
const mark = Symbol.for('attnscope.worker')

/**
 * The way to a host in a worker; `handedOver`: it was started by somebody else. Nothing tells of a worker that was
 * terminated before, or runs another script, but that it does not answer as ours does.
 * @throws AttnscopeError `bad-input` for a worker that had a model before
 */
export function throughWorker(worker: Worker, handedOver: boolean, events: TransportEvents): Transport {
  const marked = worker as { [mark]?: unknown }
  if (marked[mark] !== undefined) {
    const advice = 'start a new one for each model'
    throw new AttnscopeError('bad-input', `the worker handed over ${String(marked[mark])}; ${advice}`)
  }
  setMark('already has a model')
  const before = { onmessage: worker.onmessage, onmessageerror: worker.onmessageerror, onerror: worker.onerror }
  let answered = false
  let isOurs = true
  let timer: ReturnType<typeof setTimeout> | undefined

  function setMark(why: string): void {
    define(worker, mark, why)
  }

  function isNone(what: string): void {
    stopWaiting()
    isOurs = !handedOver
    events.died(new AttnscopeError('bad-input', `the worker ${what}; ${expected}`))
  }

  function wait(milliseconds: number, what: string): void {
    clearTimeout(timer)
    timer = setTimeout(() => isNone(what), milliseconds)
  }

  function stopWaiting(): void {
    clearTimeout(timer)
    timer = undefined
  }

  worker.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isReply(data)) {
      answered = true
      stopWaiting()
      events.reply(data)
    } else if (!answered && timer !== undefined) wait(grace, 'answers something else')
  }
  worker.onmessageerror = () => events.died(new AttnscopeError('crashed', 'an answer of the worker could not be read'))
  worker.onerror = (event) => {
    event.preventDefault?.()
    const why = event.message ? ` (${withoutSecrets(event.message)})` : ''
    events.died(
      answered
        ? new AttnscopeError('crashed', `the worker died${why}; load the model anew`)
        : new AttnscopeError('network', `the worker's script could not be loaded or started${why}`)
    )
  }
  const terminate = worker.terminate.bind(worker)
  // No event tells of this, and whoever handed the worker over may do it at any time.
  define(worker, 'terminate', () => {
    end()
    events.died(new AttnscopeError('crashed', 'the worker was terminated; load the model anew'))
  })

  function end(): void {
    stopWaiting()
    setMark('was terminated')
    terminate()
  }

  // Somebody else's goes back as it came.
  function release(): void {
    setMark('is none of this package')
    delete (worker as Partial<Worker>).terminate
    Object.assign(worker, before)
  }

  return {
    post(request, transfer) {
      worker.postMessage(request, transfer)
      if (request.type === 'load') wait(patience, `did not answer for ${patience / 1000} s`)
    },
    close: () => (isOurs ? end() : release())
  }
}

// Not by assignment: where prototypes are frozen, an object gets no property of its own that way.
function define(worker: Worker, name: PropertyKey, value: unknown): void {
  try {
    Object.defineProperty(worker, name, { value, configurable: true, writable: true })
  } catch {
    // A frozen worker works, but for what this is for.
  }
}
