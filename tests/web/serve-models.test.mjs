import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, preview } from 'vite'
import { abortedGets } from '../support/aborted-gets.mjs'
import { loadTs } from './support/load-ts.mjs'

const { modelFile, serveModels } = await loadTs('serve-models.ts')
const folder = `${sep}srv${sep}models`

test('a model file is found by its name', () => {
  assert.equal(modelFile(folder, '/mini/config.json?x=1'), [folder, 'mini', 'config.json'].join(sep))
})

for (const url of [
  '/../secret',
  '/%2e%2e/secret',
  '/a/..%2f..%2fsecret',
  '/..%5csecret',
  '/.hidden',
  '/a%00b',
  '/%',
  '/'
]) {
  test(`nothing outside the folder is served: ${url}`, () => {
    assert.equal(modelFile(folder, url), null)
  })
}

// Vite's two servers, as npm start and as whoever works on the page starts them.
for (const [what, begin] of Object.entries({ preview, development: createServer })) {
  const skip = existsSync('/proc/self/fd') ? false : 'nothing counts descriptors here'
  test(`whoever goes away in the middle leaves nothing open: ${what}`, { skip }, async (context) => {
    const root = mkdtempSync(join(tmpdir(), 'attnscope-serve-'))
    context.after(() => rmSync(root, { recursive: true, force: true }))
    for (const name of ['models/mini', 'dist', 'public']) mkdirSync(join(root, name), { recursive: true })
    // More than a connection holds by itself, and nothing on the disk.
    for (const name of ['models/mini/model.safetensors', 'dist/page.bin', 'public/page.bin']) {
      writeFileSync(join(root, name), '')
      truncateSync(join(root, name), 64e6)
    }
    const server = await begin({
      root,
      configFile: false,
      logLevel: 'error',
      appType: 'mpa',
      plugins: [serveModels(join(root, 'models'))],
      server: { host: '127.0.0.1', port: 0, hmr: false, watch: null, ws: false },
      preview: { host: '127.0.0.1', port: 0 }
    })
    context.after(() => server.close())
    if (server.listen) await server.listen()
    const origin = new URL(`http://127.0.0.1:${server.httpServer.address().port}`)
    const descriptors = () => readdirSync('/proc/self/fd').length
    for (const path of ['/models/mini/model.safetensors', '/page.bin']) {
      await abortedGets(origin, path, 20)
      const before = descriptors()
      await abortedGets(origin, path, 500)
      for (let i = 0; i < 50 && descriptors() > before; i++) await sleep(100)
      assert.ok(descriptors() <= before + 2, `${path}: ${before} open before, ${descriptors()} after`)
      assert.equal((await fetch(new URL('/models/mini/model.safetensors', origin), { method: 'HEAD' })).status, 200)
    }
  })
}
