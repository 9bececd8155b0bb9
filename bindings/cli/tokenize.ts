import {
  type Command,
  chooseModel,
  choosePrompt,
  modelHelp,
  modelOptions,
  parse,
  promptHelp,
  promptOptions,
  recordsExitHelp
} from './arguments.js'
import { UsageError } from './failure.js'
import { chooseInput, inputHelp, inputOptions } from './input-options.js'
import { runStream } from './stream.js'
import { runTexts } from './texts.js'

const help = `attnscope tokenize [options] [TEXT ...]

Splits texts into the pieces that the model sees. Without TEXT it reads standard
input, or the file that --input names. A JSON line for each:
{"index":0,"tokens":[{"id":2009,"text":"it","start":0,"end":2,"word":0,...}]};
start and end are UTF-16 units of the text, as JavaScript counts. A token of the
prompt has "prompt":true, and 0 for both.

      --input FILE      the texts, in place of standard input
${inputHelp.replace('Input:\n', '')}
${promptHelp}
  -q, --quiet           no progress on the terminal

${modelHelp}

${recordsExitHelp}

Example:
  attnscope tokenize -m ./all-MiniLM-L6-v2 "unaffable" | jq -r '.tokens[].text'`

export const tokenize: Command = {
  name: 'tokenize',
  summary: 'texts to the tokens that the model sees',
  help,
  run(args, signal) {
    const { values, positionals } = parse(args, {
      ...modelOptions,
      ...inputOptions,
      ...promptOptions,
      input: { type: 'string' },
      quiet: { type: 'boolean', short: 'q', default: false }
    })
    const input = chooseInput(values)
    const model = chooseModel(values)
    const prompt = choosePrompt(values)
    if (positionals.length === 0) {
      const files = [values.input ?? '-']
      const output = { format: 'jsonl', path: null } as const
      return runStream(
        { files, input, model, prompt, workers: 1, kind: 'tokens', output, name: 'tokens', quiet: values.quiet },
        signal
      )
    }
    if (values.input !== undefined) throw new UsageError('either TEXT or --input, not both')
    return runTexts({ texts: positionals, model, prompt, kind: 'tokens', name: 'tokens' }, signal)
  }
}
