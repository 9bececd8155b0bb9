// The command line out of the packed package, where no clone is around it.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { scratchFolder } from './support/run.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const execute = promisify(execFile)
const skip = existsSync(join(root, 'dist', 'page')) ? false : 'the package was built without the page (--no-page)'

describe('serve, installed from the packed package', { skip }, () => {
  const scratch = scratchFolder()
  let server
  let address

  before(async () => {
    await execute('npm', ['pack', '--ignore-scripts', '--pack-destination', scratch.path], { cwd: root })
    const [archive] = readdirSync(scratch.path).filter((name) => name.endsWith('.tgz'))
    const home = join(scratch.path, 'node_modules', 'attnscope')
    mkdirSync(home, { recursive: true })
    await execute('tar', ['-xzf', join(scratch.path, archive), '-C', home, '--strip-components=1'])
    server = spawn(process.execPath, [join(home, 'dist', 'cli', 'main.js'), 'serve', '--port', '0'], {
      cwd: scratch.path
    })
    let said = ''
    while (!/Ctrl-C/.test(said)) said += (await once(server.stderr, 'data'))[0]
    address = /http:\S+/.exec(said)[0]
  })
  after(() => {
    server?.kill()
    scratch.remove()
  })

  // Not fetch, which unpacks what it gets without saying so.
  const get = async (path, encoding) => {
    const headers = encoding === undefined ? {} : { 'Accept-Encoding': encoding }
    const asked = request(new URL(path, address), { headers }).end()
    const [response] = await once(asked, 'response')
    return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(await response.toArray()) }
  }
  const page = async () => (await get('')).bytes.toString()
  // Of the page, and of the scripts that it names, the first address like this.
  const find = async (pattern) => {
    const seen = new Set()
    for (const queue = ['']; queue.length > 0; ) {
      const text = (await get(queue.shift())).bytes.toString()
      const [found] = text.match(pattern) ?? []
      if (found !== undefined) return `assets/${found}`
      for (const [name] of text.matchAll(/[\w-]+-[\w-]{8}\.js/g)) {
        if (!seen.has(name)) queue.push(`assets/${name}`)
        seen.add(name)
      }
    }
    throw new Error(`nothing in the page is like ${pattern}`)
  }

  test('the page comes as it is to a program that takes no compression', async () => {
    const { status, headers, bytes } = await get('')
    assert.equal(status, 200)
    assert.match(bytes.toString(), /^<!doctype html>/i)
    assert.equal(headers['content-encoding'], undefined)
  })

  test('the same page comes compressed to a browser', async () => {
    const plain = await page()
    const { headers, bytes } = await get('', 'gzip, deflate, br')
    assert.equal(headers['content-encoding'], 'br')
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    const { brotliDecompressSync } = await import('node:zlib')
    assert.equal(brotliDecompressSync(bytes).toString(), plain)
  })

  test('every script and style that the page names is there', async () => {
    const names = [...(await page()).matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name]) => name)
    assert.ok(names.length >= 2)
    for (const name of names) assert.equal((await get(name)).status, 200, name)
  })

  test("the binary that the page asks for is the package's own", async () => {
    const path = await find(/attnscope-relaxed-[\w-]{8}\.wasm/)
    const { headers, bytes } = await get(path)
    assert.equal(headers['content-type'], 'application/wasm')
    assert.ok(bytes.equals(await readFile(new URL('../../dist/wasm/attnscope-relaxed.wasm', import.meta.url))))
  })

  test('a binary that nothing knows is not found', async () => {
    assert.equal((await get('assets/attnscope-avx-00000000.wasm')).status, 404)
    assert.equal((await get('assets/attnscope-simd128.wasm')).status, 404)
  })
})
