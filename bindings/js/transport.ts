import { address } from './address.js'
import { bundleAdvice, isNode } from './environment.js'
import { AttnscopeError, describe } from './errors.js'
import type { Reply, Request, WireText, WireTokens } from './protocol.js'
import { throughWorker } from './through-worker.js'
import { isRefusedAsUntrusted, trusted } from './trusted.js'

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
 * @throws AttnscopeError `unsupported`; `bad-input` for a worker that had a model before
 */
export async function openTransport(
  worker: string | URL | Worker | false | undefined,
  events: TransportEvents
): Promise<Transport> {
  const possible = typeof Worker === 'function'
  if (worker === false || (worker === undefined && (isNode || !possible))) return direct(events)
  if (!possible) throw new AttnscopeError('unsupported', 'there are no web workers here; leave the option worker away')
  return worker instanceof Worker ? throughWorker(worker, true, events) : throughWorker(start(worker), false, events)
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

function start(worker: string | URL | undefined): Worker {
  const given = typeof worker === 'string' ? address(worker, "the address of the package's worker") : worker
  try {
    return trusted(() =>
      // The literal form is what bundlers look for, so it stands alone.
      given === undefined
        ? new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
        : new Worker(given, { type: 'module' })
    )
  } catch (cause) {
    const advice = adviceFor(cause, given === undefined)
    throw new AttnscopeError('unsupported', `the worker could not be started (${describe(cause).message}); ${advice}`, {
      cause
    })
  }
}

function adviceFor(cause: unknown, isOwn: boolean): string {
  if (isRefusedAsUntrusted(cause)) {
    const others = 'or hand over a Worker as the option worker, or worker: false'
    return `the page's policy wants Trusted Types: let it say 'trusted-types attnscope', ${others}`
  }
  // A bundle of a kind that has no import.meta.
  if (isOwn && import.meta.url === undefined) return bundleAdvice
  return 'a worker must come from the same origin as the page: give its address as the option worker, or worker: false'
}
