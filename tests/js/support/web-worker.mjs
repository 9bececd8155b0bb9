// The browser's Worker, as far as the package uses it, over Node's threads: messages are really cloned and
// transferred, scripts really die. The page's own tests use a real browser.
import { Worker as Thread } from 'node:worker_threads'

const bootstrap = `
  const { parentPort, workerData } = require('node:worker_threads')
  const listeners = []
  const early = []
  globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer)
  globalThis.addEventListener = (type, listener) => {
    listeners.push(listener)
    for (const data of early.splice(0)) listener({ data })
  }
  parentPort.on('message', (data) => {
    if (listeners.length === 0) early.push(data)
    for (const listener of listeners) listener({ data })
  })
  import(workerData).catch((error) => setTimeout(() => { throw error }))
`

class NodeWorker {
  #thread
  onmessage = null
  onerror = null
  onmessageerror = null

  constructor(url) {
    this.#thread = new Thread(bootstrap, { eval: true, workerData: String(url) })
    NodeWorker.running.add(this)
    this.#thread.on('message', (data) => this.onmessage?.({ data }))
    this.#thread.on('messageerror', () => this.onmessageerror?.({}))
    this.#thread.on('error', ({ message }) => this.onerror?.({ message, preventDefault() {} }))
    this.#thread.on('exit', () => NodeWorker.running.delete(this))
  }

  postMessage(message, transfer) {
    this.#thread.postMessage(message, transfer)
  }

  terminate() {
    NodeWorker.running.delete(this)
    void this.#thread.terminate()
  }

  /** Workers that were started and not ended. */
  static running = new Set()
}

/** Makes `Worker` a global. Without the option `worker` the package still runs without one in Node. */
export function installWorker() {
  globalThis.Worker = NodeWorker
  return NodeWorker
}
