// The measure of the page counts what is fetched at once apart from what is fetched later, and sees either grow too large.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { LIMITS, measurePage } from './sizes.mjs'

let page

const write = (name, text) => writeFileSync(join(page, name), text)
/** A comment that no compression makes shorter than this many bytes. */
const dense = (bytes) => `/*${randomBytes(bytes).toString('base64')}*/`

beforeEach(() => {
  page = mkdtempSync(join(tmpdir(), 'attnscope-page-'))
  mkdirSync(join(page, 'assets'))
  write(
    'index.html',
    '<script type="module" src="./assets/index-a.js"></script><link rel="stylesheet" href="./assets/index-b.css">'
  )
  write(
    'assets/index-a.js',
    'import{x}from"./drawing-c.js";import"./attnscope-d.js";const later=()=>import("./parts-e.js")'
  )
  write('assets/index-b.css', 'a{color:red}')
  write('assets/drawing-c.js', 'export const x=1')
  write('assets/parts-e.js', 'export const y=1')
  for (const name of ['attnscope-d', 'worker-f', 'thread-g']) write(`assets/${name}.js`, dense(200_000))
})

afterEach(() => rmSync(page, { recursive: true, force: true }))

test('the package does not count, and a view does not count to what is fetched first', () => {
  write('assets/parts-e.js', dense(LIMITS.firstPaint + 5_000))

  assert.match(measurePage(page), /JavaScript in 3 files .*, what it draws first with, in 3 files 0\.\d kB/)
})

test('too much of what is imported at once is found, and too large a style sheet', () => {
  write('assets/drawing-c.js', `export const x=1${dense(LIMITS.firstPaint + 5_000)}`)
  assert.throws(() => measurePage(page), /Too large .* 8\d\.\d kB of 80\.0 kB/)

  write('assets/drawing-c.js', 'export const x=1')
  write('assets/index-b.css', dense(LIMITS.firstPaint + 5_000))
  assert.throws(() => measurePage(page), /Too large/)
})

test('too much in all is found', () => {
  write('assets/parts-e.js', dense(LIMITS.page + 5_000))

  assert.throws(() => measurePage(page), /Too large .* 14\d\.\d kB of 140\.0 kB/)
})

test('a document that names no script is no page', () => {
  write('index.html', '<p>Not found</p>')

  assert.throws(() => measurePage(page), /does not hold a built page/)
})
