// Serves the built package and the model, and an empty page under a strict policy: cross-origin isolated or not.
import { fileURLToPath } from 'node:url'
import { serveFolders } from '../../support/serve.mjs'

const from = (path) => fileURLToPath(new URL(path, import.meta.url))
const folders = {
  '/dist/': from('../../../dist/'),
  '/model/': from('../../../models/all-MiniLM-L6-v2/'),
  '/soak/': from('../../soak/'),
  '/workers/': from('workers/'),
  '/': from('empty-page/')
}
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'"
const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }

/** Gives { address: of the page, requests: the paths asked for, close }; `folders` of the caller's own may lie beside. */
export async function servePackage({ isolated, folders: more = {} }) {
  const headers = { 'Content-Security-Policy': policy, ...(isolated ? isolation : {}) }
  const { origin, ...served } = await serveFolders({ ...more, ...folders }, headers)
  return { address: `${origin}/`, ...served }
}
