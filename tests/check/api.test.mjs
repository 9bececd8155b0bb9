// The report on the interface tells what changed for a user, and nothing else.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { apiReport, checkApi } from './api.mjs'

let root
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'attnscope-api-'))
  mkdirSync(join(root, 'bindings', 'js'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const plain = { '.': { types: './dist/index.d.ts', default: './dist/index.js' } }

/** A package with these exports and these declarations; "type": "module" as in ours. */
function write(exports, declarations) {
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'small', type: 'module', exports }))
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  for (const [name, text] of Object.entries(declarations)) {
    mkdirSync(join(root, 'dist', name, '..'), { recursive: true })
    writeFileSync(join(root, 'dist', name), text)
  }
}

const accept = () => writeFileSync(join(root, 'bindings', 'js', 'api.md'), apiReport(root))

test('a parameter that is added is told with the line', () => {
  write(plain, { 'index.d.ts': 'export declare function run(text: string): void' })
  accept()
  write(plain, { 'index.d.ts': 'export declare function run(text: string, times: number): void' })
  assert.throws(() => checkApi(root), /- .*\(text: string\)[\s\S]*\+ .*times: number/)
})

test('an export that is gone is told', () => {
  write(plain, { 'index.d.ts': 'export declare const one: 1\nexport declare const two: 2' })
  accept()
  write(plain, { 'index.d.ts': 'export declare const one: 1' })
  assert.throws(() => checkApi(root), /- .*two: 2/)
})

test('a condition that is added to an entry is told', () => {
  write(plain, { 'index.d.ts': 'export declare const one: 1' })
  accept()
  write(
    { '.': { types: './dist/index.d.ts', workerd: './dist/edge.js', default: './dist/index.js' } },
    {
      'index.d.ts': 'export declare const one: 1'
    }
  )
  assert.throws(() => checkApi(root), /\+ - workerd: /)
})

test('another comment and another order of files are no change', () => {
  write(plain, { 'index.d.ts': '/** One. */\nexport declare const one: 1' })
  accept()
  write(plain, {
    'index.d.ts': "export { one } from './other.js'",
    'other.d.ts': '/** The first. */ export declare const one: 1'
  })
  assert.doesNotThrow(() => checkApi(root))
})

test('a type that a user would need and cannot import is refused by name', () => {
  write(plain, {
    'index.d.ts': "import type { Hidden } from './other.js'\nexport declare function run(it: Hidden): void",
    'other.d.ts': 'export interface Hidden { a: 1 }'
  })
  assert.throws(() => apiReport(root), /run, which needs Hidden/)
})

test('a star stands for every file with types, and what two entries share is printed once', () => {
  write(
    {
      ...plain,
      './again': { types: './dist/index.d.ts' },
      './parts/*': { types: './dist/parts/*.d.ts', default: './dist/parts/*' }
    },
    {
      'index.d.ts': 'export declare const one: 1',
      'parts/a.wasm.d.ts': 'declare const module: WebAssembly.Module\nexport default module',
      'parts/b.wasm.d.ts': 'declare const module: WebAssembly.Module\nexport default module'
    }
  )
  const report = apiReport(root)
  assert.equal(report.match(/one: 1/g).length, 1)
  assert.match(
    report,
    /parts\/a\.wasm\.d\.ts[\s\S]*WebAssembly\.Module[\s\S]*parts\/b\.wasm\.d\.ts[\s\S]*WebAssembly\.Module/
  )
})
