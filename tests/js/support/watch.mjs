// What a load takes of the machine and must give back: memories of WebAssembly, threads, open files.
import files from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import threads from 'node:worker_threads'

setFlagsFromString('--expose-gc')

/** Collects garbage now. */
export const collect = runInNewContext('gc')

/** Every engine's memory that is instantiated from now on. Weakly held, so that watching keeps none alive. */
export function watchMemories() {
  const seen = []
  const { instantiate } = WebAssembly
  WebAssembly.instantiate = async (module, imports) => {
    const result = await instantiate(module, imports)
    const { exports } = result.instance ?? result
    const given = Object.values(imports ?? {}).flatMap((members) => Object.values(members))
    for (const value of new Set([...Object.values(exports), ...given])) {
      // An engine's begins with 16 MB; some Nodes read HTTP by a module of their own with less.
      if (value instanceof WebAssembly.Memory && value.buffer.byteLength >= 16 << 20) seen.push(new WeakRef(value))
    }
    return result
  }
  const live = () => seen.map((memory) => memory.deref()).filter((memory) => memory !== undefined)
  return {
    live,
    bytes: () => live().reduce((sum, { buffer }) => sum + buffer.byteLength, 0),
    stop() {
      WebAssembly.instantiate = instantiate
    }
  }
}

/** Every thread that is started from now on, until it ends. */
export function watchThreads() {
  const { Worker } = threads
  const running = new Set()
  threads.Worker = class extends Worker {
    constructor(...given) {
      super(...given)
      running.add(this)
      this.once('exit', () => running.delete(this))
    }
  }
  return {
    running,
    stop() {
      threads.Worker = Worker
    }
  }
}

/** Every file that is opened by a promise from now on. */
export function watchFiles() {
  const { open } = files
  const opened = []
  let opening = 0
  files.open = async (...given) => {
    opening++
    try {
      const file = await open(...given)
      opened.push(file)
      return file
    } finally {
      opening--
    }
  }
  return {
    opened,
    // Node gives a closed file the number -1.
    stillOpen: () => opening + opened.filter(({ fd }) => fd !== -1).length,
    stop() {
      files.open = open
    }
  }
}

/** Waits until `condition` holds; after twenty seconds fails with what `describe` says. */
export async function eventually(condition, describe) {
  const limit = performance.now() + 20_000
  while (!condition()) {
    if (performance.now() > limit) throw new Error(`it never came to be: ${describe()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
