import { address } from './address.js'
import { isNode } from './environment.js'
import { AttnscopeError, describe, withoutSecrets } from './errors.js'
import type { Reply, Request, WireText, WireTokens } from './protocol.js'

/** What a transport tells of. */
export interface TransportEvents {
  reply(reply: Reply): void
  /** The other side is gone. */
  died(error: AttnscopeError): void
}

/** The way to a host and back. */
export interface Transport {
  post(request: Request, transfer: Transferable[]): void
  /** Where the host is on this side: see `Host.tokenize`. */
  tokenize?(text: WireText): WireTokens
  /** Ends the other side, whatever it is doing. */
  close(): void
}

/**
 * Opens the way that `worker` asks for, or the default: a worker in browsers, none in Node.
 * @throws AttnscopeError `unsupported`
 */
export async function openTransport(
  worker: string | URL | Worker | false | undefined,
  events: TransportEvents
): Promise<Transport> {
  const possible = typeof Worker === 'function'
  if (worker === false || (worker === undefined && (isNode || !possible))) return direct(events)
  if (!possible) throw new AttnscopeError('unsupported', 'there are no web workers here; leave the option worker away')
  return throughWorker(startWorker(worker), events)
}

async function direct(events: TransportEvents): Promise<Transport> {
  const { Host } = await import('./host.js')
  const host = new Host((reply) => events.reply(reply))
  return {
    post: (request) => host.receive(request),
    tokenize: (text) => host.tokenize(text),
    close: () => host.close()
  }
}

function startWorker(worker: string | URL | Worker | undefined): Worker {
  if (worker instanceof Worker) return worker
  try {
    // The literal form is what bundlers look for, so it stands alone.
    return worker === undefined
      ? new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
      : new Worker(typeof worker === 'string' ? address(worker, "the address of the package's worker") : worker, {
          type: 'module'
        })
  } catch (cause) {
    const advice =
      'a worker must come from the same origin as the page: give its address as the option worker, or worker: false'
    throw new AttnscopeError('unsupported', `the worker could not be started (${describe(cause).message}); ${advice}`, {
      cause
    })
  }
}

function throughWorker(worker: Worker, events: TransportEvents): Transport {
  let answered = false
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    answered = true
    events.reply(data)
  }
  worker.onmessageerror = () => events.died(new AttnscopeError('crashed', 'an answer of the worker could not be read'))
  worker.onerror = (event) => {
    event.preventDefault()
    const why = event.message ? ` (${withoutSecrets(event.message)})` : ''
    events.died(
      answered
        ? new AttnscopeError('crashed', `the worker died${why}; load the model anew`)
        : new AttnscopeError('network', `the worker's script could not be loaded or started${why}`)
    )
  }
  const terminate = worker.terminate.bind(worker)
  // No event tells of this, and whoever handed the worker over may do it at any time.
  worker.terminate = () => {
    terminate()
    events.died(new AttnscopeError('crashed', 'the worker was terminated; load the model anew'))
  }
  return {
    post: (request, transfer) => worker.postMessage(request, transfer),
    close: terminate
  }
}
