/** The binary, compressed (gzip) and written as text (base64): see `bindings/toolchain/inline.mjs`. */
declare const packed: string
export default packed
