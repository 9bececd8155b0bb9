import { bundleAdvice, isNode } from '../environment.js'
import { AttnscopeError, describe } from '../errors.js'
import { ownWorker } from '../own-worker.js'
import { isRefusedAsUntrusted, trusted } from '../trusted.js'
import { address } from './address.js'
import type { Reply, Request, Transport, TransportEvents, WireText, WireTokens } from './protocol.js'
import { throughWorker } from './through-worker.js'

/** A host on this side. */
export interface LocalHost {
  receive(request: Request): void
  tokenize(text: WireText): WireTokens
  close(): void
}

/** Starts a host on this side, which answers through `send`. */
export type OpenHost = (send: (reply: Reply) => void) => Promise<LocalHost>

/**
 * Opens the way that `worker` asks for, or the default: a worker in browsers, none in Node.
 * @throws AttnscopeError `unsupported`; `bad-input` for a worker that had a model before
 */
export async function openTransport(
  worker: string | URL | Worker | false | undefined,
  events: TransportEvents,
  openHost: OpenHost
): Promise<Transport> {
  const possible = typeof Worker === 'function'
  if (worker === false || (worker === undefined && (isNode || !possible))) return direct(events, openHost)
  if (!possible) throw new AttnscopeError('unsupported', 'there are no web workers here; leave the option worker away')
  return worker instanceof Worker ? throughWorker(worker, true, events) : throughWorker(start(worker), false, events)
}

async function direct(events: TransportEvents, openHost: OpenHost): Promise<Transport> {
  const host = await openHost((reply) => events.reply(reply))
  return {
    post: (request) => host.receive(request),
    tokenize: (text) => host.tokenize(text),
    close: () => host.close()
  }
}

function start(worker: string | URL | undefined): Worker {
  const given = typeof worker === 'string' ? address(worker, "the address of the package's worker") : worker
  try {
    return trusted(() => (given === undefined ? ownWorker() : new Worker(given, { type: 'module' })))
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
