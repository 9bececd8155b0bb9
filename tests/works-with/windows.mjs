// A browser's window within Node, as people test their pages: jsdom, happy-dom, and jest's environment of jsdom. The
// package sees Node there, by what it can do: paths are paths, and there is no worker.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../bindings/toolchain/run.mjs'
import { assertRight, printProgram, program } from './program.mjs'
import { project } from './project.mjs'
import { pinned, toolFile } from './tools.mjs'

const model = process.env.ATTNSCOPE_MODEL_DIR
const timeout = 180_000

const imports = "const { loadModel } = await import('attnscope')"
const importsInline = "const { loadModel } = await import('attnscope/inline')"

/** Makes the window before the package comes in, then runs the README's lines on the model's folder. */
const within = (window) => {
  const runs = (lines) => async (context) => {
    const root = await project(context, { 'main.mjs': window + printProgram(lines) })
    const output = await run(process.execPath, ['main.mjs', model], { cwd: root, timeout })
    assertRight(JSON.parse(output.trim().split('\n').at(-1)))
  }
  return { import: runs(imports), 'import of one file': runs(importsInline) }
}

// The classes and the objects of a window, in place of Node's own where Node has them too, as global-jsdom puts them
// there. Functions stay: jsdom's call the global ones of the same name.
const jsdom = `
  import { runInNewContext } from 'node:vm'
  import { JSDOM } from 'jsdom'
  const { window } = new JSDOM('', { url: 'http://localhost/' })
  const kept = runInNewContext('Object.getOwnPropertyNames(globalThis)')
  const objects = ['document', 'location', 'navigator', 'window']
  for (const name of Object.getOwnPropertyNames(window))
    if (objects.includes(name) || (/^[A-Z]/.test(name) && !kept.includes(name)))
      Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true })
`

const happyDom = `
  import { GlobalRegistrator } from '@happy-dom/global-registrator'
  GlobalRegistrator.register({ url: 'http://localhost/' })
`

const jest = (lines) => async (context) => {
  const test = `
    import { writeFileSync } from 'node:fs'
    import { expect, test } from '@jest/globals'
    ${program(lines)}
    test('the lines of the README', async () => {
      expect(document.defaultView).toBe(window)
      const { model, ...outcome } = await run(${JSON.stringify(model)})
      model.dispose()
      writeFileSync('outcome.json', JSON.stringify(outcome))
    }, ${timeout})`
  const settings = JSON.stringify({ testEnvironment: 'jest-environment-jsdom', transform: {} })
  const root = await project(context, { 'main.test.js': test, 'jest.config.json': settings })
  const args = ['--experimental-vm-modules', '--no-warnings', toolFile('jest', 'bin', 'jest.js'), '--runInBand']
  await run(process.execPath, args, { cwd: root, timeout })
  assertRight(JSON.parse(readFileSync(join(root, 'outcome.json'), 'utf8')))
}

/** Rows of the table, each with its tests. */
export const windows = [
  { tool: 'jsdom', version: pinned('jsdom'), tests: within(jsdom) },
  { tool: 'happy-dom', version: pinned('happy-dom'), tests: within(happyDom) },
  {
    ...{ tool: 'Jest with jsdom', toolChinese: 'Jest（jsdom 环境）', version: pinned('jest') },
    ...{ needs: '`node --experimental-vm-modules`, as for any ES module' },
    needsChinese: '与任何 ES 模块一样，需 `node --experimental-vm-modules`',
    tests: { import: jest(undefined), 'import of one file': jest("import { loadModel } from 'attnscope/inline'") }
  }
]
