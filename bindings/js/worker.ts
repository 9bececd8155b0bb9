import { Host } from './engine/host.js'
import type { Request } from './wire/protocol.js'

/** What is used of a dedicated worker's global scope, whose types exclude those of a page. */
interface WorkerScope {
  postMessage(message: unknown, transfer: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<Request>) => void): void
}

const scope = globalThis as unknown as WorkerScope
const host = new Host((reply, transfer) => scope.postMessage(reply, transfer))
scope.addEventListener('message', ({ data }) => host.receive(data))
