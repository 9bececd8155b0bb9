// Programs that freeze the built-in prototypes: it works, or says in a typed error what to do; nothing is thrown past a promise.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { folder } from './support/model.mjs'
import { installWorker } from './support/web-worker.mjs'

const program = fileURLToPath(new URL('support/frozen-program.mjs', import.meta.url))

async function run(what, options = []) {
  const { stdout } = await promisify(execFile)(process.execPath, [...options, program, what, folder])
  assert.doesNotMatch(stdout, /uncaught|unhandled/)
  assert.match(stdout, /^absent true AttnscopeError network /m)
  assert.match(stdout, /^wrong true AttnscopeError bad-input /m)
  return stdout
}

for (const what of ['nothing', 'arrays', 'web']) {
  test(`with ${what} frozen the engine runs`, async () => {
    const said = await run(what)
    assert.match(said, /^tokens 5$/m)
    assert.match(said, /^input true AttnscopeError bad-input /m)
  })
}

for (const what of ['errors', 'objects', 'all']) {
  test(`with ${what} frozen the engine runs, or says what to do`, async () => {
    assert.match(await run(what), /^tokens 5$|^load true AttnscopeError unsupported .*prototypes are frozen: load/m)
  })
}

test("with Node's own frozen intrinsics the engine runs", async () => {
  assert.match(await run('nothing', ['--frozen-intrinsics']), /^tokens 5$/m)
})

test('the death of a worker whose class is frozen is told', { timeout: 60_000 }, async () => {
  const Worker = installWorker()
  Object.freeze(Worker.prototype)
  const { loadModel } = await import('attnscope')
  const model = await loadModel(folder, { worker: new URL('support/dying-worker.mjs', import.meta.url) })

  await assert.rejects(model.encode('one'), { name: 'AttnscopeError', code: 'crashed' })
})
