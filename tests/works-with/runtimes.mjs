// Runtimes without a page: Node of several versions, Bun, Deno, and workerd.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NODE_VERSION } from '../../bindings/toolchain/node.mjs'
import { run } from '../../bindings/toolchain/run.mjs'
import { serveModel } from './bundlers.mjs'
import { assertRight, printProgram, program } from './program.mjs'
import { project } from './project.mjs'
import { importTool, nativeProgram, pinned, toolFile } from './tools.mjs'

const model = process.env.ATTNSCOPE_MODEL_DIR
const minutes = 60_000
const required = "const { loadModel } = require('attnscope')"

/** A test that runs `file` with this text by a program and its options, on the model's folder. */
const prints =
  (command, file, text, options = []) =>
  async (context) => {
    const root = await project(context, { [file]: text })
    const output = await run(command, [...options, file, model], { cwd: root, timeout: 3 * minutes })
    assertRight(JSON.parse(output.trim().split('\n').at(-1)))
  }

const node = (path) => ({
  import: prints(path, 'main.mjs', printProgram()),
  'import of one file': prints(path, 'main.mjs', printProgram("import { loadModel } from 'attnscope/inline'"))
})
const isNode24 = process.version.startsWith('v24.')
const withRequire = (path) => ({ ...node(path), require: prints(path, 'main.cjs', printProgram(required)) })

const bun = nativeProgram('@oven', 'bin', 'bun')
const deno = nativeProgram('@deno', 'deno')
const workerd = nativeProgram('@cloudflare', 'bin', 'workerd')

// What an engine's memory grows to; 128 MB are all that Cloudflare gives a worker, its JavaScript included.
const watchMemory = `
  const { instantiate } = WebAssembly
  let memory
  WebAssembly.instantiate = async (module, imports) => {
    const given = Object.values(imports).flatMap((members) => Object.values(members))
    memory = given.find((value) => value instanceof WebAssembly.Memory)
    return instantiate(module, imports)
  }`
const mostMemory = 112 * 2 ** 20

// Wrangler, too, bundles with esbuild, these conditions, and binaries as modules beside the script.
const edge = (flags) => async (context) => {
  const { default: esbuild } = await importTool('esbuild', 'lib/main.js')
  const { Miniflare } = await importTool('miniflare', 'dist/src/index.js')
  const root = await project(context, {
    'worker.js': `${program()}${watchMemory}
      export default {
        async fetch(request) {
          try {
            const { model, ...outcome } = await run(new URL(request.url).searchParams.get('model'))
            model.dispose()
            return Response.json({ ...outcome, memory: memory.buffer.byteLength })
          } catch (error) {
            return Response.json({ error: String(error.stack) })
          }
        }
      }`
  })
  await esbuild.build({
    ...{ absWorkingDir: root, entryPoints: ['worker.js'], outdir: 'out', bundle: true, format: 'esm' },
    ...{ conditions: ['workerd', 'worker', 'browser'], loader: { '.wasm': 'copy' }, logLevel: 'silent' }
  })
  const out = join(root, 'out')
  const modules = readdirSync(out)
    .filter((name) => /\.(js|wasm)$/.test(name))
    .sort((first, second) => first.endsWith('.wasm') - second.endsWith('.wasm'))
    .map((name) => ({ type: name.endsWith('.wasm') ? 'CompiledWasm' : 'ESModule', path: join(out, name) }))
  const miniflare = new Miniflare({ modulesRoot: out, modules, ...flags })
  context.after(() => miniflare.dispose())
  const { source } = await serveModel(context)

  const response = await miniflare.dispatchFetch(`http://localhost/?model=${source}`)

  const { memory, ...outcome } = await response.json()
  assertRight(outcome)
  assert.ok(memory <= mostMemory, `${memory} bytes of WebAssembly memory, at most ${mostMemory}`)
}

const noProgram = (path, what) => (path ? null : `there is no ${what} for this machine`)

/** Rows of the table, each with its tests. */
export const runtimes = [
  {
    ...{ tool: 'Node 20', version: pinned('node20'), missing: noProgram(toolFile('node20', 'bin', 'node'), 'Node 20') },
    ...{ needs: '20.16 or newer; `require` from 20.19 on', needsChinese: '20.16 或更新；`require` 需 20.19 起' },
    tests: node(toolFile('node20', 'bin', 'node'))
  },
  {
    ...{ tool: 'Node 22', version: pinned('node22'), missing: noProgram(toolFile('node22', 'bin', 'node'), 'Node 22') },
    tests: withRequire(toolFile('node22', 'bin', 'node'))
  },
  {
    ...{ tool: 'Node 24', version: NODE_VERSION, missing: isNode24 ? null : `this is Node ${process.version}` },
    tests: withRequire(process.execPath)
  },
  {
    ...{ tool: 'Bun', version: pinned('bun'), missing: noProgram(bun, 'Bun') },
    tests: { import: prints(bun, 'main.mjs', printProgram()), require: prints(bun, 'main.cjs', printProgram(required)) }
  },
  {
    ...{ tool: 'Deno', version: pinned('deno'), missing: noProgram(deno, 'Deno') },
    ...{ needs: '`--allow-read` for a folder, `--allow-net` for a URL' },
    needsChinese: '读文件夹需 `--allow-read`，用 URL 需 `--allow-net`',
    tests: { import: prints(deno, 'main.mjs', printProgram(), ['run', '--allow-read']) }
  },
  {
    ...{ tool: 'Cloudflare workerd', version: pinned('workerd'), missing: noProgram(workerd, 'workerd') },
    needs:
      "a compatibility date from 2024-03-04 on; in Cloudflare's 128 MB float32 (110 MB), for int8 takes 131 MB at load",
    needsChinese: '兼容日期不早于 2024-03-04；Cloudflare 限 128 MB，请用 float32（110 MB），int8 加载时需 131 MB',
    tests: {
      'with the earliest compatibility date': edge({ compatibilityDate: '2024-03-04' }),
      "with Node's modules": edge({ compatibilityDate: '2026-01-01', compatibilityFlags: ['nodejs_compat'] })
    }
  }
]
