// The examples on real engines give the vectors of one process, in order.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadModel } from 'attnscope'
import { jsonLines, program, scratchFolder } from '../../cli/support/run.mjs'
import { writeTinyModel } from '../../cli/support/tiny-model.mjs'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const works = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

const python = process.env.ATTNSCOPE_PYTHON ?? 'python3'
const hasSpark = works(python, ['-c', 'import pyspark']) && works('java', ['-version'])
const path = [process.env.ATTNSCOPE_PARALLEL, process.env.PATH].filter(Boolean).join(delimiter)
const hasParallel = spawnSync('parallel', ['--version'], { env: { ...process.env, PATH: path } })
  .stdout?.toString()
  .startsWith('GNU parallel')

const scratch = scratchFolder()
const model = writeTinyModel(scratch.path)
const texts = Array.from({ length: 400 }, (_, i) => `text ${i} ${'and more '.repeat(i % 7)}"quoted", 世界`)
const file = join(scratch.path, 'texts.txt')
let expected
before(async () => {
  writeFileSync(file, `${texts.join('\n')}\n`)
  const loaded = await loadModel(model)
  expected = await loaded.embed(texts)
  loaded.dispose()
})
after(() => scratch.remove())

const vectors = (records) => records.map(({ embedding }) => Float32Array.from(embedding))

function succeed(command, args, env) {
  const done = spawnSync(command, args, { env: { ...process.env, ...env }, maxBuffer: 2 ** 28 })
  assert.equal(done.status, 0, `${done.error ?? ''}${done.stderr}`)
  return done.stdout
}

test('Spark, RDD.pipe', { skip: !hasSpark && 'there is no pyspark with a Java' }, () => {
  const output = join(scratch.path, 'spark')
  const attnscope = `'${process.execPath}' '${program}'`
  succeed(python, [here('spark.py'), file, output, '--model', model, '--partitions', '3', '--attnscope', attnscope])
  const parts = readdirSync(output)
    .filter((name) => name.startsWith('part-'))
    .sort()
  assert.ok(parts.length > 1, 'it ran in parts')
  const records = parts.flatMap((part) => jsonLines(readFileSync(join(output, part))))
  assert.deepEqual(
    records.map(({ id }) => id),
    texts.map((_, i) => i)
  )
  assert.deepEqual(vectors(records), expected)
})

test('GNU parallel', { skip: !hasParallel && 'there is no GNU parallel' }, () => {
  const env = { PATH: path, BLOCK: '8k', ATTNSCOPE: `'${process.execPath}' '${program}'` }
  const records = jsonLines(succeed(here('parallel.sh'), [file, model, '2'], env))
  assert.ok(records.filter(({ index }) => index === 0).length > 1, 'it ran in blocks')
  assert.deepEqual(vectors(records), expected)
})
