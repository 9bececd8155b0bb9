// The worker on the edge, in workerd itself on the real model, bundled as Cloudflare's own tool bundles.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadModel } from 'attnscope'
import { folder as modelFolder } from '../js/support/model.mjs'
import { importTool, installTools, nativeProgram } from '../works-with/tools.mjs'
import { serve } from './support/bundle.mjs'

const missing = await installTools().then(
  () => !nativeProgram('@cloudflare', 'bin', 'workerd') && 'there is no workerd for this machine',
  (error) => `workerd could not be installed: ${error.message.split('\n')[0]}`
)

describe('the worker on the edge', { skip: missing }, () => {
  const output = mkdtempSync(join(tmpdir(), 'attnscope-edge-'))
  let files
  let edge
  before(async () => {
    const { default: esbuild } = await importTool('esbuild', 'lib/main.js')
    await esbuild.build({
      entryPoints: [fileURLToPath(new URL('edge/worker.mjs', import.meta.url))],
      outdir: output,
      bundle: true,
      format: 'esm',
      conditions: ['workerd', 'worker', 'browser'],
      loader: { '.wasm': 'copy' },
      logLevel: 'silent'
    })
    const modules = readdirSync(output)
      .sort((first, second) => first.endsWith('.wasm') - second.endsWith('.wasm'))
      .map((name) => ({ type: name.endsWith('.wasm') ? 'CompiledWasm' : 'ESModule', path: join(output, name) }))
    files = await serve(output)
    const { Miniflare } = await importTool('miniflare', 'dist/src/index.js')
    edge = new Miniflare({
      modulesRoot: output,
      modules,
      compatibilityDate: '2026-01-01',
      bindings: { MODEL: `${files.address}model/` }
    })
  })
  after(async () => {
    await edge?.dispose()
    files?.close()
    rmSync(output, { recursive: true, force: true })
  })

  const ask = (texts) => edge.dispatchFetch('http://localhost/', { method: 'POST', body: JSON.stringify(texts) })

  test('answers the vectors that Node has, to two who ask at once and to one later', async () => {
    const texts = ['The animal was too tired.', 'The street was too wide.']
    const model = await loadModel(modelFolder)
    const expected = await model.embed(texts)
    model.dispose()

    const json = async () => (await ask(texts)).json()
    const answers = [...(await Promise.all([json(), json()])), await json()]

    for (const vectors of answers) {
      assert.equal(vectors.length, 2)
      for (const [i, vector] of vectors.entries()) {
        assert.equal(vector.length, expected[i].length)
        const off = Math.max(...vector.map((value, k) => Math.abs(value - expected[i][k])))
        assert.ok(off < 1e-6, `text ${i} is off by ${off}`)
      }
    }
  })

  for (const [what, texts] of [
    ['no array', 'text'],
    ['no text in it', [3]],
    ['more than it takes', Array(65).fill('text')]
  ]) {
    test(`refuses ${what} as the caller's mistake`, async () => {
      const response = await ask(texts)
      assert.equal(response.status, 400, await response.text())
    })
  }
})
