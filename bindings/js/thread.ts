/**
 * One more thread of an engine: the script of a worker. It instantiates the engine's own binary once more, on the same
 * memory, and calculates until it is terminated. It imports nothing, so that it works wherever it is copied to.
 */

/** What the engine sends it: its own binary and memory, and memory for a stack. */
interface Task {
  readonly module: WebAssembly.Module
  readonly memory: WebAssembly.Memory
  readonly stack: number
  readonly stackBytes: number
}

interface Port {
  postMessage(message: unknown): void
  onmessage: ((event: { readonly data: Task }) => void) | null
}

interface ThreadExports {
  _emscripten_wasm_worker_initialize(stack: number, stackBytes: number): void
  attnscope_serve(): void
}

const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } }
const node = process?.getBuiltinModule?.('node:worker_threads') as { readonly parentPort?: Port } | undefined
const port = node?.parentPort ?? (globalThis as unknown as Port)

port.onmessage = ({ data }) => {
  const { exports } = new WebAssembly.Instance(data.module, importsOf(data))
  const thread = exports as unknown as ThreadExports
  thread._emscripten_wasm_worker_initialize(data.stack, data.stackBytes)
  port.postMessage('ready')
  thread.attnscope_serve()
}

// Kernels read and write memory, and call nothing outside.
function importsOf({ module, memory }: Task): WebAssembly.Imports {
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {}
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {}
    imports[from][name] =
      kind === 'memory'
        ? memory
        : () => {
            throw new Error(`a thread of the engine called ${name}`)
          }
  }
  return imports
}
