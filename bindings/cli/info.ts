import { loadModel, type ModelInfo } from 'attnscope'
import { type Command, chooseModel, exitHelp, modelHelp, modelOptions, parse } from './arguments.js'
import { exitCode, UsageError } from './failure.js'
import { standardOutput } from './sink.js'

const help = `attnscope info [options]

Loads the model and says what it is.

      --json            as one JSON object

${modelHelp}

${exitHelp}`

const words = {
  name: 'name',
  family: 'family',
  answers: 'answers',
  layers: 'layers (L)',
  layerGroups: 'sets of their weights',
  heads: 'heads of a layer (H)',
  width: 'width (D)',
  embeddingWidth: 'embedding width (E)',
  projectsEmbedding: 'projected to D',
  headWidth: 'head width (d)',
  feedForward: 'feed-forward width (F)',
  vocabulary: 'vocabulary (V)',
  maxTokens: 'most tokens',
  positions: 'positions',
  positionKind: 'kind of positions',
  positionRows: 'rows of their table',
  firstPosition: 'row of the first token',
  uncountedToken: 'token without a place',
  typeRows: 'types of tokens',
  maskToken: 'mask',
  normPlace: 'place of norms',
  epsilon: 'layer norm epsilon',
  activation: 'activation',
  weights: 'weights held as',
  weightBytes: 'bytes of weights',
  precision: 'precision',
  simd: 'WebAssembly',
  threads: 'threads'
} as const

function valueText(value: ModelInfo[keyof typeof words]): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? ((value as ModelInfo['maskToken'])?.text ?? 'none') : String(value)
}

export const info: Command = {
  name: 'info',
  summary: 'what a model is: layers, heads, widths, memory',
  help,
  async run(args, signal) {
    const { values, positionals } = parse(args, { ...modelOptions, json: { type: 'boolean', default: false } })
    if (positionals.length > 0) throw new UsageError(`info takes no '${positionals[0]}'; the model is --model WHERE`)
    const { source, ...options } = chooseModel(values)
    const model = await loadModel(source, { ...options, signal })
    const found = model.info
    model.dispose()
    const lines = Object.entries(words).map(
      ([key, word]) => `${word.padEnd(24)}${valueText(found[key as keyof typeof words])}`
    )
    for (const [name, text] of Object.entries(found.prompts)) {
      const unasked = name === found.defaultPromptName ? ', put before every text' : ''
      lines.push(`${`prompt ${name}`.padEnd(24)}${JSON.stringify(text)}${unasked}`)
    }
    const sink = standardOutput()
    await sink.write(`${values.json ? JSON.stringify(found) : lines.join('\n')}\n`)
    await sink.end()
    return exitCode.ok
  }
}
