// Bundlers: each builds a project of one page, which then runs from the folder that it wrote.
import assert from 'node:assert/strict'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../bindings/toolchain/run.mjs'
import { serve, shared } from '../support/serve.mjs'
import { assertPage } from './browser.mjs'
import { assertRight, pageProgram, printProgram } from './program.mjs'
import { project } from './project.mjs'
import { importTool, pinned, toolFile } from './tools.mjs'

const html =
  '<!doctype html><meta charset="utf-8"><title>works with</title><script type="module" src="./main.js"></script>'
const page = (imports) => ({ 'index.html': html, 'main.js': pageProgram(imports) })
const model = process.env.ATTNSCOPE_MODEL_DIR

/** The model on an origin of its own. */
export async function serveModel(context) {
  const { origin } = await serve(context, { '/model': model }, shared)
  return { source: `${origin}/model`, origin }
}

async function assertBuilt(context, folder) {
  const built = await serve(context, { '/': folder })
  const { source, origin } = await serveModel(context)
  await assertPage(`${built.origin}/?model=${source}`, { origins: [origin] })
}

const vite = (name, config) => ({
  async dev(context) {
    const { createServer } = await importTool(name, 'dist/node/index.js')
    const root = await project(context, page())
    const server = await createServer({
      ...{ root, configFile: false, logLevel: 'error', ...config },
      server: { host: '127.0.0.1', port: 0 }
    })
    context.after(() => server.close())
    await server.listen()
    const { port } = server.httpServer.address()
    const { source, origin } = await serveModel(context)
    await assertPage(`http://127.0.0.1:${port}/?model=${source}`, { origins: [origin] })
  },
  async build(context) {
    const { build } = await importTool(name, 'dist/node/index.js')
    const root = await project(context, page())
    await build({ root, configFile: false, logLevel: 'error', ...config })
    await assertBuilt(context, join(root, 'dist'))
  }
})

async function webpack(context) {
  const { default: start } = await importTool('webpack', 'lib/index.js')
  const root = await project(context, page())
  const out = join(root, 'out')
  const compiler = start({
    ...{ context: root, mode: 'production', entry: './main.js', output: { path: out } },
    // It would warn of every file over 244 kB.
    performance: { hints: false }
  })
  const stats = await new Promise((resolve, reject) =>
    compiler.run((error, result) => (error ? reject(error) : resolve(result)))
  )
  await new Promise((resolve) => compiler.close(resolve))
  if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString())
  writeFileSync(join(out, 'index.html'), html)
  await assertBuilt(context, out)
}

// What esbuild and Rollup leave where it is: the worker and the binaries, which the bundle looks for beside itself.
const copyPackage = (root, out) => cpSync(join(root, 'node_modules', 'attnscope', 'dist'), out, { recursive: true })

const esbuild = (imports, copy) => async (context) => {
  const { default: tool } = await importTool('esbuild', 'lib/main.js')
  const root = await project(context, page(imports))
  const out = join(root, 'out')
  await tool.build({
    ...{ absWorkingDir: root, entryPoints: ['main.js'], outdir: 'out', bundle: true, format: 'esm' },
    ...{ logLevel: 'silent', minify: true }
  })
  if (copy) copyPackage(root, out)
  writeFileSync(join(out, 'index.html'), html)
  await assertBuilt(context, out)
}

const rollup = (imports, copy) => async (context) => {
  const { rollup: start } = await importTool('rollup', 'dist/es/rollup.js')
  const { nodeResolve } = await importTool('@rollup/plugin-node-resolve', 'dist/es/index.js')
  const root = await project(context, page(imports))
  const out = join(root, 'out')
  const bundle = await start({ input: join(root, 'main.js'), plugins: [nodeResolve()] })
  await bundle.write({ dir: out, format: 'es' })
  await bundle.close()
  if (copy) copyPackage(root, out)
  writeFileSync(join(out, 'index.html'), html)
  await assertBuilt(context, out)
}

const forNode = (imports) => ({ 'main.js': printProgram(imports) })

/** Runs a bundle of CommonJS in Node: beside the package's files or alone, when it must say what to do. */
async function assertNodeBundle(root, copy, imports) {
  const out = join(root, 'out')
  const bundle = join(out, 'main.cjs')
  const execute = async () => (await run(process.execPath, [bundle, model], { cwd: root })).trim().split('\n').at(-1)
  if (copy) {
    await assert.rejects(
      execute(),
      /copy the files of node_modules\/attnscope\/dist beside .*or import attnscope\/inline/
    )
    copyPackage(root, out)
  } else assert.match(imports, /inline/)
  assertRight(JSON.parse(await execute()))
}

const esbuildForNode = (imports, copy) => async (context) => {
  const { default: tool } = await importTool('esbuild', 'lib/main.js')
  const root = await project(context, forNode(imports))
  const target = { platform: 'node', format: 'cjs', outfile: 'out/main.cjs' }
  await tool.build({
    absWorkingDir: root,
    entryPoints: ['main.js'],
    bundle: true,
    logLevel: 'silent',
    minify: copy,
    ...target
  })
  await assertNodeBundle(root, copy, imports)
}

const rollupForNode = (imports, copy) => async (context) => {
  const { rollup: start } = await importTool('rollup', 'dist/es/rollup.js')
  const { nodeResolve } = await importTool('@rollup/plugin-node-resolve', 'dist/es/index.js')
  const root = await project(context, forNode(imports))
  const bundle = await start({ input: join(root, 'main.js'), plugins: [nodeResolve()] })
  const names = { entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' }
  await bundle.write({ dir: join(root, 'out'), format: 'cjs', ...names })
  await bundle.close()
  await assertNodeBundle(root, copy, imports)
}

// ncc takes along the files that it sees the package ask for, and writes binaries as if they were text.
const ncc = (imports, isWhole) => async (context) => {
  const root = await project(context, { 'main.mjs': printProgram(imports) })
  const cli = toolFile('@vercel', 'ncc', 'dist', 'ncc', 'cli.js')
  await run(process.execPath, [cli, 'build', 'main.mjs', '--out', 'out', '--no-cache', '--quiet'], { cwd: root })
  const output = run(process.execPath, [join('out', 'index.mjs'), model], { cwd: root })
  if (!isWhole) return assert.rejects(output, /could not be compiled; .*or import attnscope\/inline/)
  assertRight(JSON.parse((await output).trim().split('\n').at(-1)))
}

async function parcel(context) {
  const root = await project(context, page())
  const options = ['--dist-dir', 'out', '--no-cache', '--no-source-maps', '--public-url', './', '--log-level', 'warn']
  await run(process.execPath, [toolFile('parcel', 'lib', 'bin.js'), 'build', 'index.html', ...options], { cwd: root })
  await assertBuilt(context, join(root, 'out'))
}

const inline = "import { loadModel } from 'attnscope/inline'"
const copied = '`cp -r node_modules/attnscope/dist/. out/`, or import `attnscope/inline`'
const copiedChinese = '`cp -r node_modules/attnscope/dist/. out/`，或改用 `attnscope/inline`'

/** Rows of the table, each with its tests. */
export const bundlers = [
  {
    ...{ tool: 'Vite 7', version: pinned('vite7'), page: true },
    needs: "`optimizeDeps: { exclude: ['attnscope'] }`",
    needsChinese: "`optimizeDeps: { exclude: ['attnscope'] }`",
    tests: vite('vite7', { optimizeDeps: { exclude: ['attnscope'] } })
  },
  { tool: 'Vite 8', version: pinned('vite8'), page: true, tests: vite('vite8', {}) },
  { tool: 'webpack 5', version: pinned('webpack'), page: true, tests: { build: webpack } },
  { tool: 'Parcel 2', version: pinned('parcel'), page: true, tests: { build: parcel } },
  {
    ...{ tool: 'esbuild', version: pinned('esbuild'), page: true, needs: copied, needsChinese: copiedChinese },
    tests: {
      'with the package copied beside': esbuild(undefined, true),
      'one file': esbuild(inline, false),
      'CommonJS for Node': esbuildForNode(undefined, true),
      'CommonJS for Node, one file': esbuildForNode(inline, false)
    }
  },
  {
    ...{ tool: 'Rollup', version: pinned('rollup'), page: true, needs: copied, needsChinese: copiedChinese },
    tests: {
      'with the package copied beside': rollup(undefined, true),
      'one file': rollup(inline, false),
      'CommonJS for Node': rollupForNode(undefined, true),
      'CommonJS for Node, one file': rollupForNode(inline, false)
    }
  },
  {
    ...{ tool: 'ncc', version: pinned('@vercel/ncc') },
    ...{
      needs: 'import `attnscope/inline`; it damages binaries',
      needsChinese: '改用 `attnscope/inline`；ncc 会损坏二进制文件'
    },
    tests: { 'says what to do': ncc(undefined, false), 'one file': ncc(inline, true) }
  }
]
