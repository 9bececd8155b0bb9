import { isNode, nodeThreads } from '../environment.js'
import { ownThread, threadScript } from '../own-files.js'
import { trusted } from '../trusted.js'
import type { NativeModule } from './native.js'

// Beyond this, threads of small chunks wait for each other more than they calculate.
const mostByDefault = 4

/** Threads to use where the caller asked for `asked`, or, with null, asked for nothing. */
export function countThreads(asked: number | null): number {
  const { crossOriginIsolated, navigator } = globalThis as {
    crossOriginIsolated?: boolean
    navigator?: { hardwareConcurrency?: number }
  }
  const shareable = typeof SharedArrayBuffer === 'function' && (isNode || crossOriginIsolated === true)
  if (!shareable) return 1
  return asked ?? (isNode ? 1 : Math.min(navigator?.hardwareConcurrency ?? 1, mostByDefault))
}

/** The workers that calculate beside the engine. */
export interface Team {
  /** How many have come. */
  readonly size: number
  /** Ends them, whatever they are doing. */
  stop(): void
}

interface Member {
  readonly ready: Promise<boolean>
  stop(): void
}

/** Starts `count` workers on the engine's memory, and waits until each is ready or has failed. */
export async function startTeam(
  native: NativeModule,
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  count: number
): Promise<Team> {
  const { stacks, stackBytes } = native.reserveThreads(count)
  const members = stacks.map((stack) => startMember({ module, memory, stack: stack >>> 0, stackBytes }))
  const came = await Promise.all(members.map(({ ready }) => ready))
  return {
    size: came.filter(Boolean).length,
    stop(): void {
      for (const member of members) member.stop()
    }
  }
}

function startMember(task: unknown): Member {
  try {
    return isNode ? nodeMember(task) : webMember(task)
  } catch {
    // A policy may forbid workers; the engine then calculates alone.
    return { ready: Promise.resolve(false), stop: () => {} }
  }
}

function webMember(task: unknown): Member {
  const worker = trusted(ownThread)
  const ready = new Promise<boolean>((resolve) => {
    worker.onmessage = () => resolve(true)
    worker.onerror = (event) => {
      event.preventDefault()
      resolve(false)
    }
  })
  worker.postMessage(task)
  return { ready, stop: () => worker.terminate() }
}

function nodeMember(task: unknown): Member {
  const { Worker: Thread } = nodeThreads()
  // Without the program's own options: some, like --input-type, are not for files.
  const worker = new Thread(threadScript(), { execArgv: [] })
  const ready = new Promise<boolean>((resolve) => {
    worker.on('message', () => resolve(true))
    worker.on('error', () => resolve(false))
  })
  worker.postMessage(task)
  // Ready, it must not keep the process alive; before, it must.
  const settled = ready.finally(() => worker.unref())
  return { ready: settled, stop: () => void worker.terminate() }
}
