// What an import of a .wasm file gives is its importer's choice: workerd compiles it, bundlers may give its address.
// The option `wasm` takes either.
import type { WebAssemblyModule } from '../types/globals.js'

declare const binary: WebAssemblyModule | string
export default binary
