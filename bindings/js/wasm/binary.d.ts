// What an import of a .wasm file gives is its importer's choice: workerd compiles it, bundlers may give its address.
// The option `wasm` takes either.
declare const binary: WebAssembly.Module | string
export default binary
