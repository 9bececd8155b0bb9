import { type Encoded, loadModel, type ModelInfo, type TextInput } from 'attnscope'
import {
  type Command,
  chooseModel,
  choosePrompt,
  exitHelp,
  modelHelp,
  modelOptions,
  oneOf,
  parse,
  promptHelp,
  promptOptions
} from './arguments.js'
import { encodedJson, encodedTensors, type Kept } from './encoded.js'
import { exitCode, Failure, UsageError } from './failure.js'
import { refuseOwnInput } from './own-input.js'
import { safetensorsFile } from './safetensors.js'
import { openSink } from './sink.js'

const help = `attnscope encode [options] [TEXT]

Runs the encoder over one text and gives its tokens, its embedding, and of what
the heads did whatever is asked for. Without TEXT the whole of standard input is
the text.

      --pair TEXT       a second text, for models that read pairs
${promptHelp}
  -a, --attention H     attention weights: all, or heads such as 3.1,5.0
                        (layer.head, from 0); rows are queries, columns keys
      --hidden          all hidden states: 0 is the embedding's output
  -o, --output FILE     where to (default: standard output); a file that is there
                        is replaced when all is done
  -t, --to FORMAT       json, or safetensors (default: by the file's name; json)

${modelHelp}

JSON: {"model","tokens":[...],"truncated","embedding":[...],
"attention":[{"layer":3,"head":1,"weights":[[...],...]},...],"hidden":[[[...]]]}.
Safetensors: ids, segments and type_ids [T] and offsets [T, 2] (I64), embedding
[D], attention [L, H, T, T], or attention.3.1 [T, T] where heads were named,
hidden [L+1, T, D]; the tokens' texts, as JSON, in the metadata.

${exitHelp}

Examples:
  attnscope encode -m ./all-MiniLM-L6-v2 -a 3.1 "It was too tired" | jq .attention
  attnscope encode -m ./all-MiniLM-L6-v2 -a all --hidden -o it.safetensors < it.txt`

export const encode: Command = {
  name: 'encode',
  summary: "one text's tokens, attention and hidden states: JSON or safetensors",
  help,
  async run(args, signal) {
    const { values, positionals } = parse(args, {
      ...modelOptions,
      ...promptOptions,
      pair: { type: 'string' },
      attention: { type: 'string', short: 'a' },
      hidden: { type: 'boolean', default: false },
      output: { type: 'string', short: 'o' },
      to: { type: 'string', short: 't' }
    })
    if (positionals.length > 1) throw new UsageError('encode takes one TEXT; put it in quotes')
    const path = values.output === undefined || values.output === '-' ? null : values.output
    const byName = path?.toLowerCase().endsWith('.safetensors') ? 'safetensors' : 'json'
    const format = oneOf('--to', values.to ?? byName, ['json', 'safetensors'])
    if (format === 'safetensors' && path === null && process.stdout.isTTY) {
      throw new UsageError('a safetensors file is not for a terminal: say --output FILE, or send it into a pipe')
    }
    const named = values.attention === undefined ? [] : readHeads(values.attention)
    const choice = chooseModel(values)
    const { source, ...options } = choice
    const prompt = choosePrompt(values)
    refuseOwnInput(positionals.length === 0 ? ['-'] : [], choice, path)
    const first = positionals[0] ?? (await readStandardInput(signal))
    const text: TextInput = values.pair === undefined ? first : [first, values.pair]
    const sink = await openSink(path, signal)
    try {
      const model = await loadModel(source, { ...options, signal })
      const kept = { heads: chooseHeads(named, model.info), isAll: named === 'all', hidden: values.hidden }
      const trace = { attention: kept.heads, hidden: kept.hidden }
      const encoded = await model.encode(text, { ...prompt, trace, signal })
      model.dispose()
      for (const piece of pieces(format, encoded, kept, model.info)) await sink.write(piece)
      await sink.end()
    } catch (error) {
      await sink.breakOff(0)
      throw error
    }
    return exitCode.ok
  }
}

function pieces(format: 'json' | 'safetensors', encoded: Encoded, kept: Kept, info: ModelInfo) {
  if (format === 'json') return encodedJson(encoded, kept, info)
  const { tokens, truncated } = encoded
  return safetensorsFile(encodedTensors(encoded, kept, info), {
    model: info.name,
    tokens: JSON.stringify(tokens.map((token) => token.text)),
    truncated: JSON.stringify(truncated)
  })
}

type Heads = readonly (readonly [layer: number, head: number])[]

function readHeads(text: string): Heads | 'all' {
  if (text === 'all') return text
  return text.split(',').map((part) => {
    const [, layer, head] = /^(\d{1,4})\.(\d{1,4})$/.exec(part) ?? []
    if (layer !== undefined && head !== undefined) return [Number(layer), Number(head)] as const
    throw new UsageError(`--attention is '${text}'; it can be all, or heads such as 3.1,5.0`)
  })
}

function chooseHeads(named: Heads | 'all', { layers, heads }: ModelInfo): Heads {
  if (named === 'all') {
    return Array.from({ length: layers * heads }, (_, i) => [Math.floor(i / heads), i % heads] as const)
  }
  const missing = named.find(([layer, head]) => layer >= layers || head >= heads)
  if (missing === undefined) return named
  throw new Failure(
    `there is no head ${missing.join('.')}: the model has layers 0 to ${layers - 1} with heads 0 to ${heads - 1}`
  )
}

async function readStandardInput(signal: AbortSignal): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('attnscope: type the text; Ctrl-D ends it\n')
  const stop = () => process.stdin.destroy(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    pieces.push(piece)
    size += piece.length
    if (size > 60 * 2 ** 20) throw new Failure('the text is longer than 60 MiB')
  }
  signal.throwIfAborted()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces)).replace(/\r?\n$/, '')
  } catch {
    throw new Failure('the text is not valid UTF-8')
  }
}
