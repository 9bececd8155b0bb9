// A worker on the edge that answers embeddings:
//
//     curl -X POST https://... -d '["first text", "second text"]'     ->  [[0.01, ...], [...]]
//
// MODEL, a variable of the worker, says where the model's folder is, e.g. the address of a bucket. Cloudflare's bundler
// takes the package by the condition `workerd`, with the binary as a module; the compatibility date is 2024-03-04 or later.
import { loadModel } from 'attnscope'

let loading

/** The model, read once for as long as the isolate lives, however many requests come meanwhile. */
function sharedModel(source, context) {
  loading ??= loadModel(source).catch((error) => {
    loading = undefined
    throw error
  })
  // Others wait for it, too, should whoever asked first go away.
  context.waitUntil(loading)
  return loading
}

export default {
  async fetch(request, { MODEL }, context) {
    if (request.method !== 'POST') return new Response('POST a JSON array of texts\n', { status: 405 })
    const texts = await request.json().catch(() => null)
    if (!Array.isArray(texts) || texts.length > 64) return new Response('at most 64 texts\n', { status: 400 })
    try {
      const model = await sharedModel(MODEL, context)
      const vectors = await model.embed(texts)
      return Response.json(vectors.map((vector) => Array.from(vector)))
    } catch (error) {
      return new Response(`${error.message}\n`, { status: error.code === 'bad-input' ? 400 : 503 })
    }
  }
}
