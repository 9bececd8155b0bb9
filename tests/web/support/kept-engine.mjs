// One engine for many stories: a model of 90 MB takes a browser longer to load than all that most stories then do with it.
// A tab beside the story's keeps the package's own worker, and answers the next page that asks for the same model.
const PATH = 'kept-engine'

/** Has a preview server of Vite's give the empty page that keeps engines, isolated as the others are. */
export const keeperPage = {
  name: 'kept-engine',
  configurePreviewServer({ middlewares, config }) {
    middlewares.use(`/${PATH}`, (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html', ...config.preview.headers }).end()
    })
  }
}

/** Opens the tab that keeps the context's engines. */
export async function openKeeper(context, address) {
  const page = await context.newPage()
  await page.goto(address + PATH)
  await page.evaluate(keep)
  return page
}

/** Has a page of the same context take its engine from there when it loads a model from an address. */
export const borrowEngine = (page) => page.addInitScript(borrow)

// Runs in the tab that keeps. Everybody hears every reply and takes those to the calls of its own: their ids differ.
function keep() {
  const channel = new BroadcastChannel('kept-engine')
  const kept = new Map()

  function start(key, script, load) {
    const worker = new Worker(script, { type: 'module' })
    const engine = { worker, result: undefined, asking: [load.id] }
    kept.set(key, engine)
    const end = () => {
      kept.delete(key)
      worker.terminate()
    }
    worker.onmessage = ({ data }) => {
      if (data.id !== load.id) {
        if (data.error?.code === 'crashed') end()
        return channel.postMessage({ key, reply: data })
      }
      if (data.type === 'result') engine.result = data
      if (data.type === 'error') end()
      for (const id of engine.asking) channel.postMessage({ key, reply: { ...data, id } })
    }
    worker.onerror = ({ message }) => {
      end()
      channel.postMessage({ key, died: message })
    }
    worker.postMessage(load)
  }

  channel.onmessage = ({ data: { key, script, request } }) => {
    const engine = kept.get(key)
    if (request.type !== 'load') {
      // Whoever gives up the load leaves it to the next.
      if (request.id !== engine?.asking[0]) engine?.worker.postMessage(request)
    } else if (!engine) start(key, script, request)
    else if (engine.result) {
      channel.postMessage({ key, reply: { id: request.id, type: 'started' } })
      channel.postMessage({ key, reply: { ...engine.result, id: request.id } })
    } else engine.asking.push(request.id)
  }
}

// Runs in the story's page, before its own scripts.
function borrow() {
  const Own = globalThis.Worker

  globalThis.Worker = class {
    onmessage = null
    onmessageerror = null
    onerror = null
    #given
    #own
    #key
    #channel
    #unanswered = new Set()

    constructor(...given) {
      this.#given = given
    }

    postMessage(message, transfer) {
      if (!this.#own && !this.#channel) {
        if (message?.type === 'load' && message.args.source.kind === 'url') this.#borrow(message)
        else this.#start()
      }
      if (this.#own) return this.#own.postMessage(message, transfer)
      this.#unanswered.add(message.id)
      this.#channel.postMessage({ key: this.#key, script: String(this.#given[0]), request: message })
    }

    terminate() {
      this.#own?.terminate()
      for (const id of this.#unanswered) this.#channel?.postMessage({ key: this.#key, request: { id, type: 'abort' } })
      this.#channel?.close()
    }

    #start() {
      this.#own = new Own(...this.#given)
      for (const name of ['onmessage', 'onmessageerror', 'onerror']) this.#own[name] = (event) => this[name]?.(event)
    }

    #borrow({ args }) {
      this.#key = JSON.stringify([String(this.#given[0]), args])
      this.#channel = new BroadcastChannel('kept-engine')
      this.#channel.onmessage = ({ data: { key, reply, died } }) => {
        if (key !== this.#key) return
        if (died !== undefined) return this.onerror?.({ message: died })
        if (!this.#unanswered.has(reply?.id)) return
        if (reply.type === 'result' || reply.type === 'error') this.#unanswered.delete(reply.id)
        this.onmessage?.({ data: reply })
      }
    }
  }
}
