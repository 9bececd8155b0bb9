declare module '*.wasm' {
  const binary: WebAssembly.Module
  export default binary
}
